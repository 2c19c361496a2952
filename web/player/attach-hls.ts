/**
 * Plays an HLS address in a <video> and keeps it playing: fetches a new address when the token has run out, comes back
 * by itself when a live drops, and reports what only the person can solve. Independent of React.
 */

import Hls, {
  type ErrorData,
  type Fragment,
  type HlsConfig,
  type LevelDetails,
  type LoadPolicy,
  type RetryConfig,
} from 'hls.js/light';
import { requestIdHeader } from '../lib/api.ts';
import { lineEstimate, rememberLine } from './line.ts';

/** `conflict`: this user is watching on another device (409). `load`: it cannot be played. */
export type PlayerProblem = 'conflict' | 'load';

/** The heights to choose from, in lines, and how. */
export interface Renditions {
  heights: number[];
  /** Position in `heights`; -1 leaves the choice to the connection. */
  chosen: number;
  choose: (index: number) => void;
}

export interface HlsCallbacks {
  /** With the id of the request that failed, where the server is at fault. */
  onProblem: (problem: PlayerProblem, requestId?: string) => void;
  /** A live is being waited for, or is back. */
  onInterrupted: (interrupted: boolean) => void;
  /** A fresh address, when the old one is refused; undefined when there is none any more. */
  renew: () => Promise<string | undefined>;
  onRenditions?: (renditions: Renditions) => void;
}

/** Comes back this soon after a live has dropped, then ever more calmly. */
const reconnectDelays = [1000, 2000, 3000, 5000];
/** A second refusal this soon after a renewal is final. */
const renewalPauseMs = 15_000;
/** A live that stands still this long is loaded again at its edge. */
const stallMs = 12_000;
/** Seconds behind its edge at which a live may go on after a drop. */
const furthestBehind = 10;

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
  let chosen = -1;
  /** Until when of a live has been seen, by the clock of its encoder, in milliseconds. */
  let seenUntil = 0;
  let offline = false;
  let token = tokenOf(source.url);
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;

  function start(url: string, startAt: number) {
    hls?.destroy();
    token = tokenOf(url);
    hls = new Hls({
      ...config,
      abrEwmaDefaultEstimate: lineEstimate(),
      startPosition: startAt,
      // An endless duration is how the controls know a live, and where its edge is.
      liveDurationInfinity: source.live,
      preferManagedMediaSource: offersAirPlay,
      xhrSetup: (xhr, address) => xhr.open('GET', withToken(address, token), true),
    });
    hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
      offerRenditions(levels.map(({ height }) => height));
      playIfAllowed(video);
    });
    hls.on(Hls.Events.MEDIA_ATTACHED, () => {
      if (offersAirPlay) addAirPlaySource(video, url);
    });
    if (source.live && seenUntil > 0) hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => goOnAfter(details));
    hls.on(Hls.Events.FRAG_BUFFERED, () => {
      if (hls && hls.bandwidthEstimate > 0) rememberLine(hls.bandwidthEstimate);
      retries = 0;
      mediaRecovered = false;
    });
    hls.on(Hls.Events.ERROR, (_, error) => judge(error));
    hls.loadSource(url);
    hls.attachMedia(video);
  }

  function offerRenditions(heights: number[]) {
    const choose = (index: number) => {
      chosen = index;
      if (hls) hls.nextLevel = index;
      callbacks.onRenditions?.({ heights, chosen, choose });
    };
    choose(chosen < heights.length ? chosen : -1);
  }

  function judge(error: ErrorData) {
    const status = error.response?.code;
    if (status === 409) return give('conflict');
    if (status === 401 || status === 403) return void (isReplaceable(error) ? renewToken() : renew());
    if (!error.fatal) return;
    if (source.live) return reconnect();
    if (error.type === Hls.ErrorTypes.NETWORK_ERROR && !navigator.onLine) return waitForNetwork();
    if (error.type === Hls.ErrorTypes.MEDIA_ERROR && !mediaRecovered) {
      mediaRecovered = true;
      return hls?.recoverMediaError();
    }
    give('load', requestIdOf(error));
  }

  /** The picture goes on from what is buffered while the next requests get a fresh token. */
  async function renewToken() {
    if (performance.now() - renewedAt < renewalPauseMs) return;
    renewedAt = performance.now();
    const url = await callbacks.renew().catch(() => undefined);
    if (stopped || !hls) return;
    if (!url) return give('load');
    token = tokenOf(url);
    hls.startLoad();
    // hls.js has gone to another rendition meanwhile.
    if (chosen >= 0) hls.nextLevel = chosen;
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

  /** What is buffered plays on meanwhile. */
  function waitForNetwork() {
    offline = true;
    if (video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) callbacks.onInterrupted(true);
    addEventListener('online', goOn, { once: true });
  }

  function goOn() {
    offline = false;
    hls?.startLoad();
  }

  /** A live that is loaded again begins with what nobody has seen yet; while there is nothing new, it is waited for. */
  function goOnAfter({ fragments }: LevelDetails) {
    const isNew = ({ programDateTime, duration }: Fragment) =>
      programDateTime === null || programDateTime + duration * 500 > seenUntil;
    const fresh = fragments.find(isNew);
    if (!fresh) return reconnect();
    // Far behind, the live's own edge is the better place.
    const last = fragments.at(-1);
    if (last && last.start + last.duration - fresh.start < furthestBehind) hls?.startLoad(fresh.start);
  }

  function reconnect() {
    callbacks.onInterrupted(true);
    seenUntil = Math.max(seenUntil, hls?.playingDate?.getTime() ?? 0);
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

  function give(problem: PlayerProblem, requestId?: string) {
    hls?.destroy();
    hls = undefined;
    video.pause();
    callbacks.onProblem(problem, ...(requestId ? [requestId] : []));
  }

  function onWaiting() {
    if (playsElsewhere(video)) return;
    if (offline) callbacks.onInterrupted(true);
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
  /** Safari plays the second source itself while it is on a television, and Media Source not again by itself. */
  function onAirPlayChange() {
    if (!stopped && !playsElsewhere(video)) start(source.url, source.live ? -1 : video.currentTime);
  }

  video.addEventListener('playing', onPlaying);
  video.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', onAirPlayChange);
  start(source.url, source.startAt ?? -1);

  return () => {
    stopped = true;
    clearTimeout(reconnectTimer);
    clearTimeout(stallTimer);
    removeEventListener('online', goOn);
    video.removeEventListener('waiting', onWaiting);
    video.removeEventListener('playing', onPlaying);
    video.removeEventListener('webkitcurrentplaybacktargetiswirelesschanged', onAirPlayChange);
    hls?.destroy();
    hls = undefined;
  };
}

/**
 * A line that is gone for a while often leaves the browser "online": requests then end without any status, which hls.js
 * takes for a refusal. Tried again as after any other failure, some 30 s in all.
 */
function patient({ default: policy }: LoadPolicy): LoadPolicy {
  const { errorRetry } = policy;
  if (!errorRetry) return { default: policy };
  const shouldRetry: RetryConfig['shouldRetry'] = (retry, count, _timeout, response, otherwise) =>
    otherwise || (response?.code === 0 && count < (retry?.maxNumRetry ?? 0));
  return { default: { ...policy, errorRetry: { ...errorRetry, maxNumRetry: 6, shouldRetry } } };
}

const config: Partial<HlsConfig> = {
  // The worker would cost 41 KB more, or a `blob:` in the content security policy; 6 s of a match demux in a few ms.
  enableWorker: false,
  capLevelToPlayerSize: true,
  // The line is known well enough (line.ts): trying it out with the first segment would fetch that twice.
  testBandwidth: false,
  abrEwmaDefaultEstimateMax: 20_000_000,
  maxBufferLength: 30,
  backBufferLength: 60,
  liveSyncDurationCount: 2,
  liveMaxLatencyDurationCount: 10,
  maxLiveSyncPlaybackRate: 1.08,
  fragLoadPolicy: patient(Hls.DefaultConfig.fragLoadPolicy),
  keyLoadPolicy: patient(Hls.DefaultConfig.keyLoadPolicy),
  playlistLoadPolicy: patient(Hls.DefaultConfig.playlistLoadPolicy),
};

/** A playlist or a key of a recording asks for a token each time; a segment has its signature from the playlist. */
function isReplaceable({ details }: ErrorData): boolean {
  return details === Hls.ErrorDetails.LEVEL_LOAD_ERROR || details === Hls.ErrorDetails.KEY_LOAD_ERROR;
}

/** Of a playlist or a key, which the API answers; segments come from a bucket. */
function requestIdOf({ response, networkDetails }: ErrorData): string | undefined {
  if ((response?.code ?? 0) < 500 || !(networkDetails instanceof XMLHttpRequest)) return undefined;
  return networkDetails.getResponseHeader(requestIdHeader) ?? undefined;
}

const tokenOf = (address: string) => new URL(address, location.href).searchParams.get('token');

/** The same address with the newest token, where it carries one. */
function withToken(address: string, token: string | null): string {
  if (!token || !/[?&]token=/.test(address)) return address;
  const fresh = new URL(address);
  fresh.searchParams.set('token', token);
  return fresh.href;
}

/** Safari hands HLS to a television by an address; what Media Source plays has none of its own. */
const offersAirPlay = 'WebKitPlaybackTargetAvailabilityEvent' in globalThis && 'ManagedMediaSource' in globalThis;

function addAirPlaySource(video: HTMLVideoElement, url: string): void {
  const source = document.createElement('source');
  source.type = 'application/x-mpegURL';
  source.src = url;
  video.append(source);
  video.disableRemotePlayback = false;
}

/** On a television, by Chromecast or AirPlay: what the page's own player does is no measure then. */
export function playsElsewhere(video: HTMLVideoElement): boolean {
  const { webkitCurrentPlaybackTargetIsWireless } = video as { webkitCurrentPlaybackTargetIsWireless?: boolean };
  return webkitCurrentPlaybackTargetIsWireless === true || video.remote?.state === 'connected';
}

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
