/**
 * The time of an action as the press writes it. Football counts on after half-time, with added time apart (46', 45+2');
 * basketball names the quarter and its clock (C3 4:07).
 */
import type { Sport } from '../contract/schema.ts';
import type { AgeCategory } from './match.ts';
import { type Action, compareActions, listCounting } from './score.ts';

/** Minutes of a half by age category, in the competition rules of the Spanish federations. */
const halves: Record<AgeCategory, number> = {
  prebenjamin: 20,
  benjamin: 25,
  alevin: 30,
  infantil: 35,
  cadete: 40,
  juvenil: 45,
  junior: 45,
  senior: 45,
};
const fullHalf = 45;
const extraHalf = 15;

export const regularPeriods: Record<Sport, number> = { SOCCER: 2, BASKET: 4 };
export const isRegular = (period: number, sport: Sport): boolean => period <= regularPeriods[sport];

export interface MatchClock {
  sport: Sport;
  /** Minutes of a half. */
  half: number;
}

/**
 * Tolerances before and after the end of the category's half: a first half that ends outside them has another length.
 */
const [earlyMs, lateMs] = [3 * 60_000, 12 * 60_000];

/** Finds the half's length by category, unless the actual length of the first half contradicts it. */
export function findMatchClock(
  { sport, category }: { sport: Sport; category?: AgeCategory | null },
  log: Iterable<Action> = [],
): MatchClock {
  const usual = category ? halves[category] : fullHalf;
  const played = sport === 'SOCCER' ? measureFirstHalf(log) : undefined;
  if (played === undefined) return { sport, half: usual };
  const fits = (minutes: number) => played > minutes * 60_000 - earlyMs && played < minutes * 60_000 + lateMs;
  if (category && fits(usual)) return { sport, half: usual };
  const lengths = [...new Set(Object.values(halves))].toSorted((a, b) => b - a);
  return { sport, half: lengths.find((minutes) => played > minutes * 60_000 - 60_000) ?? usual };
}

/** Milliseconds from the start to the end of the first half; undefined before. */
function measureFirstHalf(log: Iterable<Action>): number | undefined {
  const turns = listCounting(log).toSorted(compareActions);
  const start = turns.find(({ kind, period }) => kind === 'PERIOD_START' && period === 1);
  const end = turns.find(({ kind, period }) => period === 1 && (kind === 'PERIOD_END' || kind === 'MATCH_END'));
  return start && end && end.at > start.at ? end.at - start.at : undefined;
}

/** Formats `46'`, `45+2'`, `C3 4:07`, `PR 0:41` from milliseconds since the period began. */
export function formatMatchTime(clock: MatchClock, period: number, ms: number): string {
  if (clock.sport === 'SOCCER') return formatMinute(clock.half, period, ms);
  const code = isRegular(period, 'BASKET') ? `C${period}` : `PR${period === 5 ? '' : period - 4}`;
  return `${code} ${formatPeriodClock(ms)}`;
}

/** Formats the milliseconds since the period began as `4:07`. */
export function formatPeriodClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function formatMinute(half: number, period: number, ms: number): string {
  const regular = isRegular(period, 'SOCCER');
  const length = regular ? half : extraHalf;
  const before = regular ? (period - 1) * half : 2 * half + (period - 3) * extraHalf;
  const minute = Math.floor(ms / 60_000) + 1;
  return minute > length ? `${before + length}+${minute - length}'` : `${before + minute}'`;
}
