/** Plays HLS natively where Media Source is missing, as on older iPhones. */
import type { FailureKind } from '../../shared/domain/quality-limits.ts';
import type { HlsCallbacks } from './hls-callbacks.ts';
import { toRecordedRange } from './live-seek.ts';

/** Milliseconds before each attempt to reconnect a live. */
export const reconnectDelaysMs = [1000, 2000, 3000, 5000];

/**
 * Plays an address. After an error it fetches the address to learn the status, because the media element reports few
 * details.
 */
export function attachNatively(
  video: HTMLVideoElement,
  source: { url: string; live: boolean; startAt?: number; from?: number },
  callbacks: HlsCallbacks,
): () => void {
  if (!video.canPlayType('application/vnd.apple.mpegurl')) {
    callbacks.meter?.fail('unsupported');
    callbacks.onProblem('load');
    return () => undefined;
  }
  let url = source.url;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Seconds at which playback resumes after a failure; -1 once the element is there. */
  let resumeAt = source.startAt ?? -1;
  const play = () => {
    video.src = url;
    playIfAllowed(video);
  };
  const onError = async () => {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 409) return callbacks.onProblem('conflict');
    failures += 1;
    if (!source.live && video.currentTime > 0) resumeAt = video.currentTime;
    if (!source.live && failures > 1) {
      callbacks.meter?.fail(toFailureKind(video.error));
      return callbacks.onProblem('load');
    }
    callbacks.onInterrupted(source.live);
    timer = setTimeout(
      async () => {
        url = (await callbacks.renew().catch(() => undefined)) ?? url;
        play();
      },
      reconnectDelaysMs[Math.min(failures, reconnectDelaysMs.length - 1)],
    );
  };
  const onPlaying = () => {
    failures = 0;
    callbacks.onInterrupted(false);
  };
  // Only Safari has this method.
  const { getStartDate } = video as { getStartDate?: () => Date };
  callbacks.onClock?.(() => {
    const began = getStartDate?.call(video).getTime();
    return began === undefined || Number.isNaN(began) ? undefined : began + 1000 * video.currentTime;
  });
  /** Reports the recorded part of a growing recording, from the range in which the element can seek. */
  const onProgress = () => {
    const began = getStartDate?.call(video).getTime();
    const { seekable, duration } = video;
    if (source.from === undefined || !began || seekable.length === 0) return;
    const end = seekable.end(seekable.length - 1);
    const fragment = { start: 0, duration: end, programDateTime: began };
    callbacks.onRecorded?.(toRecordedRange([fragment], Number.isFinite(duration)));
  };
  const onMetadata = () => {
    const began = getStartDate?.call(video).getTime();
    if (source.from !== undefined && began) video.currentTime = Math.max(0, (source.from - began) / 1000);
    else if (resumeAt > 0) video.currentTime = resumeAt;
    resumeAt = -1;
  };
  video.addEventListener('loadedmetadata', onMetadata);
  video.addEventListener('progress', onProgress);
  video.addEventListener('error', onError);
  video.addEventListener('playing', onPlaying);
  play();
  return () => {
    clearTimeout(timer);
    video.removeEventListener('loadedmetadata', onMetadata);
    video.removeEventListener('progress', onProgress);
    video.removeEventListener('error', onError);
    video.removeEventListener('playing', onPlaying);
    video.removeAttribute('src');
    video.load();
  };
}

/** Maps the element's error, which does not distinguish playlists from segments. */
function toFailureKind(error: MediaError | null): FailureKind {
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return 'decoding';
  return error?.code === MediaError.MEDIA_ERR_NETWORK ? 'segment' : 'playlist';
}

/** Plays, muted if the browser allows no sound before a user gesture on the site. */
export function playIfAllowed(video: HTMLVideoElement): void {
  video.play().catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
    video.muted = true;
    video.play().catch(() => undefined);
  });
}
