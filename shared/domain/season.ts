/** The season, which limits monthly subscriptions. */
import { endOfDay, toWallTime } from './madrid-time.ts';

/** Default last day, `MM-DD`: youth leagues end on 30 June. */
export const usualLastDay = '06-30';

export const isDayOfYear = (text: string) => /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text);

/** End of the season: midnight in Madrid after its last day, in milliseconds since the Unix epoch. */
export function seasonEnd(at: number, lastDay: string): number {
  const { year } = toWallTime(new Date(at));
  const endIn = (candidate: number) => Date.parse(endOfDay(`${candidate}-${lastDay}`));
  return at < endIn(year) ? endIn(year) : endIn(year + 1);
}

/** Milliseconds before the season's end in which no subscriptions are sold. */
const lastDaysMs = 7 * 24 * 3600 * 1000;

/** Returns the time from which subscriptions are sold again; undefined while they are on sale. */
export function findSalesReopening(at: number, lastDay: string): number | undefined {
  const end = seasonEnd(at, lastDay);
  return end - at < lastDaysMs ? end : undefined;
}
