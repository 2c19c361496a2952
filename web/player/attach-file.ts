/**
 * Plays a single file, such as a clip's MP4. The signed address is valid for less than a minute, so that a hidden clip
 * soon stops. When the media host rejects an address, playback continues at the same second with a new one.
 */
import type { HlsCallbacks } from './hls-callbacks.ts';
import { createPlayback, playIfAllowed } from './playback.ts';

export function attachFile(
  video: HTMLVideoElement,
  { url, startAt }: { url: string; startAt: number },
  callbacks: Pick<HlsCallbacks, 'onProblem' | 'renew'>,
): () => void {
  let start = { at: startAt, plays: true };
  const { send, signal, end } = createPlayback(video, { url, live: false, startAt }, callbacks, () => ({
    start(fresh, at) {
      start = { ...start, at };
      video.src = fresh;
    },
    stop() {
      start = { ...start, plays: !video.paused };
    },
  }));
  video.addEventListener('error', () => send({ kind: 'REJECTED', of: 'FILE' }), { signal });
  video.addEventListener(
    'loadedmetadata',
    () => {
      if (start.at > 0) video.currentTime = start.at;
      if (start.plays) playIfAllowed(video);
    },
    { signal },
  );
  return () => {
    end();
    video.removeAttribute('src');
    video.load();
  };
}
