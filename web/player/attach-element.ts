/** Plays in the media element itself: HLS where Media Source is missing, as on older iPhones, and single files. */
import type { FailureKind } from '../../shared/domain/quality-limits.ts';
import { toRecordedRange } from './live-position.ts';
import { clear, type Loader, type Playback, type PlaybackCallbacks, play, playIfAllowed } from './playback.ts';

/** After an error, fetches the address to learn the status, because the media element reports few details. */
export function createElementLoader({ video, source, callbacks, send, signal }: Playback): Loader {
  let { url } = source;
  /** Seconds at which playback starts; -1 once the element is there. */
  let pendingStart = -1;
  // Only Safari has this method.
  const { getStartDate } = video as { getStartDate?: () => Date };
  const getBeginning = () => {
    const began = getStartDate?.call(video).getTime();
    return began === undefined || Number.isNaN(began) ? undefined : began;
  };
  function getDate() {
    const began = getBeginning();
    return began === undefined ? undefined : began + 1000 * video.currentTime;
  }
  callbacks.onClock?.(getDate);
  const listen = (name: string, react: () => void) => video.addEventListener(name, react, { signal });
  listen('error', async () => {
    const failure = toFailureKind(video.error);
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    send(status === 409 ? { kind: 'CONFLICT' } : { kind: 'FAILED', of: 'ELEMENT', failure });
  });
  listen('playing', () => {
    send({ kind: 'BUFFERED' });
    send({ kind: 'PLAYING' });
  });
  listen('ended', () => source.live && send({ kind: 'LOST' }));
  // Reports the recorded part of a growing recording, from the range in which the element can seek.
  listen('progress', () => {
    const began = getBeginning();
    const { seekable, duration } = video;
    if (source.from === undefined || !began || seekable.length === 0) return;
    const fragment = { start: 0, duration: seekable.end(seekable.length - 1), programDateTime: began };
    callbacks.onRecorded?.(toRecordedRange([fragment], Number.isFinite(duration)));
  });
  listen('loadedmetadata', () => {
    const began = getBeginning();
    if (pendingStart > 0) video.currentTime = pendingStart;
    else if (source.from !== undefined && began) video.currentTime = Math.max(0, (source.from - began) / 1000);
    pendingStart = -1;
  });
  return {
    start(fresh, at) {
      if (!video.canPlayType('application/vnd.apple.mpegurl')) return send({ kind: 'UNPLAYABLE' });
      url = fresh;
      pendingStart = at;
      video.src = url;
      playIfAllowed(video);
    },
    stop: () => undefined,
    getDate,
    end: () => clear(video),
  };
}

/** Maps the element's error, which does not distinguish playlists from segments. */
function toFailureKind(error: MediaError | null): FailureKind {
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return 'decoding';
  return error?.code === MediaError.MEDIA_ERR_NETWORK ? 'segment' : 'playlist';
}

/**
 * Plays a single file, such as a clip's MP4. The signed address is valid for less than a minute, so that a hidden clip
 * soon stops. When the media host rejects an address, playback continues at the same second with a new one.
 */
export function attachFile(
  video: HTMLVideoElement,
  source: { url: string; startAt: number },
  callbacks: PlaybackCallbacks,
): () => void {
  return play(video, { ...source, live: false }, callbacks, [createFileLoader]);
}

function createFileLoader({ video, send, signal }: Playback): Loader {
  let pending = { at: -1, plays: true };
  const listen = (name: string, react: () => void) => video.addEventListener(name, react, { signal });
  listen('error', () => send({ kind: 'REJECTED', of: 'FILE' }));
  listen('loadedmetadata', () => {
    if (pending.at > 0) video.currentTime = pending.at;
    if (pending.plays) playIfAllowed(video);
  });
  return {
    start(fresh, at) {
      pending = { ...pending, at };
      video.src = fresh;
    },
    stop() {
      pending = { ...pending, plays: !video.paused };
    },
    end: () => clear(video),
  };
}
