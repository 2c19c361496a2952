/** Measures a video's frame duration during playback, because browsers do not expose it. */

/** Used until frames were measured: 25 frames per second, as on television. */
const defaultFrameTime = 1 / 25;
/** Upper bound: a lower frame rate means that the machine drops frames. */
const maxFrameTime = 1 / 24;
const sampleCount = 30;

export function measureFrameTime(video: HTMLVideoElement): { seconds: () => number; stop: () => void } {
  let shortest = Number.POSITIVE_INFINITY;
  let last: { mediaTime: number; presentedFrames: number } | undefined;
  let seen = 0;
  let handle: number | undefined;
  const onFrame = (_now: number, frame: { mediaTime: number; presentedFrames: number }) => {
    const pictures = last ? frame.presentedFrames - last.presentedFrames : 0;
    const apart = last ? frame.mediaTime - last.mediaTime : 0;
    // Ignores seeks.
    if (pictures > 0 && apart > 1 / 125 && apart < 0.2) {
      shortest = Math.min(shortest, apart / pictures);
      seen += 1;
    }
    last = frame;
    if (seen < sampleCount) handle = video.requestVideoFrameCallback(onFrame);
  };
  if ('requestVideoFrameCallback' in video) handle = video.requestVideoFrameCallback(onFrame);
  return {
    // Slightly longer than a frame, so that a step never ends just before the frame changes.
    seconds: () => (Number.isFinite(shortest) ? Math.min(shortest, maxFrameTime) : defaultFrameTime) * 1.02,
    stop: () => {
      if (handle !== undefined) video.cancelVideoFrameCallback(handle);
    },
  };
}
