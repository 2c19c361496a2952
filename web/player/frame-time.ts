/** How long a picture of a video stands, as seen while it plays: browsers do not say it. */

/** Where none has been seen yet: television's 25 pictures a second. */
const usual = 1 / 25;
/** A machine that shows fewer pictures than these is too slow for what the video has. */
const longest = 1 / 24;
const enough = 30;

export function frameTime(video: HTMLVideoElement): { seconds: () => number; stop: () => void } {
  let shortest = Number.POSITIVE_INFINITY;
  let last: { mediaTime: number; presentedFrames: number } | undefined;
  let seen = 0;
  let handle: number | undefined;
  const note = (_now: number, frame: { mediaTime: number; presentedFrames: number }) => {
    const pictures = last ? frame.presentedFrames - last.presentedFrames : 0;
    const apart = last ? frame.mediaTime - last.mediaTime : 0;
    // A jump is no picture's time.
    if (pictures > 0 && apart > 1 / 125 && apart < 0.2) {
      shortest = Math.min(shortest, apart / pictures);
      seen += 1;
    }
    last = frame;
    if (seen < enough) handle = video.requestVideoFrameCallback(note);
  };
  if ('requestVideoFrameCallback' in video) handle = video.requestVideoFrameCallback(note);
  return {
    // A hair more, so that a step never ends just before the picture changes.
    seconds: () => (Number.isFinite(shortest) ? Math.min(shortest, longest) : usual) * 1.02,
    stop: () => {
      if (handle !== undefined) video.cancelVideoFrameCallback(handle);
    },
  };
}
