/**
 * Plays an HLS address in a <video> and keeps it playing: renews expired tokens, reconnects when a live drops, and
 * reports problems that only the user can solve. Independent of React.
 */

import Hls, { type ErrorData, type Fragment, type LevelDetails } from 'hls.js/light';
import { addAirPlaySource, hasAirPlay, isPlayingRemotely } from './airplay.ts';
import { attachNatively, playIfAllowed, reconnectDelays } from './attach-native.ts';
import { chooseFirstRendition, estimateBandwidth, storeBandwidth } from './bandwidth.ts';
import type { HlsCallbacks, PlayerProblem } from './hls-callbacks.ts';
import { carriesToken, getRequestId, getToken, hlsConfig, toFailureKind, withToken } from './hls-requests.ts';
import { findKeyFrame } from './key-frames.ts';
import { keepCloseToEdge } from './live-delay.ts';
import { toRecordedRange } from './live-seek.ts';
import { isPrefetched } from './media-prefetch.ts';
import { fitsBuffer, reloadPlaylist, withdrawnStatus } from './reload-playlist.ts';
import { limitSeekBuffer } from './seek-buffer.ts';
import { SharedPlaylists } from './shared-playlists.ts';
import { StallWatch } from './stall-watch.ts';

/** A rejection within this time after a renewal is final. */
const renewalPauseMs = 15_000;
/** Pause between reloads because of withdrawn segments. */
const withdrawnPauseMs = 3_000;
/** Maximum seconds behind the edge at which a live resumes after a drop. */
const maxResumeDelay = 10;

export function attachHls(
  video: HTMLVideoElement,
  // `from`: wall-clock time of the first frame to show, in a recording that is still growing.
  source: { url: string; live: boolean; startAt?: number; from?: number },
  callbacks: HlsCallbacks,
): () => void {
  if (!Hls.isSupported()) return attachNatively(video, source, callbacks);

  let hls: Hls | undefined;
  let stopped = false;
  let retries = 0;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let reloadedAt = Number.NEGATIVE_INFINITY;
  let withdrawnAt = Number.NEGATIVE_INFINITY;
  let mediaRecovered = false;
  let chosen = -1;
  /** Wall-clock time up to which a live has been shown, in milliseconds. */
  let seenUntil = 0;
  let offline = false;
  /** Start position in seconds, until the element has it; -1 for the default. */
  let pendingStart = -1;
  let token = getToken(source.url);
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

  const sharedPlaylists = new SharedPlaylists();
  // A recording that grows is read again and again.
  const openRequest = (xhr: XMLHttpRequest, address: string) =>
    source.from === undefined ? xhr.open('GET', address, true) : sharedPlaylists.open(xhr, address);

  function start(url: string, startAt: number) {
    hls?.destroy();
    const { from } = source;
    const startsAtDate = from !== undefined && startAt < 0;
    pendingStart = startAt;
    token = getToken(url);
    hls = new Hls({
      ...hlsConfig,
      abrEwmaDefaultEstimate: estimateBandwidth(),
      startPosition: startsAtDate ? 0 : startAt,
      // A viewer who has gone back must not be moved to the edge.
      ...(from !== undefined && { liveMaxLatencyDurationCount: Number.POSITIVE_INFINITY, maxLiveSyncPlaybackRate: 1 }),
      // media-chrome recognises a live by an infinite duration.
      liveDurationInfinity: source.live,
      preferManagedMediaSource: hasAirPlay,
      xhrSetup: (xhr, address) => openRequest(xhr, withToken(address, token)),
    });
    hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
      if (hls && chosen < 0) {
        const prefetchedLevel = levels.findIndex(({ uri }) => isPrefetched(uri));
        hls.startLevel =
          prefetchedLevel < 0
            ? Math.min(chooseFirstRendition(levels, estimateBandwidth()), hls.maxAutoLevel)
            : prefetchedLevel;
      }
      offerRenditions(levels.map(({ height }) => height));
      playIfAllowed(video);
    });
    hls.on(Hls.Events.MEDIA_ATTACHED, () => {
      if (hasAirPlay) addAirPlaySource(video, url);
    });
    if (source.live && seenUntil > 0) hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => resumeAfterSeen(details));
    if (startsAtDate) hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => startAtDate(from, details));
    hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
      if (from !== undefined) callbacks.onRecorded?.(toRecordedRange(details.fragments, !details.live));
    });
    if (source.live && from === undefined) keepCloseToEdge(hls, () => callbacks.mayStayBehind?.() ?? false);
    if (source.live) {
      hls.on(Hls.Events.FRAG_PARSING_METADATA, (_, { samples, frag: { programDateTime, start } }) => {
        for (const { data, pts: seconds } of samples) {
          const date = programDateTime === null ? undefined : programDateTime + 1000 * (seconds - start);
          callbacks.onCue?.({ text: new TextDecoder().decode(data), date });
        }
      });
    }
    hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => {
      const { bitrate = 0, height = 0 } = hls?.levels[level] ?? {};
      callbacks.meter?.setRung({ pb: Math.round(bitrate / 1000), height });
    });
    hls.on(Hls.Events.FRAG_BUFFERED, (_, { stats }) => {
      callbacks.meter?.addBytes(stats.loaded);
      if (hls && hls.bandwidthEstimate > 0) {
        storeBandwidth(hls.bandwidthEstimate);
        callbacks.meter?.setThroughput(hls.bandwidthEstimate);
      }
      retries = 0;
      mediaRecovered = false;
    });
    hls.on(Hls.Events.ERROR, (_, error) => handleError(error));
    hls.loadSource(url);
    hls.attachMedia(video);
  }

  function startAtDate(date: number, { fragments }: LevelDetails) {
    pendingStart = toRecordedRange(fragments)?.secondsAt(date) ?? 0;
    if (pendingStart > 0) hls?.startLoad(pendingStart);
  }

  function offerRenditions(heights: number[]) {
    const choose = (index: number) => {
      chosen = index;
      if (hls) hls.nextLevel = index;
      callbacks.onRenditions?.({ heights, chosen, choose });
    };
    choose(chosen < heights.length ? chosen : -1);
  }

  function handleError(error: ErrorData) {
    const status = error.response?.code;
    if (status === 409) return fail('conflict');
    if (status === withdrawnStatus) return skipWithdrawn(error);
    if (status === 401 || status === 403) return void (carriesToken(error) ? renewToken() : renewAddresses());
    if (!error.fatal) return;
    if (source.live) return reconnect();
    if (error.type === Hls.ErrorTypes.NETWORK_ERROR && !navigator.onLine) return waitForNetwork();
    if (error.type === Hls.ErrorTypes.MEDIA_ERROR && !mediaRecovered) {
      mediaRecovered = true;
      const isAtStart = video.currentTime === 0;
      hls?.recoverMediaError();
      // hls.js resumes at the current position, but treats 0 as unset and would return to the start position.
      if (isAtStart) hls?.startLoad(Math.max(0, pendingStart));
      return;
    }
    callbacks.meter?.fail(toFailureKind(error));
    fail('load', getRequestId(error));
  }

  /** Playback continues from the buffer while further requests use the new token. */
  async function renewToken() {
    if (performance.now() - renewedAt < renewalPauseMs) return;
    renewedAt = performance.now();
    const url = await callbacks.renew().catch(() => undefined);
    if (stopped || !hls) return;
    if (!url) return endOrReconnect();
    token = getToken(url);
    hls.startLoad();
    // hls.js may have switched to another rendition meanwhile.
    if (chosen >= 0) hls.nextLevel = chosen;
  }

  /** Segments have expired: their playlist has fresh addresses. A second rejection needs a new token as well. */
  function renewAddresses() {
    if (!hls || source.live || performance.now() - reloadedAt < renewalPauseMs) return void renew();
    reloadedAt = performance.now();
    reloadPlaylist(hls, video);
  }

  /** The segment was taken out meanwhile: the playlist knows where the video goes on. */
  function skipWithdrawn(error: ErrorData) {
    if (!hls) return;
    const sinceLast = performance.now() - withdrawnAt;
    // The edge follows the playlist within seconds, after an undo too.
    if (sinceLast < withdrawnPauseMs) {
      clearTimeout(reconnectTimer);
      reconnectTimer = setTimeout(() => skipWithdrawn(error), withdrawnPauseMs - sinceLast);
      return;
    }
    withdrawnAt = performance.now();
    if (fitsBuffer(error, video)) {
      reloadPlaylist(hls, video);
      // The page learns where something is missing now.
      void callbacks.renew().catch(() => undefined);
      return;
    }
    renewedAt = Number.NEGATIVE_INFINITY;
    void renew(Math.min(video.currentTime, error.frag?.start ?? video.currentTime));
  }

  async function renew(at = video.currentTime) {
    if (stopped || !hls) return;
    const position = source.live ? -1 : at;
    hls.destroy();
    hls = undefined;
    if (performance.now() - renewedAt < renewalPauseMs) return endOrReconnect();
    renewedAt = performance.now();
    const url = await callbacks.renew().catch(() => undefined);
    if (stopped) return;
    if (url) start(url, position);
    else endOrReconnect();
  }

  /** A rejected live has ended or dropped. Keeps reconnecting; the page decides whether it is over. */
  function endOrReconnect() {
    if (source.live) return reconnect();
    callbacks.meter?.fail('playlist');
    fail('load');
  }

  /** Playback continues from the buffer. */
  function waitForNetwork() {
    offline = true;
    if (video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) callbacks.onInterrupted(true);
    addEventListener('online', resumeOnline, { once: true, signal: listening.signal });
  }

  function resumeOnline() {
    offline = false;
    hls?.startLoad();
  }

  /** Resumes a reloaded live with the first segment not yet shown; without a new one, waits for it. */
  function resumeAfterSeen({ fragments }: LevelDetails) {
    const isNew = ({ programDateTime, duration }: Fragment) =>
      programDateTime === null || programDateTime + duration * 500 > seenUntil;
    const fresh = fragments.find(isNew);
    if (!fresh) return reconnect();
    // Too far behind: starts at the live edge instead.
    const last = fragments.at(-1);
    if (last && last.start + last.duration - fresh.start < maxResumeDelay) hls?.startLoad(fresh.start);
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

  function fail(problem: PlayerProblem, requestId?: string) {
    hls?.destroy();
    hls = undefined;
    video.pause();
    callbacks.onProblem(problem, ...(requestId ? [requestId] : []));
  }

  const stalls = new StallWatch(video, { interrupted: callbacks.onInterrupted, stall: reconnect });

  function onWaiting() {
    if (offline && !isPlayingRemotely(video)) callbacks.onInterrupted(true);
    if (source.live) stalls.start();
  }

  function onPlaying() {
    stalls.stop();
    callbacks.onInterrupted(false);
  }

  callbacks.onClock?.(() => hls?.playingDate?.getTime());
  callbacks.onKeyFrames?.((seconds) => findKeyFrame(seconds, hls?.latestLevelDetails?.fragments));
  /** Safari plays the AirPlay source while on a television and does not return to Media Source by itself. */
  function onAirPlayChange() {
    if (!stopped && !isPlayingRemotely(video)) start(source.url, source.live ? -1 : video.currentTime);
  }

  /** hls.js drops its own start seek when it skips a gap before the first frame. */
  function onMetadata() {
    if (pendingStart > video.currentTime) video.currentTime = pendingStart;
    pendingStart = -1;
  }

  const listening = new AbortController();
  const { signal } = listening;
  video.addEventListener('waiting', onWaiting, { signal });
  video.addEventListener('playing', onPlaying, { signal });
  video.addEventListener('seeking', () => limitSeekBuffer(video, hls?.config), { signal });
  video.addEventListener('loadedmetadata', onMetadata, { signal });
  video.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', onAirPlayChange, { signal });
  start(source.url, source.startAt ?? -1);

  return () => {
    stopped = true;
    clearTimeout(reconnectTimer);
    stalls.stop();
    listening.abort();
    hls?.destroy();
    hls = undefined;
  };
}
