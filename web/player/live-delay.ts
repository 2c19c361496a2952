/** Keeps hls.js close to a live's edge: it catches up after a stall, and skips what would take too long to catch up. */
import Hls from 'hls.js/light';

/**
 * Seconds behind the edge beyond a segment's length. The next segment is complete when a segment's length has been
 * played; the rest is for finding and fetching it.
 */
const reserveSeconds = 0.8;
/** Seconds behind the edge beyond which a player skips. */
const skipSeconds = 6;
/** After each stall hls.js stays further behind the edge; after this long without one it may come closer again. */
const steadyMs = 30_000;

/** Before the length of the segments is known; the start itself takes the rest of `reserveSeconds`. */
export const liveDelayConfig = { liveSyncDurationCount: 1.5, liveMaxLatencyDurationCount: 10 };
/** Speed at which a player catches up; hls.js slows down as it comes close. */
export const catchUpRate = 1.1;

/** Seconds behind the edge at which a player stays, and beyond which it skips; by the length of the segments. */
export function toLiveDelay(segmentSeconds: number): { target: number; skip: number } {
  const target = segmentSeconds + reserveSeconds;
  // hls.js catches up by its speed only until a segment beyond twice the target.
  const caughtUp = 2 * target + segmentSeconds;
  return { target, skip: Math.max(Math.min(skipSeconds, caughtUp), target + segmentSeconds) };
}

/** `mayStayBehind`: whether the viewer may go back, from where nothing may be skipped. */
export function keepCloseToEdge(hls: Hls, mayStayBehind: () => boolean): void {
  let stalledAt: number | undefined;
  hls.on(Hls.Events.LEVEL_LOADED, (_, { details }) => {
    const { target, skip } = toLiveDelay(details.targetduration);
    hls.config.liveMaxLatencyDuration = mayStayBehind() ? Number.POSITIVE_INFINITY : skip;
    const isSteady = stalledAt !== undefined && performance.now() - stalledAt > steadyMs;
    if (hls.config.liveSyncDuration === target && !isSteady) return;
    stalledAt = undefined;
    // Makes hls.js forget the stalls.
    hls.targetLatency = target;
  });
  hls.on(Hls.Events.ERROR, (_, { details }) => {
    if (details === Hls.ErrorDetails.BUFFER_STALLED_ERROR) stalledAt = performance.now();
  });
}
