/** Keeps hls.js close to a live's edge: playback is faster after a short stall, and skips after a long one. */
import Hls from 'hls.js/light';

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

/** Settings until the length of the segments is known. The rest of the reserve passes before playback starts. */
export const liveDelayConfig = { liveSyncDurationCount: 1.5, liveMaxLatencyDurationCount: 10 };
/** Playback speed while catching up; hls.js slows down as it comes close to the edge. */
export const catchUpRate = 1.1;

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

/** `mayStayBehind` returns true if the viewer may rewind; then nothing is skipped. */
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
