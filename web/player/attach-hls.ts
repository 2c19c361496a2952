/** Plays an HLS address in a <video> by hls.js: passes its events to the playback, and does what that decides. */

import Hls, { type ErrorData, type LevelDetails } from 'hls.js/light';
import { gapPenaltyMs } from '../../shared/domain/limits.ts';
import { addAirPlaySource, hasAirPlay, isPlayingRemotely } from './airplay.ts';
import { attachNatively } from './attach-element.ts';
import { estimateBandwidth } from './bandwidth.ts';
import { findKeyFrame } from './frames.ts';
import {
  chooseStartLevel,
  findResumePosition,
  fitsBuffer,
  forwardCues,
  keepCloseToEdge,
  limitSeekBuffer,
  reloadPlaylist,
  reportQuality,
  withdrawnStatus,
} from './hls-events.ts';
import {
  carriesToken,
  getRequestId,
  getToken,
  hlsConfig,
  isFromPhone,
  SharedPlaylists,
  toFailureKind,
  withToken,
} from './hls-requests.ts';
import { toRecordedRange } from './live-position.ts';
import type { PlaybackCallbacks } from './playback.ts';
import { createPlayback, type Playback, playIfAllowed, StallWatch } from './playback.ts';
import type { PlaybackEvent } from './playback-state.ts';

interface HlsSource {
  url: string;
  live: boolean;
  startAt?: number;
  /** Wall-clock time of the first frame to show, in a recording that still grows. */
  from?: number;
}

export function attachHls(video: HTMLVideoElement, source: HlsSource, callbacks: PlaybackCallbacks): () => void {
  if (!Hls.isSupported()) return attachNatively(video, source, callbacks);
  let loader: HlsLoader | undefined;
  const { send, signal, end } = createPlayback(video, source, callbacks, (playback) => {
    loader = new HlsLoader(video, source, callbacks, playback);
    return loader;
  });
  const stalls = new StallWatch(video, {
    interrupted: callbacks.onInterrupted,
    stall: () => send({ kind: 'LOST' }),
  });
  const listen = (name: string, react: () => void) => video.addEventListener(name, react, { signal });
  listen('waiting', () => {
    if (!isPlayingRemotely(video)) send({ kind: 'WAITING' });
    if (source.live) stalls.start();
  });
  listen('playing', () => {
    stalls.stop();
    send({ kind: 'PLAYING' });
  });
  listen('seeking', () => limitSeekBuffer(video, loader?.hls?.config));
  listen('loadedmetadata', () => loader?.restorePosition());
  // Safari plays the AirPlay source on a television, and does not return to Media Source by itself.
  listen('webkitcurrentplaybacktargetiswirelesschanged', () => {
    if (!isPlayingRemotely(video)) send({ kind: 'RETURNED', url: source.url });
  });
  callbacks.onClock?.(() => loader?.getDate());
  callbacks.onKeyFrames?.((seconds) => findKeyFrame(seconds, loader?.hls?.latestLevelDetails?.fragments));
  return () => {
    stalls.stop();
    end();
  };
}

class HlsLoader {
  hls: Hls | undefined;
  #token: string | null = null;
  #chosenLevel = -1;
  /** Start position in seconds, until the element has it; -1 for the default. */
  #pendingStart = -1;
  readonly #sharedPlaylists = new SharedPlaylists();
  readonly #video: HTMLVideoElement;
  readonly #source: HlsSource;
  readonly #callbacks: PlaybackCallbacks;
  readonly #playback: Playback;

  constructor(video: HTMLVideoElement, source: HlsSource, callbacks: PlaybackCallbacks, playback: Playback) {
    this.#video = video;
    this.#source = source;
    this.#callbacks = callbacks;
    this.#playback = playback;
  }

  start(url: string, startAt: number): void {
    this.stop();
    const { live, from } = this.#source;
    const startsAtDate = from !== undefined && startAt < 0;
    this.#pendingStart = startAt;
    this.#token = getToken(url);
    const hls = new Hls({
      ...hlsConfig,
      // Otherwise hls.js would show the small rendition for the rest of the match.
      ...(isFromPhone(url) && { errorPenaltyExpireMs: gapPenaltyMs }),
      abrEwmaDefaultEstimate: estimateBandwidth(),
      startPosition: startsAtDate ? 0 : startAt,
      // hls.js must not move a viewer to the end of a recording that grows: of a live, or of an upload in its first minute.
      ...(!live && { liveMaxLatencyDurationCount: Number.POSITIVE_INFINITY, maxLiveSyncPlaybackRate: 1 }),
      // media-chrome recognises a live by its infinite duration.
      liveDurationInfinity: live,
      preferManagedMediaSource: hasAirPlay,
      xhrSetup: (xhr, address) => this.#open(xhr, withToken(address, this.#token)),
    });
    this.hls = hls;
    hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
      if (this.#chosenLevel < 0) hls.startLevel = chooseStartLevel(levels, hls.maxAutoLevel);
      this.#offerRenditions(levels.map(({ height }) => height));
      playIfAllowed(this.#video);
    });
    hls.on(Hls.Events.MEDIA_ATTACHED, () => {
      if (hasAirPlay) addAirPlaySource(this.#video, url);
    });
    const seenUntil = this.#playback.getSeenUntil();
    if (live && seenUntil > 0)
      hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => this.#resumeAfter(seenUntil, details));
    if (startsAtDate) hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => this.#startAtDate(from, details));
    hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
      if (from !== undefined) this.#callbacks.onRecorded?.(toRecordedRange(details.fragments, !details.live));
    });
    if (live && from === undefined) keepCloseToEdge(hls, () => this.#callbacks.mayStayBehind?.() ?? false);
    if (live) forwardCues(hls, this.#callbacks.onCue);
    reportQuality(hls, this.#callbacks.meter);
    hls.on(Hls.Events.FRAG_BUFFERED, () => this.#playback.send({ kind: 'BUFFERED' }));
    hls.on(Hls.Events.ERROR, (_, error) => {
      const event = toEvent(error, this.#video);
      if (event) this.#playback.send(event);
    });
    hls.loadSource(url);
    hls.attachMedia(this.#video);
  }

  stop(): void {
    this.hls?.destroy();
    this.hls = undefined;
  }

  /** Renews the token while playback continues from the buffer. */
  replaceToken(url: string): void {
    this.#token = getToken(url);
    this.hls?.startLoad();
    // hls.js may have switched to another rendition meanwhile.
    if (this.hls && this.#chosenLevel >= 0) this.hls.nextLevel = this.#chosenLevel;
  }

  reload(): void {
    if (this.hls) reloadPlaylist(this.hls, this.#video);
  }

  recover(): void {
    const isAtStart = this.#video.currentTime === 0;
    this.hls?.recoverMediaError();
    // hls.js resumes at the current position, but takes 0 as not set, and would return to the start position.
    if (isAtStart) this.hls?.startLoad(Math.max(0, this.#pendingStart));
  }

  resume(): void {
    this.hls?.startLoad();
  }

  getDate(): number | undefined {
    return this.hls?.playingDate?.getTime();
  }

  /** Seeks again, because hls.js loses its start position when it skips a gap before the first frame. */
  restorePosition(): void {
    if (this.#pendingStart > this.#video.currentTime) this.#video.currentTime = this.#pendingStart;
    this.#pendingStart = -1;
  }

  /** Playlists that come from us and grow are reloaded often, and therefore from their shared address. */
  #open(xhr: XMLHttpRequest, address: string): void {
    const { from, live, url } = this.#source;
    if (from !== undefined || (live && isFromPhone(url))) this.#sharedPlaylists.open(xhr, address);
    else xhr.open('GET', address, true);
  }

  #startAtDate(date: number, { fragments }: LevelDetails): void {
    this.#pendingStart = toRecordedRange(fragments)?.secondsAt(date) ?? 0;
    if (this.#pendingStart > 0) this.hls?.startLoad(this.#pendingStart);
  }

  /** Resumes a reloaded live at the first segment that was not shown yet; waits if there is none. */
  #resumeAfter(seenUntil: number, details: LevelDetails): void {
    const position = findResumePosition(details, seenUntil);
    if (position === undefined) this.#playback.send({ kind: 'LOST' });
    else if (position !== 'edge') this.hls?.startLoad(position);
  }

  #offerRenditions(heights: number[]): void {
    const choose = (index: number) => {
      this.#chosenLevel = index;
      if (this.hls) this.hls.nextLevel = index;
      this.#callbacks.onRenditions?.({ heights, chosen: index, choose });
    };
    choose(this.#chosenLevel < heights.length ? this.#chosenLevel : -1);
  }
}

function toEvent(error: ErrorData, video: HTMLVideoElement): PlaybackEvent | undefined {
  const status = error.response?.code;
  if (status === 409) return { kind: 'CONFLICT' };
  if (status === withdrawnStatus)
    return { kind: 'WITHDRAWN', fitsBuffer: fitsBuffer(error, video), start: error.frag?.start };
  if (status === 401 || status === 403) return { kind: 'REJECTED', of: carriesToken(error) ? 'TOKEN' : 'SIGNATURE' };
  if (!error.fatal) return undefined;
  const { NETWORK_ERROR, MEDIA_ERROR } = Hls.ErrorTypes;
  const of = error.type === NETWORK_ERROR ? 'NETWORK' : error.type === MEDIA_ERROR ? 'MEDIA' : 'OTHER';
  return { kind: 'FAILED', of, failure: toFailureKind(error), requestId: getRequestId(error) };
}
