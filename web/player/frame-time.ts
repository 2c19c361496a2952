/** Duration and display time of a video's frames, where the browser reports them. */

/** Seconds per frame until they are measured: 25 frames per second, as on television. */
const defaultFrameTime = 1 / 25;
/** Seconds; a longer frame means that the machine drops frames. */
const maxFrameTime = 1 / 24;
const sampleCount = 30;

/** Measures the duration of a frame during playback, because browsers do not tell it. */
export function measureFrameTime(video: HTMLVideoElement): { seconds: () => number; stop: () => void } {
  let shortest = Number.POSITIVE_INFINITY;
  let last: { mediaTime: number; presentedFrames: number } | undefined;
  let seen = 0;
  let handle: number | undefined;
  const onFrame = (_now: number, frame: { mediaTime: number; presentedFrames: number }) => {
    const pictures = last ? frame.presentedFrames - last.presentedFrames : 0;
    const seconds = last ? frame.mediaTime - last.mediaTime : 0;
    // A distance beyond these limits comes from a seek.
    if (pictures > 0 && seconds > 1 / 125 && seconds < 0.2) {
      shortest = Math.min(shortest, seconds / pictures);
      seen += 1;
    }
    last = frame;
    if (seen < sampleCount) handle = video.requestVideoFrameCallback(onFrame);
  };
  if (showsFrameTimes(video)) handle = video.requestVideoFrameCallback(onFrame);
  return {
    // Slightly longer than a frame, so that a step never ends just before the frame changes.
    seconds: () => (Number.isFinite(shortest) ? Math.min(shortest, maxFrameTime) : defaultFrameTime) * 1.02,
    stop: () => {
      if (handle !== undefined) video.cancelVideoFrameCallback(handle);
    },
  };
}

/** Calls back with the time at which a playing video showed its first frame. The returned function cancels it. */
export function awaitFirstFrame(video: HTMLVideoElement, callback: (at: number) => void): () => void {
  if (!showsFrameTimes(video)) return () => undefined;
  let handle = 0;
  const onFrame = (now: number) => {
    // Browsers also show the first frame of a video that may not start by itself.
    if (video.paused) handle = video.requestVideoFrameCallback(onFrame);
    else callback(now);
  };
  handle = video.requestVideoFrameCallback(onFrame);
  return () => video.cancelVideoFrameCallback(handle);
}

export const showsFrameTimes = (video: HTMLVideoElement) => 'requestVideoFrameCallback' in video;

/** The `readyState` HAVE_FUTURE_DATA: the next frame is there too. */
export const futureData = 3;
