/** The log of a match as people read it: one line per action with its minute and the resulting score. */
import type { Sport } from '../contract/schema.ts';
import type { AgeCategory } from './match.ts';
import { findMatchClock, formatMatchTime, type MatchClock, regularPeriods } from './match-clock.ts';
import {
  type Action,
  compareActions,
  countPoints,
  isTurn,
  listCounting,
  otherSide,
  type Side,
  type SideKind,
} from './score.ts';

/** An action in the form that viewers receive. */
export type ShownAction = Pick<Action, 'id' | 'kind' | 'side' | 'period' | 'clockMs' | 'at' | 'shirt'>;

export interface LogLine {
  id: string;
  /** Server time of the action. */
  at: number;
  kind: SideKind;
  /** The side of the player who acted. */
  side: Side;
  shirt: number | null;
  period: number;
  /** Milliseconds into the period. */
  ms: number;
  /** Time in the match: the minute in football (`22'`), quarter and clock in basketball (`C3 4:07`). */
  time: string;
  /** The side that gets the points; null for actions without points. */
  scores: Side | null;
  /** The score after the action. */
  home: number;
  away: number;
}

export interface LogPeriod {
  period: number;
  /** Points of this period only. */
  home: number;
  away: number;
  lines: LogLine[];
}

export interface MatchLog {
  clock: MatchClock;
  /** All periods in order, also those without lines. */
  periods: LogPeriod[];
  /** Server time of the start of each period. */
  starts: ReadonlyMap<number, number>;
  home: number;
  away: number;
}

interface Timed {
  sport: Sport;
  category?: AgeCategory | null;
}

export function toMatchLog(match: Timed, actions: readonly ShownAction[]): MatchLog {
  const log = listCounting(actions.map((action) => ({ ...action, undoes: null, device: '' }))).toSorted(compareActions);
  const clock = findMatchClock(match, log);
  const starts = new Map<number, number>();
  for (const { kind, period, at } of log) if (kind === 'PERIOD_START' && !starts.has(period)) starts.set(period, at);
  const periods = new Map<number, LogPeriod>();
  const sum = { home: 0, away: 0 };
  for (const { id, at, kind, side, shirt, period, clockMs } of log) {
    const group = periods.get(period) ?? { period, home: 0, away: 0, lines: [] };
    periods.set(period, group);
    if (kind === 'UNDO' || isTurn(kind) || side === null) continue;
    const points = countPoints(kind);
    const scores = points > 0 ? (kind === 'OWN_GOAL' ? otherSide(side) : side) : null;
    if (scores) {
      const key = scores === 'HOME' ? 'home' : 'away';
      sum[key] += points;
      group[key] += points;
    }
    const start = starts.get(period);
    const ms = start === undefined || at < start ? clockMs : at - start;
    const time = formatMatchTime(clock, period, ms);
    group.lines.push({ id, at, kind, side, shirt, period, ms, time, scores, ...sum });
  }
  return { clock, starts, periods: [...periods.values()].toSorted((a, b) => a.period - b.period), ...sum };
}

export const listLines = ({ periods }: Pick<MatchLog, 'periods'>): LogLine[] => periods.flatMap(({ lines }) => lines);

export interface PlaceInMatch {
  period: number;
  /** In the format of a line's `time`. */
  time: string;
  home: number;
  away: number;
}

/** Finds period, minute and score at an instant; undefined before the match. */
export function findPlace(log: MatchLog, at: number): PlaceInMatch | undefined {
  const begun = [...log.starts].filter(([, start]) => start <= at).toSorted(([, a], [, b]) => b - a)[0];
  if (!begun) return undefined;
  const [period, start] = begun;
  const { home = 0, away = 0 } = listLines(log).findLast((line) => line.at <= at) ?? {};
  return { period, time: formatMatchTime(log.clock, period, at - start), home, away };
}

export const actionNames: Record<SideKind, string> = {
  GOAL: 'Gol',
  OWN_GOAL: 'Gol en propia puerta',
  YELLOW_CARD: 'Tarjeta amarilla',
  RED_CARD: 'Tarjeta roja',
  SAVE: 'Parada',
  OTHER: 'Otra jugada',
  ONE_POINT: 'Tiro libre',
  TWO_POINTS: 'Canasta',
  THREE_POINTS: 'Triple',
  FOUL: 'Falta',
  TIME_OUT: 'Tiempo muerto',
};

/** `Gol 1–0 · #9` */
export function describeLine({ kind, scores, home, away, shirt }: LogLine, name = actionNames[kind]): string {
  const action = scores ? `${name} ${home}–${away}` : name;
  return shirt === null ? action : `${action} · #${shirt}`;
}

/** '1.ª parte', '3.er cuarto', 'Prórroga', '2.ª prórroga' */
export function describePeriod(period: number, sport: Sport): string {
  const regular = regularPeriods[sport];
  if (period > regular + 1) return `${period - regular}.ª prórroga`;
  if (period > regular) return 'Prórroga';
  if (sport === 'SOCCER') return `${period}.ª parte`;
  return `${period}.${period === 1 || period === 3 ? 'er' : 'º'} cuarto`;
}
