/** Seconds for which a moment counts as just begun. */
const recentSeconds = 3;

/** Finds the next or previous moment. A moment that has just begun is not the previous one yet. */
export function findMoment(seconds: readonly number[], now: number, by: 1 | -1): number | undefined {
  const sorted = seconds.toSorted((a, b) => a - b);
  return by > 0 ? sorted.find((at) => at > now + 0.5) : sorted.findLast((at) => at < now - recentSeconds);
}
