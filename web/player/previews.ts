/** The seek bar's preview pictures, also for other places that show a moment of a recording. */

export interface Still {
  from: number;
  url: string;
}

/** Parses a WebVTT file whose cues name one picture each. `base` is the file's own address. */
export function parseStills(vtt: string, base: string): Still[] {
  return [...vtt.matchAll(cue)].flatMap(([, hours = '0', minutes, seconds, picture]) =>
    picture
      ? [
          {
            from: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
            url: new URL(picture.replace(/#.*$/, ''), base).href,
          },
        ]
      : [],
  );
}

const cue = /(?:(\d+):)?(\d{2}):(\d{2}\.\d{3}) +--> +[\d:.]+[^\n]*\r?\n(\S+)/g;

export const findStill = (stills: readonly Still[], seconds: number): string | undefined =>
  stills.findLast(({ from }) => from <= seconds)?.url;

/**
 * Completes the cues of the preview pictures. media-chrome expects each cue to name a rectangle of a sprite sheet, but
 * our pictures are single files: adds the rectangle of the whole picture, of the first file's size.
 */
export function completeCues(track: HTMLTrackElement | null): void {
  if (!track) return;
  // React has no load event for tracks, and a track loads only once its mode asks for it.
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
  // A placeholder size: media-chrome fails on a cue without a rectangle.
  frame(160, 90);
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.onload = () => frame(picture.naturalWidth, picture.naturalHeight);
  picture.src = new URL(addresses[0] ?? '', track.src).href;
}
