/** Measures a video's frame duration during playback, because browsers do not expose it. */

/** Used until frames were measured: 25 frames per second, as on television. */
const usual = 1 / 25;
/** Upper bound: a lower frame rate means that the machine drops frames. */
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
    // Ignores seeks.
    if (pictures > 0 && apart > 1 / 125 && apart < 0.2) {
      shortest = Math.min(shortest, apart / pictures);
      seen += 1;
    }
    last = frame;
    if (seen < enough) handle = video.requestVideoFrameCallback(note);
  };
  if ('requestVideoFrameCallback' in video) handle = video.requestVideoFrameCallback(note);
  return {
    // Slightly longer than a frame, so that a step never ends just before the frame changes.
    seconds: () => (Number.isFinite(shortest) ? Math.min(shortest, longest) : usual) * 1.02,
    stop: () => {
      if (handle !== undefined) video.cancelVideoFrameCallback(handle);
    },
  };
}
