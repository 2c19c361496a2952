/** Keeps hls.js close to a live's edge: it plays faster after a short stall, and skips after a long one. */
import Hls from 'hls.js/light';

/**
 * Seconds behind the edge, in addition to a segment's length: while a segment plays, the next one is completed; the rest
 * is for finding and fetching it.
 */
const reserveSeconds = 0.8;
/** Seconds behind the edge beyond which a player skips. */
const skipSeconds = 6;
/** After each stall hls.js stays further behind the edge; this long after the last one, its delay is reset. */
const steadyMs = 30_000;

/** Settings until the length of the segments is known; loading the start adds the rest of the reserve. */
export const liveDelayConfig = { liveSyncDurationCount: 1.5, liveMaxLatencyDurationCount: 10 };
/** Speed at which a player catches up; hls.js slows down as it comes close. */
export const catchUpRate = 1.1;

/** Seconds behind the edge at which a player stays, and beyond which it skips; by the length of the segments. */
export function toLiveDelay(segmentSeconds: number): { target: number; skip: number } {
  const target = segmentSeconds + reserveSeconds;
  // Further behind than this, hls.js does not play faster.
  const caughtUp = 2 * target + segmentSeconds;
  return { target, skip: Math.max(Math.min(skipSeconds, caughtUp), target + segmentSeconds) };
}

/** `mayStayBehind`: true if the viewer may rewind; then nothing is skipped. */
export function keepCloseToEdge(hls: Hls, mayStayBehind: () => boolean): void {
  let stalledAt: number | undefined;
  hls.on(Hls.Events.LEVEL_LOADED, (_, { details }) => {
    const { target, skip } = toLiveDelay(details.targetduration);
    hls.config.liveMaxLatencyDuration = mayStayBehind() ? Number.POSITIVE_INFINITY : skip;
    const isSteady = stalledAt !== undefined && performance.now() - stalledAt > steadyMs;
    if (hls.config.liveSyncDuration === target && !isSteady) return;
    stalledAt = undefined;
    // Setting the target resets the delay that hls.js has added for stalls.
    hls.targetLatency = target;
  });
  hls.on(Hls.Events.ERROR, (_, { details }) => {
    if (details === Hls.ErrorDetails.BUFFER_STALLED_ERROR) stalledAt = performance.now();
  });
}
