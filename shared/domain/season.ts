/** The season: what is paid by the month lasts until its end. Rows: A-CONST-4, V-PRICE-4. */
import { endOfDay, wallTime } from './madrid-time.ts';

/** The season of youth leagues ends on 30 June. Month and day, `MM-DD`. */
export const usualLastDay = '06-30';

export const isDayOfYear = (text: string) => /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text);

/** When the season that an instant lies in is over: midnight in Madrid after its last day. Milliseconds since 1970. */
export function seasonEnd(at: number, lastDay: string): number {
  const { year } = wallTime(new Date(at));
  const endIn = (candidate: number) => Date.parse(endOfDay(`${candidate}-${lastDay}`));
  return at < endIn(year) ? endIn(year) : endIn(year + 1);
}

/** What is left of a season in its last days is not worth a month's price: ms. */
const lastDaysMs = 7 * 24 * 3600 * 1000;

/** When subscriptions are sold again, in the last days of a season; undefined while they are sold. */
export function soldAgain(at: number, lastDay: string): number | undefined {
  const end = seasonEnd(at, lastDay);
  return end - at < lastDaysMs ? end : undefined;
}
