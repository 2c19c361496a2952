/**
 * Plays a single file, such as a clip's MP4. The signed address is valid for less than a minute, so that a hidden clip
 * soon stops. When the media host rejects an address, playback continues at the same second with a new one.
 */
import { playIfAllowed } from './attach-native.ts';
import type { HlsCallbacks } from './hls-callbacks.ts';

/** Milliseconds after a renewal in which a failure has another cause. */
const renewalPauseMs = 10_000;

export function attachFile(
  video: HTMLVideoElement,
  { url, startAt }: { url: string; startAt: number },
  callbacks: Pick<HlsCallbacks, 'onProblem' | 'renew'>,
): () => void {
  let stopped = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let resume = { at: startAt, plays: true };
  const onError = async () => {
    if (performance.now() - renewedAt < renewalPauseMs) return callbacks.onProblem('load');
    renewedAt = performance.now();
    resume = { at: video.currentTime, plays: !video.paused };
    const next = await callbacks.renew().catch(() => undefined);
    if (stopped) return;
    if (next) video.src = next;
    else callbacks.onProblem('load');
  };
  const onMetadata = () => {
    if (resume.at > 0) video.currentTime = resume.at;
    if (resume.plays) playIfAllowed(video);
  };
  video.addEventListener('error', onError);
  video.addEventListener('loadedmetadata', onMetadata);
  video.src = url;
  return () => {
    stopped = true;
    video.removeEventListener('error', onError);
    video.removeEventListener('loadedmetadata', onMetadata);
    video.removeAttribute('src');
    video.load();
  };
}
