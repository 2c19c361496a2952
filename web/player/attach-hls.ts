/**
 * Plays an HLS address in a <video> and keeps it playing: fetches a new address when the token has run out, comes back
 * by itself when a live drops, and reports what only the person can solve. Independent of React.
 */

import Hls, { type ErrorData, type HlsConfig } from 'hls.js/light';
import { showRenditions } from './renditions.ts';

/** `conflict`: this user is watching on another device (409). `load`: it cannot be played. */
export type PlayerProblem = 'conflict' | 'load';

export interface HlsCallbacks {
  onProblem: (problem: PlayerProblem) => void;
  /** A live is being waited for, or is back. */
  onInterrupted: (interrupted: boolean) => void;
  /** A fresh address, when the old one is refused; undefined when there is none any more. */
  renew: () => Promise<string | undefined>;
}

/** Comes back this soon after a live has dropped, then ever more calmly. */
const reconnectDelays = [1000, 2000, 3000, 5000];
/** A second refusal this soon after a renewal is final. */
const renewalPauseMs = 15_000;
/** A live that stands still this long is loaded again at its edge. */
const stallMs = 12_000;

export function attachHls(
  video: HTMLVideoElement,
  source: { url: string; live: boolean; startAt?: number },
  callbacks: HlsCallbacks,
): () => void {
  if (!Hls.isSupported()) return attachNatively(video, source, callbacks);

  let hls: Hls | undefined;
  let stopped = false;
  let retries = 0;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let mediaRecovered = false;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;

  function start(url: string, startAt: number) {
    hls?.destroy();
    // An endless duration is how the controls know a live, and where its edge is.
    hls = new Hls({ ...config, startPosition: startAt, liveDurationInfinity: source.live });
    hls.on(Hls.Events.MANIFEST_PARSED, () => {
      if (hls) showRenditions(video, hls);
      playIfAllowed(video);
    });
    hls.on(Hls.Events.FRAG_BUFFERED, () => {
      retries = 0;
      mediaRecovered = false;
    });
    hls.on(Hls.Events.ERROR, (_, error) => judge(error));
    hls.loadSource(url);
    hls.attachMedia(video);
  }

  function judge(error: ErrorData) {
    const status = error.response?.code;
    if (status === 409) return give('conflict');
    if (status === 401 || status === 403) return void renew();
    if (!error.fatal) return;
    if (source.live) return reconnect();
    if (error.type === Hls.ErrorTypes.MEDIA_ERROR && !mediaRecovered) {
      mediaRecovered = true;
      return hls?.recoverMediaError();
    }
    give('load');
  }

  async function renew() {
    if (stopped || !hls) return;
    const position = source.live ? -1 : video.currentTime;
    hls.destroy();
    hls = undefined;
    if (performance.now() - renewedAt < renewalPauseMs) return give('load');
    renewedAt = performance.now();
    const url = await callbacks.renew().catch(() => undefined);
    if (stopped) return;
    if (url) start(url, position);
    else if (source.live) reconnect();
    else give('load');
  }

  function reconnect() {
    callbacks.onInterrupted(true);
    hls?.destroy();
    hls = undefined;
    const delay = reconnectDelays[Math.min(retries, reconnectDelays.length - 1)];
    retries += 1;
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(async () => {
      const url = await callbacks.renew().catch(() => undefined);
      if (stopped) return;
      if (url) start(url, -1);
      else reconnect();
    }, delay);
  }

  function give(problem: PlayerProblem) {
    hls?.destroy();
    hls = undefined;
    video.pause();
    callbacks.onProblem(problem);
  }

  function onWaiting() {
    if (!source.live || stallTimer) return;
    stallTimer = setTimeout(() => {
      stallTimer = undefined;
      if (!video.paused) reconnect();
    }, stallMs);
    setTimeout(() => stallTimer && callbacks.onInterrupted(true), 3000);
  }

  function onPlaying() {
    clearTimeout(stallTimer);
    stallTimer = undefined;
    callbacks.onInterrupted(false);
  }

  video.addEventListener('waiting', onWaiting);
  video.addEventListener('playing', onPlaying);
  start(source.url, source.startAt ?? -1);

  return () => {
    stopped = true;
    clearTimeout(reconnectTimer);
    clearTimeout(stallTimer);
    video.removeEventListener('waiting', onWaiting);
    video.removeEventListener('playing', onPlaying);
    hls?.destroy();
    hls = undefined;
  };
}

const config: Partial<HlsConfig> = {
  // The worker would cost 41 KB more, or a `blob:` in the content security policy; 6 s of a match demux in a few ms.
  enableWorker: false,
  capLevelToPlayerSize: true,
  // Starts with a picture worth looking at on a usual connection, and corrects itself with the first segment.
  abrEwmaDefaultEstimate: 4_000_000,
  maxBufferLength: 30,
  backBufferLength: 60,
  liveSyncDurationCount: 2,
  liveMaxLatencyDurationCount: 10,
  maxLiveSyncPlaybackRate: 1.08,
};

/** Phones of Apple without Media Source: the system plays HLS itself and tells little of what goes wrong. */
function attachNatively(
  video: HTMLVideoElement,
  source: { url: string; live: boolean; startAt?: number },
  callbacks: HlsCallbacks,
): () => void {
  if (!video.canPlayType('application/vnd.apple.mpegurl')) {
    callbacks.onProblem('load');
    return () => undefined;
  }
  let url = source.url;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
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
    if (!source.live && failures > 1) return callbacks.onProblem('load');
    callbacks.onInterrupted(source.live);
    timer = setTimeout(
      async () => {
        url = (await callbacks.renew().catch(() => undefined)) ?? url;
        play();
      },
      reconnectDelays[Math.min(failures, reconnectDelays.length - 1)],
    );
  };
  const onPlaying = () => {
    failures = 0;
    callbacks.onInterrupted(false);
  };
  video.addEventListener('error', onError);
  video.addEventListener('playing', onPlaying);
  play();
  return () => {
    clearTimeout(timer);
    video.removeEventListener('error', onError);
    video.removeEventListener('playing', onPlaying);
    video.removeAttribute('src');
    video.load();
  };
}

/** Browsers start sound only after a click on the site; without one it starts muted, which they all allow. */
function playIfAllowed(video: HTMLVideoElement): void {
  video.play().catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
    video.muted = true;
    video.play().catch(() => undefined);
  });
}
