/** Selects events by time in Madrid: today, this weekend, upcoming or played. Pure. */
import type { EventTime } from '../../../shared/contract/events.ts';
import type { ListedSignal } from '../../../shared/contract/live.ts';
import { fromWallTime, toWallTime } from '../../../shared/domain/madrid-time.ts';
import { type MatchState, matchState } from '../../../shared/domain/match-state.ts';
import type { EventRow } from './store.ts';

type Timed = Pick<EventRow, 'start' | 'finish' | 'state' | 'postponedFrom' | 'signal' | 'hasCamera'>;

/** Filters rows (newest first) and returns them in reading order. */
export function selectByTime<Row extends Timed>(time: EventTime, rows: readonly Row[], now: number): Row[] {
  switch (time) {
    case 'today':
      return listDuring(rows, findToday(now));
    case 'weekend':
      return listDuring(rows, findWeekend(now));
    case 'upcoming':
      return rows.filter((row) => isUpcoming(row, now)).reverse();
    case 'results':
      return rows.filter((row) => toState(row, now) === 'ENDED');
    case 'nearest':
      return sortNearestFirst(rows, now);
    case 'fromToday': {
      const { from } = findToday(now);
      return [...rows.filter((row) => row.finish > from).reverse(), ...rows.filter((row) => row.finish <= from)];
    }
  }
}

export const toState = ({ start, finish, ...row }: Timed, now: number): MatchState['kind'] =>
  matchState({ ...row, scheduledStartDate: start, scheduledFinishDate: finish }, now).kind;

/** Lists the signals of visible matches that are not over. */
export const listSignals = (rows: readonly EventRow[], now: number): ListedSignal[] =>
  rows.flatMap(({ id, ...row }) =>
    row.visible && row.signal && toState(row, now) !== 'ENDED'
      ? [{ eventId: id, since: row.signal.since, stoppedAt: row.signal.stoppedAt }]
      : [],
  );

/** Cancelled and postponed matches stay listed for as long as they would have lasted. */
function isUpcoming(row: Timed, now: number): boolean {
  const kind = toState(row, now);
  if (kind === 'CANCELLED' || kind === 'POSTPONED') return Date.parse(row.finish) > now;
  return kind !== 'ENDED';
}

export const sortNearestFirst = <Row extends Pick<EventRow, 'start'>>(rows: readonly Row[], now: number): Row[] =>
  rows
    .map((row) => ({ row, distance: Math.abs(Date.parse(row.start) - now) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ row }) => row);

/** Today's matches, then the last ones before today and the next ones after it, `size` of each; from the newest first. */
export function selectAround<Row extends Timed>(rows: readonly Row[], size: number, now: number): Row[] {
  const { from, to } = findToday(now);
  return [
    listDuring(rows, { from, to }),
    rows.filter(({ finish }) => finish <= from),
    rows.filter(({ start }) => start >= to).reverse(),
  ].flatMap((part) => part.slice(0, size));
}

interface Span {
  from: string;
  to: string;
}

const listDuring = <Row extends Timed>(rows: readonly Row[], { from, to }: Span) =>
  rows.filter((row) => row.start < to && row.finish > from).reverse();

const findToday = (now: number): Span => findDays(now, 0, 1);

/** Saturday and Sunday of this week, also on Sunday. */
function findWeekend(now: number): Span {
  const { year, month, day } = toWallTime(new Date(now));
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  return findDays(now, 5 - weekday, 7 - weekday);
}

/** From the start of one day to the start of another, in days from today. */
function findDays(now: number, first: number, end: number): Span {
  const { year, month, day } = toWallTime(new Date(now));
  const midnight = (offset: number) =>
    fromWallTime({ year, month, day: day + offset, hour: 0, minute: 0 }).toISOString();
  return { from: midnight(first), to: midnight(end) };
}
