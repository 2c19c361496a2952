/**
 * Estimates the visitor's bandwidth before the first frame, so that playback starts with a suitable rendition: from the
 * page's own transfers, the last video and the browser's network information.
 */

const key = 'cantera:line';
/** Bits per second if nothing is known: a phone at a sports ground. */
const defaultBandwidth = 2_000_000;
/** Bytes of a sample; smaller ones measure the server's latency more than the bandwidth. */
const minSampleBytes = 60_000;

interface Transfer {
  transferSize: number;
  responseStart: number;
  responseEnd: number;
}

/** In bits per second. */
export function estimateBandwidth(transfers?: readonly Transfer[]): number {
  const measured = measureThroughput(transfers);
  const last = readStoredBandwidth();
  // Short page transfers make the bandwidth seem lower; the last video's value may come from another network.
  if (measured !== undefined) return last === undefined ? measured : Math.max(measured, Math.min(last, 3 * measured));
  if (last !== undefined) return last;
  const { downlink } = (navigator as { connection?: { downlink?: number } }).connection ?? {};
  return downlink ? downlink * 1_000_000 : defaultBandwidth;
}

/**
 * Divides the received bytes by the time in which any transfer was active, because parallel transfers share the
 * bandwidth. Undefined if the sample is too small.
 */
export function measureThroughput(transfers: readonly Transfer[] = getPageTransfers()): number | undefined {
  const arrived = transfers
    .filter(({ transferSize, responseStart }) => transferSize > 0 && responseStart > 0)
    .toSorted((a, b) => a.responseStart - b.responseStart);
  const bytes = arrived.reduce((sum, { transferSize }) => sum + transferSize, 0);
  if (bytes < minSampleBytes) return undefined;
  let [until, busy] = [0, 0];
  for (const { responseStart, responseEnd } of arrived) {
    busy += Math.max(0, responseEnd - Math.max(responseStart, until));
    until = Math.max(until, responseEnd);
  }
  return (8000 * bytes) / Math.max(1, busy);
}

/** Stores the bandwidth that a video measured, for the next visit. */
export function storeBandwidth(bitsPerSecond: number): void {
  try {
    localStorage.setItem(key, String(Math.round(bitsPerSecond)));
  } catch {}
}

/** Reads storage directly: this runs before the chunk of use-stored.ts has loaded (media-prefetch.ts). */
function readStoredBandwidth(): number | undefined {
  try {
    const stored = Number(localStorage.getItem(key));
    return stored > 0 ? stored : undefined;
  } catch {
    return undefined;
  }
}

const getPageTransfers = () => performance.getEntriesByType('resource') as PerformanceResourceTiming[];

/** Seconds in which the first segment should arrive. */
const firstSegmentTimeout = 1;
/** Seconds of a recording's segment (job-settings.ts), which is longer than a live's. */
const segmentSeconds = 4;

/**
 * Returns the index of the best rendition whose first segment arrives within a second. `renditions` ascend by bitrate.
 */
export function chooseFirstRendition(
  renditions: readonly { bitrate: number; averageBitrate?: number }[],
  bandwidth: number,
): number {
  const maxBitrate = (bandwidth * firstSegmentTimeout) / segmentSeconds;
  const fits = renditions.findLastIndex(({ bitrate, averageBitrate }) => (averageBitrate || bitrate) <= maxBitrate);
  return Math.max(0, fits);
}
