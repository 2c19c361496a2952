/** Moments at which calendars and clocks play tricks: the next of each, so that the tests of then pass today. */

const day = 86_400_000;

export function trickyInstants(now = new Date()): string[] {
  const year = now.getUTCFullYear();
  const next = (instantIn: (year: number) => number | undefined) => {
    for (let candidate = year; ; candidate += 1) {
      const instant = instantIn(candidate);
      if (instant !== undefined && instant > now.getTime()) return instant;
    }
  };
  return [
    now.getTime() + 365 * day,
    // Half an hour before midnight in Madrid.
    next((leap) => (isLeap(leap) ? Date.UTC(leap, 1, 29, 22, 30) : undefined)),
    next((any) => Date.UTC(any, 11, 31, 22, 30)),
    // Half an hour before the clock goes forward, and in the hour that comes twice.
    next((any) => lastSunday(any, 2) + 0.5 * 3_600_000),
    next((any) => lastSunday(any, 9) + 0.5 * 3_600_000),
  ].map((instant) => `${new Date(instant).toISOString().slice(0, 16)}Z`);
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/** Midnight, UTC, of a month with 31 days. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31));
  return last.getTime() - last.getUTCDay() * day;
}
