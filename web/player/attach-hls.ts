/**
 * Plays an HLS address in a <video> and keeps it playing: fetches a new address when the token has run out, comes back
 * by itself when a live drops, and reports what only the person can solve. Independent of React.
 */

import Hls, { type ErrorData, type Fragment, type LevelDetails } from 'hls.js/light';
import { isAskedAhead } from './ahead.ts';
import { attachNatively, playIfAllowed, reconnectDelays } from './attach-native.ts';
import { hlsConfig, isReplaceable, requestIdOf, tokenOf, withToken } from './hls-requests.ts';
import { firstRendition, lineEstimate, rememberLine } from './line.ts';
import { type Recorded, recordedIn } from './live-line.ts';
import type { StreamCue } from './player-props.ts';

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
  /** By which a live's picture says what time it shows, in milliseconds since 1970. */
  onClock?: (clock: () => number | undefined) => void;
  /** A live's stream says something, with a picture that may be yet to come. */
  onCue?: (cue: StreamCue) => void;
  /** Of a recording that still grows: what there is of it by now. */
  onRecorded?: (recorded: Recorded | undefined) => void;
  /** Whether somebody may stay behind the edge of a live. */
  mayStayBehind?: () => boolean;
}

/** A second refusal this soon after a renewal is final. */
const renewalPauseMs = 15_000;
/** A live that stands still this long is loaded again at its edge. */
const stallMs = 12_000;
/** After a jump its picture comes first: with so much after it (seconds), nothing else is fetched and taken apart for so long. */
const jumpSeconds = 0.5;
const jumpMs = 500;
/** Seconds behind its edge at which a live may go on after a drop. */
const furthestBehind = 10;

export function attachHls(
  video: HTMLVideoElement,
  // `from`: of a recording that still grows, what time its first picture is to show.
  source: { url: string; live: boolean; startAt?: number; from?: number },
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
  /** Where the picture is to begin, in seconds, until that is known to the element; -1 for wherever it does. */
  let begin = -1;
  let token = tokenOf(source.url);
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;

  function start(url: string, startAt: number) {
    hls?.destroy();
    const { from } = source;
    const isSought = from !== undefined && startAt < 0;
    begin = startAt;
    token = tokenOf(url);
    hls = new Hls({
      ...hlsConfig,
      abrEwmaDefaultEstimate: lineEstimate(),
      startPosition: isSought ? 0 : startAt,
      // Who has wound back stays where they are.
      ...(from !== undefined && { liveMaxLatencyDurationCount: Number.POSITIVE_INFINITY, maxLiveSyncPlaybackRate: 1 }),
      // An endless duration is how the controls know a live, and where its edge is.
      liveDurationInfinity: source.live,
      preferManagedMediaSource: offersAirPlay,
      xhrSetup: (xhr, address) => xhr.open('GET', withToken(address, token), true),
    });
    hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
      if (hls && chosen < 0) {
        const ahead = levels.findIndex(({ uri }) => isAskedAhead(uri));
        hls.startLevel = ahead < 0 ? Math.min(firstRendition(levels, lineEstimate()), hls.maxAutoLevel) : ahead;
      }
      offerRenditions(levels.map(({ height }) => height));
      playIfAllowed(video);
    });
    hls.on(Hls.Events.MEDIA_ATTACHED, () => {
      if (offersAirPlay) addAirPlaySource(video, url);
    });
    if (source.live && seenUntil > 0) hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => goOnAfter(details));
    if (isSought) hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => beginAt(from, details));
    hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
      if (from !== undefined) callbacks.onRecorded?.(recordedIn(details.fragments));
      else if (hls && callbacks.mayStayBehind?.()) hls.config.liveMaxLatencyDurationCount = Number.POSITIVE_INFINITY;
    });
    if (source.live) {
      hls.on(Hls.Events.FRAG_PARSING_METADATA, (_, { samples, frag: { programDateTime, start } }) => {
        for (const { data, pts: seconds } of samples) {
          const date = programDateTime === null ? undefined : programDateTime + 1000 * (seconds - start);
          callbacks.onCue?.({ text: new TextDecoder().decode(data), date });
        }
      });
    }
    hls.on(Hls.Events.FRAG_BUFFERED, () => {
      if (hls && hls.bandwidthEstimate > 0) rememberLine(hls.bandwidthEstimate);
      retries = 0;
      mediaRecovered = false;
    });
    hls.on(Hls.Events.ERROR, (_, error) => judge(error));
    hls.loadSource(url);
    hls.attachMedia(video);
  }

  function beginAt(date: number, { fragments }: LevelDetails) {
    begin = recordedIn(fragments)?.secondsAt(date) ?? 0;
    if (begin > 0) hls?.startLoad(begin);
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
      const isAtStart = video.currentTime === 0;
      hls?.recoverMediaError();
      // The library goes on where the picture was, but takes the first second for none: it would go to where this visit began.
      if (isAtStart) hls?.startLoad(Math.max(0, begin));
      return;
    }
    give('load', requestIdOf(error));
  }

  /** The picture goes on from what is buffered while the next requests get a fresh token. */
  async function renewToken() {
    if (performance.now() - renewedAt < renewalPauseMs) return;
    renewedAt = performance.now();
    const url = await callbacks.renew().catch(() => undefined);
    if (stopped || !hls) return;
    if (!url) return goesOn();
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
    if (performance.now() - renewedAt < renewalPauseMs) return goesOn();
    renewedAt = performance.now();
    const url = await callbacks.renew().catch(() => undefined);
    if (stopped) return;
    if (url) start(url, position);
    else goesOn();
  }

  /** A live that is refused has ended or has dropped: it is waited for, and whether it is over says the page. */
  function goesOn() {
    if (source.live) reconnect();
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

  function onSeeking() {
    const config = hls?.config;
    if (!config || config.maxMaxBufferLength === jumpSeconds) return;
    const { maxMaxBufferLength } = config;
    const fetchOn = () => void Object.assign(config, { maxMaxBufferLength });
    config.maxMaxBufferLength = jumpSeconds;
    video.addEventListener('seeked', fetchOn, { once: true });
    setTimeout(fetchOn, jumpMs);
  }

  callbacks.onClock?.(() => hls?.playingDate?.getTime());
  video.addEventListener('waiting', onWaiting);
  /** Safari plays the second source itself while it is on a television, and Media Source not again by itself. */
  function onAirPlayChange() {
    if (!stopped && !playsElsewhere(video)) start(source.url, source.live ? -1 : video.currentTime);
  }

  /** The library gives up its own seek where it is already jumping over the hole before the first picture. */
  function onMetadata() {
    if (begin > video.currentTime) video.currentTime = begin;
    begin = -1;
  }

  video.addEventListener('seeking', onSeeking);
  video.addEventListener('loadedmetadata', onMetadata);
  video.addEventListener('playing', onPlaying);
  video.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', onAirPlayChange);
  start(source.url, source.startAt ?? -1);

  return () => {
    stopped = true;
    clearTimeout(reconnectTimer);
    clearTimeout(stallTimer);
    // What plays next in the same element is waited for by somebody else.
    stallTimer = undefined;
    removeEventListener('online', goOn);
    video.removeEventListener('waiting', onWaiting);
    video.removeEventListener('seeking', onSeeking);
    video.removeEventListener('loadedmetadata', onMetadata);
    video.removeEventListener('playing', onPlaying);
    video.removeEventListener('webkitcurrentplaybacktargetiswirelesschanged', onAirPlayChange);
    hls?.destroy();
    hls = undefined;
  };
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
