/**
 * What is known of a visitor's line before the first picture, so that the player begins with a rendition that arrives: the
 * page itself has just come over it, the last match has, and some browsers say something of it.
 */

const key = 'cantera:line';
/** Where nothing is known: what a phone has on a ground. */
const cautious = 2_000_000;
/** Less says more of the server's answer than of the line. */
const tellingBytes = 60_000;

interface Transfer {
  transferSize: number;
  responseStart: number;
  responseEnd: number;
}

/** Bits per second. */
export function lineEstimate(transfers: readonly Transfer[] = transfersOfPage()): number {
  const measured = throughput(transfers);
  const last = lastLine();
  // A page is too short for a line to show all that it can; a match is not, and may have been on another line.
  if (measured !== undefined) return last === undefined ? measured : Math.max(measured, Math.min(last, 3 * measured));
  if (last !== undefined) return last;
  const { downlink } = (navigator as { connection?: { downlink?: number } }).connection ?? {};
  return downlink ? downlink * 1_000_000 : cautious;
}

/** What arrived, over the time in which anything arrived: several at once share the line. Undefined for too little. */
export function throughput(transfers: readonly Transfer[]): number | undefined {
  const arrived = transfers
    .filter(({ transferSize, responseStart }) => transferSize > 0 && responseStart > 0)
    .toSorted((a, b) => a.responseStart - b.responseStart);
  const bytes = arrived.reduce((sum, { transferSize }) => sum + transferSize, 0);
  if (bytes < tellingBytes) return undefined;
  let [until, busy] = [0, 0];
  for (const { responseStart, responseEnd } of arrived) {
    busy += Math.max(0, responseEnd - Math.max(responseStart, until));
    until = Math.max(until, responseEnd);
  }
  return (8000 * bytes) / Math.max(1, busy);
}

/** Bits per second, as a video has found them; for the next visit. */
export function rememberLine(bitsPerSecond: number): void {
  try {
    localStorage.setItem(key, String(Math.round(bitsPerSecond)));
  } catch {}
}

/** By itself rather than by use-stored.ts: it is asked before the code that all pages share is there (ahead.ts). */
function lastLine(): number | undefined {
  try {
    const kept = Number(localStorage.getItem(key));
    return kept > 0 ? kept : undefined;
  } catch {
    return undefined;
  }
}

const transfersOfPage = () => performance.getEntriesByType('resource') as PerformanceResourceTiming[];

/** Seconds that the first segment may take to arrive. */
const firstSegmentTakes = 1;
/** Seconds of a recording's segments (job-settings.ts) and more than a live's. */
const segmentLasts = 4;

/**
 * Position of the best rendition whose first segment is there within a second, of a list from the smallest to the best:
 * the picture comes soon, and sharper with the next segments.
 */
export function firstRendition(
  renditions: readonly { bitrate: number; averageBitrate?: number }[],
  line: number,
): number {
  const most = (line * firstSegmentTakes) / segmentLasts;
  const fits = renditions.findLastIndex(({ bitrate, averageBitrate }) => (averageBitrate || bitrate) <= most);
  return Math.max(0, fits);
}
