/** Carries out a playback's decisions with hls.js. */

import Hls, { type Level, type LevelDetails } from 'hls.js/light';
import { gapPenaltyMs } from '../../shared/domain/limits.ts';
import { getToken, hlsConfig, isFromPhone, SharedPlaylists, withToken } from './hls-requests.ts';
import { toRecordedRange } from './live-position.ts';
import { chooseFirstRendition, estimateBandwidth, isPrefetched, storeBandwidth } from './media-prefetch.ts';
import { type Loader, type Playback, type PlaybackCallbacks, playIfAllowed } from './playback.ts';

export class HlsLoader implements Loader {
  hls: Hls | undefined;
  #token: string | null = null;
  #chosenLevel = -1;
  /** Start position in seconds, until the element has it; -1 for the default. */
  #pendingStart = -1;
  readonly #sharedPlaylists = new SharedPlaylists();
  readonly #playback: Playback;
  readonly #watch: (hls: Hls) => void;

  /** `watch` translates the events of each new hls.js. */
  constructor(playback: Playback, watch: (hls: Hls) => void) {
    this.#playback = playback;
    this.#watch = watch;
  }

  start(url: string, startAt: number): void {
    this.stop();
    const { video, source, callbacks, getSeenUntil } = this.#playback;
    const { live, from } = source;
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
      playIfAllowed(video);
    });
    hls.on(Hls.Events.MEDIA_ATTACHED, () => {
      if (hasAirPlay) addAirPlaySource(video, url);
    });
    const seenUntil = getSeenUntil();
    if (live && seenUntil > 0)
      hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => this.#resumeAfter(seenUntil, details));
    if (startsAtDate) hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => this.#startAtDate(from, details));
    hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
      if (from !== undefined) callbacks.onRecorded?.(toRecordedRange(details.fragments, !details.live));
    });
    if (live && from === undefined) keepCloseToEdge(hls, () => callbacks.mayStayBehind?.() ?? false);
    if (live) forwardCues(hls, callbacks.onCue);
    reportQuality(hls, callbacks.meter);
    this.#watch(hls);
    hls.loadSource(url);
    hls.attachMedia(video);
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
    if (this.hls) reloadPlaylist(this.hls, this.#playback.video);
  }

  recover(): void {
    const isAtStart = this.#playback.video.currentTime === 0;
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
    if (this.#pendingStart > this.#playback.video.currentTime) this.#playback.video.currentTime = this.#pendingStart;
    this.#pendingStart = -1;
  }

  /** Playlists that come from us and grow are reloaded often, and therefore from their shared address. */
  #open(xhr: XMLHttpRequest, address: string): void {
    const { from, live, url } = this.#playback.source;
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
      this.#playback.callbacks.onRenditions?.({ heights, chosen: index, choose });
    };
    choose(this.#chosenLevel < heights.length ? this.#chosenLevel : -1);
  }
}

/** True if AirPlay needs a second source, because it requires an address, which a Media Source does not have. */
const hasAirPlay = 'WebKitPlaybackTargetAvailabilityEvent' in globalThis && 'ManagedMediaSource' in globalThis;

function addAirPlaySource(video: HTMLVideoElement, url: string): void {
  const source = document.createElement('source');
  source.type = 'application/x-mpegURL';
  source.src = url;
  video.append(source);
  video.disableRemotePlayback = false;
}

/** Chooses the first rendition: the prefetched one, or else the best for the estimated bandwidth. */
function chooseStartLevel(levels: readonly Level[], maxLevel: number): number {
  const prefetchedLevel = levels.findIndex(({ uri }) => isPrefetched(uri));
  return prefetchedLevel < 0 ? Math.min(chooseFirstRendition(levels, estimateBandwidth()), maxLevel) : prefetchedLevel;
}

/** Passes cues on, with the time of their frame. */
function forwardCues(hls: Hls, onCue: PlaybackCallbacks['onCue']): void {
  hls.on(Hls.Events.FRAG_PARSING_METADATA, (_, { samples, frag: { programDateTime, start } }) => {
    for (const { data, pts: seconds } of samples) {
      const date = programDateTime === null ? undefined : programDateTime + 1000 * (seconds - start);
      onCue?.({ text: new TextDecoder().decode(data), date });
    }
  });
}

/** Reports renditions, bytes and bandwidth to the meter, and stores the bandwidth for the next visit. */
function reportQuality(hls: Hls, meter: PlaybackCallbacks['meter']): void {
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => {
    const { bitrate = 0, height = 0 } = hls.levels[level] ?? {};
    meter?.setRung({ pb: Math.round(bitrate / 1000), height });
  });
  hls.on(Hls.Events.FRAG_BUFFERED, (_, { stats }) => {
    meter?.addBytes(stats.loaded);
    if (!(hls.bandwidthEstimate > 0)) return;
    storeBandwidth(hls.bandwidthEstimate);
    meter?.setThroughput(hls.bandwidthEstimate);
  });
}

/** Seconds behind the edge at which a live may resume after a drop. */
const maxResumeDelay = 10;

/**
 * Finds where a reloaded live resumes, in seconds: at the first segment of which less than half was shown, or at the
 * edge if that segment is too far behind it. Undefined without such a segment. `seenUntil`: wall-clock time up to which
 * the live was shown.
 */
function findResumePosition({ fragments }: LevelDetails, seenUntil: number): number | 'edge' | undefined {
  const next = fragments.find(
    ({ programDateTime, duration }) => programDateTime === null || programDateTime + duration * 500 > seenUntil,
  );
  const last = fragments.at(-1);
  if (!next || !last) return undefined;
  return last.start + last.duration - next.start < maxResumeDelay ? next.start : 'edge';
}

/** Reloads all renditions' playlists for fresh addresses, while playback continues from the buffer. */
function reloadPlaylist(hls: Hls, video: HTMLVideoElement): void {
  for (const level of hls.levels) level.details = undefined;
  hls.startLoad(video.currentTime);
}

/**
 * Seconds behind the edge, on top of a segment's length, in which the next segment can be found and downloaded once it
 * is complete.
 */
const reserveSeconds = 0.8;
/** Seconds behind the edge beyond which playback skips. */
const skipSeconds = 6;
/**
 * Milliseconds after the last stall at which the delay is reset: hls.js stays further behind the edge after each stall.
 */
const steadyMs = 30_000;

/**
 * Computes, from the length of the segments, the seconds behind the edge at which playback stays, and beyond which it
 * skips.
 */
export function toLiveDelay(segmentSeconds: number): { target: number; skip: number } {
  const target = segmentSeconds + reserveSeconds;
  // Further behind the edge than this, hls.js does not play faster.
  const caughtUp = 2 * target + segmentSeconds;
  return { target, skip: Math.max(Math.min(skipSeconds, caughtUp), target + segmentSeconds) };
}

/**
 * Keeps hls.js close to a live's edge: playback is faster after a short stall, and skips after a long one.
 * `mayStayBehind` returns true if the viewer may rewind; then nothing is skipped.
 */
export function keepCloseToEdge(hls: Hls, mayStayBehind: () => boolean): void {
  let stalledAt: number | undefined;
  hls.on(Hls.Events.LEVEL_LOADED, (_, { details }) => {
    const { target, skip } = toLiveDelay(details.targetduration);
    hls.config.liveMaxLatencyDuration = mayStayBehind() ? Number.POSITIVE_INFINITY : skip;
    const isSteady = stalledAt !== undefined && performance.now() - stalledAt > steadyMs;
    if (hls.config.liveSyncDuration === target && !isSteady) return;
    stalledAt = undefined;
    // Setting the target ends the delay that hls.js has added for stalls.
    hls.targetLatency = target;
  });
  hls.on(Hls.Events.ERROR, (_, { details }) => {
    if (details === Hls.ErrorDetails.BUFFER_STALLED_ERROR) stalledAt = performance.now();
  });
}

/**
 * Seconds to which the buffer is limited after a seek, and milliseconds for which the limit applies, so that the target
 * frame is decoded first.
 */
const seekBufferSeconds = 0.5;
const seekBufferMs = 500;

export function limitSeekBuffer(video: HTMLVideoElement, config: Hls['config'] | undefined): void {
  if (!config || config.maxMaxBufferLength === seekBufferSeconds) return;
  const { maxMaxBufferLength } = config;
  const restoreBuffer = () => void Object.assign(config, { maxMaxBufferLength });
  config.maxMaxBufferLength = seekBufferSeconds;
  video.addEventListener('seeked', restoreBuffer, { once: true });
  setTimeout(restoreBuffer, seekBufferMs);
}
