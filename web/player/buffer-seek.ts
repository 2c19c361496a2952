/** Milliseconds after which the viewer's position is left alone. */
const settleMs = 10_000;

/**
 * Seeks within a live's buffer, and returns the function that gives up the target because the viewer goes elsewhere.
 * While the target is not decoded, hls.js takes a position before the sliding playlist for a lost one, and the next
 * reload of the playlist moves it to the live edge: the seek is then repeated.
 */
export function seekInBuffer(video: HTMLVideoElement, seconds: number): () => void {
  const seek = new AbortController();
  const { signal } = seek;
  const giveUp = () => seek.abort();
  const timer = setTimeout(giveUp, settleMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  video.currentTime = seconds;
  const repeat = () => {
    if (video.currentTime > seconds + 1) video.currentTime = seconds;
  };
  video.addEventListener('seeking', repeat, { signal });
  // Once enough is decoded, hls.js leaves the position alone.
  video.addEventListener('canplaythrough', giveUp, { signal });
  return giveUp;
}
