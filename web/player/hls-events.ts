/** Reactions to events of hls.js that need no state of the attached source (attach-hls.ts). */

import Hls, { type ErrorData, type Level, type LevelDetails } from 'hls.js/light';
import { chooseFirstRendition, estimateBandwidth, storeBandwidth } from './bandwidth.ts';
import { isPrefetched } from './media-prefetch.ts';
import type { PlaybackCallbacks } from './playback.ts';

/** Seconds behind the edge at which a live may resume after a drop. */
const maxResumeDelay = 10;

/** Chooses the first rendition: the prefetched one, or else the best for the estimated bandwidth. */
export function chooseStartLevel(levels: readonly Level[], maxLevel: number): number {
  const prefetchedLevel = levels.findIndex(({ uri }) => isPrefetched(uri));
  return prefetchedLevel < 0 ? Math.min(chooseFirstRendition(levels, estimateBandwidth()), maxLevel) : prefetchedLevel;
}

/** Passes cues on, with the time of their frame. */
export function forwardCues(hls: Hls, onCue: PlaybackCallbacks['onCue']): void {
  hls.on(Hls.Events.FRAG_PARSING_METADATA, (_, { samples, frag: { programDateTime, start } }) => {
    for (const { data, pts: seconds } of samples) {
      const date = programDateTime === null ? undefined : programDateTime + 1000 * (seconds - start);
      onCue?.({ text: new TextDecoder().decode(data), date });
    }
  });
}

/** Reports renditions, bytes and bandwidth to the meter, and stores the bandwidth for the next visit. */
export function reportQuality(hls: Hls, meter: PlaybackCallbacks['meter']): void {
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

/**
 * Finds where a reloaded live resumes, in seconds: at the first segment of which less than half was shown, or at the
 * edge if that segment is too far behind it. Undefined without such a segment. `seenUntil`: wall-clock time up to which
 * the live was shown.
 */
export function findResumePosition({ fragments }: LevelDetails, seenUntil: number): number | 'edge' | undefined {
  const next = fragments.find(
    ({ programDateTime, duration }) => programDateTime === null || programDateTime + duration * 500 > seenUntil,
  );
  const last = fragments.at(-1);
  if (!next || !last) return undefined;
  return last.start + last.duration - next.start < maxResumeDelay ? next.start : 'edge';
}

/** Reloads all renditions' playlists for fresh addresses, while playback continues from the buffer. */
export function reloadPlaylist(hls: Hls, video: HTMLVideoElement): void {
  for (const level of hls.levels) level.details = undefined;
  hls.startLoad(video.currentTime);
}

/** HTTP status of a withdrawn segment, or of one whose whole video is withdrawn. */
export const withdrawnStatus = 410;

/**
 * Returns true if the buffer still fits a playlist without the rejected segment. Otherwise the viewer has gone back,
 * and the buffer after the segment has the longer playlist's times.
 */
export function fitsBuffer({ frag }: ErrorData, { buffered }: HTMLVideoElement): boolean {
  const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  return frag !== undefined && end <= frag.start + 0.5;
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
