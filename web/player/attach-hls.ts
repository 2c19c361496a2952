/**
 * Plays an HLS address in a <video> and keeps it playing: renews expired tokens, reconnects when a live drops, and
 * reports problems that only the user can solve. Independent of React.
 */

import Hls, { type ErrorData, type LevelDetails } from 'hls.js/light';
import { addAirPlaySource, hasAirPlay, isPlayingRemotely } from './airplay.ts';
import { attachNatively, playIfAllowed, reconnectDelaysMs } from './attach-native.ts';
import { estimateBandwidth } from './bandwidth.ts';
import type { HlsCallbacks, PlayerProblem } from './hls-callbacks.ts';
import { chooseStartLevel, findResumePosition, forwardCues, reportQuality } from './hls-events.ts';
import { carriesToken, getRequestId, getToken, hlsConfig, toFailureKind, withToken } from './hls-requests.ts';
import { findKeyFrame } from './key-frames.ts';
import { keepCloseToEdge } from './live-delay.ts';
import { toRecordedRange } from './live-seek.ts';
import { fitsBuffer, reloadPlaylist, withdrawnStatus } from './reload-playlist.ts';
import { limitSeekBuffer } from './seek-buffer.ts';
import { SharedPlaylists } from './shared-playlists.ts';
import { StallWatch } from './stall-watch.ts';

/** Milliseconds after a renewal in which a rejection is final. */
const renewalPauseMs = 15_000;
/** Milliseconds between reloads because of withdrawn segments. */
const withdrawnPauseMs = 3_000;

export function attachHls(
  video: HTMLVideoElement,
  // `from`: wall-clock time of the first frame to show, in a recording that still grows.
  source: { url: string; live: boolean; startAt?: number; from?: number },
  callbacks: HlsCallbacks,
): () => void {
  if (!Hls.isSupported()) return attachNatively(video, source, callbacks);

  let hls: Hls | undefined;
  let isStopped = false;
  let retries = 0;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let reloadedAt = Number.NEGATIVE_INFINITY;
  let withdrawnAt = Number.NEGATIVE_INFINITY;
  let hasRecoveredMedia = false;
  let chosenLevel = -1;
  /** Wall-clock time up to which a live has been shown, in milliseconds. */
  let seenUntil = 0;
  let isOffline = false;
  /** Start position in seconds, until the element has it; -1 for the default. */
  let pendingStart = -1;
  let token = getToken(source.url);
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

  const sharedPlaylists = new SharedPlaylists();
  // A growing recording's playlist is reloaded often, and therefore from its shared address.
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
      // hls.js must not move a viewer to the end of a recording that grows: of a live, or of an upload in its first minute.
      ...(!source.live && { liveMaxLatencyDurationCount: Number.POSITIVE_INFINITY, maxLiveSyncPlaybackRate: 1 }),
      // media-chrome recognises a live by its infinite duration.
      liveDurationInfinity: source.live,
      preferManagedMediaSource: hasAirPlay,
      xhrSetup: (xhr, address) => openRequest(xhr, withToken(address, token)),
    });
    hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
      if (hls && chosenLevel < 0) hls.startLevel = chooseStartLevel(levels, hls.maxAutoLevel);
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
    if (source.live) forwardCues(hls, callbacks.onCue);
    reportQuality(hls, callbacks.meter);
    hls.on(Hls.Events.FRAG_BUFFERED, () => {
      retries = 0;
      hasRecoveredMedia = false;
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
      chosenLevel = index;
      if (hls) hls.nextLevel = index;
      callbacks.onRenditions?.({ heights, chosen: chosenLevel, choose });
    };
    choose(chosenLevel < heights.length ? chosenLevel : -1);
  }

  function handleError(error: ErrorData) {
    const status = error.response?.code;
    if (status === 409) return fail('conflict');
    if (status === withdrawnStatus) return skipWithdrawn(error);
    if (status === 401 || status === 403) return void (carriesToken(error) ? renewToken() : renewAddresses());
    if (!error.fatal) return;
    if (source.live) return reconnect();
    if (error.type === Hls.ErrorTypes.NETWORK_ERROR && !navigator.onLine) return waitForNetwork();
    if (error.type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecoveredMedia) {
      hasRecoveredMedia = true;
      const isAtStart = video.currentTime === 0;
      hls?.recoverMediaError();
      // hls.js resumes at the current position, but takes 0 as not set, and would return to the start position.
      if (isAtStart) hls?.startLoad(Math.max(0, pendingStart));
      return;
    }
    callbacks.meter?.fail(toFailureKind(error));
    fail('load', getRequestId(error));
  }

  /** Renews the token while playback continues from the buffer. */
  async function renewToken() {
    if (performance.now() - renewedAt < renewalPauseMs) return;
    renewedAt = performance.now();
    const url = await callbacks.renew().catch(() => undefined);
    if (isStopped || !hls) return;
    if (!url) return endOrReconnect();
    token = getToken(url);
    hls.startLoad();
    // hls.js may have switched to another rendition meanwhile.
    if (chosenLevel >= 0) hls.nextLevel = chosenLevel;
  }

  /**
   * Reloads the playlist, which has fresh addresses for expired segments. If those are rejected too, renews the token.
   */
  function renewAddresses() {
    if (!hls || source.live || performance.now() - reloadedAt < renewalPauseMs) return void renew();
    reloadedAt = performance.now();
    reloadPlaylist(hls, video);
  }

  /** Skips a withdrawn segment: the playlist tells where the video continues. */
  function skipWithdrawn(error: ErrorData) {
    if (!hls) return;
    const sinceLast = performance.now() - withdrawnAt;
    // The edge follows a change of the playlist, or its undo, within seconds.
    if (sinceLast < withdrawnPauseMs) {
      clearTimeout(reconnectTimer);
      reconnectTimer = setTimeout(() => skipWithdrawn(error), withdrawnPauseMs - sinceLast);
      return;
    }
    withdrawnAt = performance.now();
    if (fitsBuffer(error, video)) {
      reloadPlaylist(hls, video);
      // Lets the page learn which seconds are missing.
      void callbacks.renew().catch(() => undefined);
      return;
    }
    renewedAt = Number.NEGATIVE_INFINITY;
    void renew(Math.min(video.currentTime, error.frag?.start ?? video.currentTime));
  }

  async function renew(at = video.currentTime) {
    if (isStopped || !hls) return;
    const position = source.live ? -1 : at;
    hls.destroy();
    hls = undefined;
    if (performance.now() - renewedAt < renewalPauseMs) return endOrReconnect();
    renewedAt = performance.now();
    const url = await callbacks.renew().catch(() => undefined);
    if (isStopped) return;
    if (url) start(url, position);
    else endOrReconnect();
  }

  /**
   * Ends playback. A rejected live has ended or lost its signal: it reconnects until the page decides that it is over.
   */
  function endOrReconnect() {
    if (source.live) return reconnect();
    callbacks.meter?.fail('playlist');
    fail('load');
  }

  /** Waits while playback continues from the buffer. */
  function waitForNetwork() {
    isOffline = true;
    if (video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) callbacks.onInterrupted(true);
    addEventListener('online', resumeOnline, { once: true, signal: listening.signal });
  }

  function resumeOnline() {
    isOffline = false;
    hls?.startLoad();
  }

  /** Resumes a reloaded live at the first segment that was not shown yet; waits if there is none. */
  function resumeAfterSeen(details: LevelDetails) {
    const position = findResumePosition(details, seenUntil);
    if (position === undefined) return reconnect();
    if (position !== 'edge') hls?.startLoad(position);
  }

  function reconnect() {
    callbacks.onInterrupted(true);
    seenUntil = Math.max(seenUntil, hls?.playingDate?.getTime() ?? 0);
    hls?.destroy();
    hls = undefined;
    const delay = reconnectDelaysMs[Math.min(retries, reconnectDelaysMs.length - 1)];
    retries += 1;
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(async () => {
      const url = await callbacks.renew().catch(() => undefined);
      if (isStopped) return;
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
    if (isOffline && !isPlayingRemotely(video)) callbacks.onInterrupted(true);
    if (source.live) stalls.start();
  }

  function onPlaying() {
    stalls.stop();
    callbacks.onInterrupted(false);
  }

  callbacks.onClock?.(() => hls?.playingDate?.getTime());
  callbacks.onKeyFrames?.((seconds) => findKeyFrame(seconds, hls?.latestLevelDetails?.fragments));
  /** Safari plays the AirPlay source on a television, and does not return to Media Source by itself. */
  function onAirPlayChange() {
    if (!isStopped && !isPlayingRemotely(video)) start(source.url, source.live ? -1 : video.currentTime);
  }

  /** Seeks again, because hls.js loses its start position when it skips a gap before the first frame. */
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
    isStopped = true;
    clearTimeout(reconnectTimer);
    stalls.stop();
    listening.abort();
    hls?.destroy();
    hls = undefined;
  };
}
