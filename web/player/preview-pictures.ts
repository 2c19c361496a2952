/**
 * Our seek-bar pictures are one file each; media-chrome expects every cue to name a rectangle of a sheet. Each cue gets
 * the rectangle of its whole picture, whose size the first one tells.
 */
export function completeCues(track: HTMLTrackElement | null): void {
  if (!track) return;
  // React passes no load event of tracks on, and a track is only fetched once its mode asks for it.
  track.addEventListener('load', () => complete(track));
  track.track.mode = 'hidden';
}

function complete(track: HTMLTrackElement): void {
  const cues = [...(track.track.cues ?? [])] as VTTCue[];
  const first = cues[0];
  if (!first) return;
  const addresses = cues.map((cue) => cue.text.split('#')[0]);
  const frame = (width: number, height: number) => {
    for (const [index, cue] of cues.entries()) cue.text = `${addresses[index]}#xywh=0,0,${width},${height}`;
  };
  // media-chrome fails on a cue without a rectangle, so a guess stands in until the picture is here.
  frame(160, 90);
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.onload = () => frame(picture.naturalWidth, picture.naturalHeight);
  picture.src = new URL(addresses[0] ?? '', track.src).href;
}
