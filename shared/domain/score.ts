/**
 * Score, period and clock of a match: a pure fold of its action log, shared by server, scorer app and players. The
 * result does not depend on order of arrival, repetition or devices.
 */
import type { Sport } from '../contract/schema.ts';

export const sides = ['HOME', 'AWAY'] as const;
export type Side = (typeof sides)[number];

/** Actions of a side. An own goal is logged for the side that scored it and counts for the other. */
export const sideKinds = {
  SOCCER: ['GOAL', 'OWN_GOAL', 'YELLOW_CARD', 'RED_CARD', 'SAVE', 'OTHER'],
  BASKET: ['ONE_POINT', 'TWO_POINTS', 'THREE_POINTS', 'FOUL', 'TIME_OUT', 'OTHER'],
} as const satisfies Record<Sport, readonly string[]>;
export type SideKind = (typeof sideKinds)[Sport][number];

/** Actions that become moments by default. */
export const usualMoments: readonly SideKind[] = ['GOAL', 'OWN_GOAL'];

/** Actions of the match as a whole. */
export const turns = ['PERIOD_START', 'PERIOD_END', 'MATCH_END'] as const;
export type Turn = (typeof turns)[number];

export type Kind = SideKind | Turn | 'UNDO';

export interface Action {
  /** Created by the device, so that repetitions are detected. */
  id: string;
  kind: Kind;
  /** Null for actions of the match as a whole. */
  side: Side | null;
  /**
   * From 1. The action that ends a period names the period too, so that the score does not depend on the clocks of
   * phones.
   */
  period: number;
  /** Milliseconds into the period, as the scorer saw them. */
  clockMs: number;
  /** Server time of the action. */
  at: number;
  shirt: number | null;
  undoes: string | null;
  /** The scorer's phone. */
  device: string;
}

export type Phase = 'BEFORE' | 'PLAYING' | 'BREAK' | 'ENDED';

export interface Score {
  home: number;
  away: number;
  phase: Phase;
  /** The last period begun; 0 before the first. */
  period: number;
  /** Start of the current period by the server's clock; null while none is played. */
  startedAt: number | null;
  /** Length of the period when it ended; 0 while it is played. */
  clockMs: number;
  periods: { home: number; away: number }[];
}

/** Four periods and eight overtimes. */
export const maxPeriods = 12;

export function foldScore(log: Iterable<Action>): Score {
  const actions = listCounting(log);
  const scoring = actions.flatMap(({ kind, side, period }) => {
    const points = countPoints(kind);
    return points > 0 && side ? [{ to: kind === 'OWN_GOAL' ? otherSide(side) : side, period, points }] : [];
  });
  const sum = (side: Side, inPeriod?: number) =>
    scoring.reduce((total, { to, period, points }) => {
      return to === side && (inPeriod === undefined || period === inPeriod) ? total + points : total;
    }, 0);
  const state = foldPhase(actions);
  const played = scoring.reduce((last, { period }) => Math.max(last, period), state.period);
  const periods = Array.from({ length: played }, (_, index) => ({
    home: sum('HOME', index + 1),
    away: sum('AWAY', index + 1),
  }));
  return { home: sum('HOME'), away: sum('AWAY'), ...state, periods };
}

/**
 * Finds the action that decided the match: the last one that put the winner ahead, or, after a draw, the last
 * equaliser.
 */
export function findDecisive<A extends Action>(log: Iterable<A>): A | undefined {
  let [lead, decisive]: [number, A | undefined] = [0, undefined];
  for (const action of listCounting(log)) {
    const { kind, side } = action;
    const points = countPoints(kind);
    if (points === 0 || side === null) continue;
    const next = lead + ((kind === 'OWN_GOAL' ? otherSide(side) : side) === 'HOME' ? points : -points);
    if (Math.sign(next) !== Math.sign(lead)) decisive = action;
    lead = next;
  }
  return decisive;
}

export interface Scorer {
  side: Side;
  shirt: number;
  points: number;
}

/** Sums goals or points by logged shirt number; own goals count for no player. */
export function listScorers(log: Iterable<Action>): Scorer[] {
  const sums = new Map<string, Scorer>();
  for (const { kind, side, shirt } of listCounting(log)) {
    const points = kind === 'OWN_GOAL' ? 0 : countPoints(kind);
    if (points === 0 || side === null || shirt === null) continue;
    const key = `${side} ${shirt}`;
    sums.set(key, { side, shirt, points: points + (sums.get(key)?.points ?? 0) });
  }
  return [...sums.values()].sort((a, b) => (a.side < b.side ? 1 : a.side > b.side ? -1 : a.shirt - b.shirt));
}

export function countPoints(kind: Kind): number {
  switch (kind) {
    case 'GOAL':
    case 'OWN_GOAL':
    case 'ONE_POINT':
      return 1;
    case 'TWO_POINTS':
      return 2;
    case 'THREE_POINTS':
      return 3;
    default:
      return 0;
  }
}

export const otherSide = (side: Side): Side => (side === 'HOME' ? 'AWAY' : 'HOME');

/** Milliseconds into the period; `now` by the server's clock. */
export const elapsedInPeriod = ({ startedAt, clockMs }: Pick<Score, 'startedAt' | 'clockMs'>, now: number): number =>
  startedAt === null ? clockMs : Math.max(0, now - startedAt);

/**
 * The highest period counts, regardless of when its actions arrived. If two scorers started or ended it, the earlier
 * time counts; the start of the next period ends an open one.
 */
function foldPhase(actions: readonly Action[]): Pick<Score, 'phase' | 'period' | 'startedAt' | 'clockMs'> {
  const turned = actions.filter(({ kind }) => isTurn(kind));
  const period = turned.reduce((last, action) => Math.max(last, action.period), 0);
  if (period === 0) return { phase: 'BEFORE', period, startedAt: null, clockMs: 0 };
  const first = (kinds: readonly Turn[]) =>
    turned
      .filter((action) => action.period === period && kinds.some((kind) => kind === action.kind))
      .reduce<Action | undefined>(
        (earliest, action) => (earliest && compareActions(earliest, action) <= 0 ? earliest : action),
        undefined,
      );
  const start = first(['PERIOD_START']);
  const end = first(['PERIOD_END', 'MATCH_END']);
  if (!end) return { phase: 'PLAYING', period, startedAt: start?.at ?? null, clockMs: 0 };
  const clockMs = start ? Math.max(0, end.at - start.at) : end.clockMs;
  return { phase: first(['MATCH_END']) ? 'ENDED' : 'BREAK', period, startedAt: null, clockMs };
}

export const isTurn = (kind: Kind): kind is Turn => turns.some((turn) => turn === kind);

/** Order of occurrence. */
export const compareActions = (a: Pick<Action, 'at' | 'id'>, b: Pick<Action, 'at' | 'id'>): number =>
  a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Actions that count, without undone ones and undos. Undoing an undo restores the action. */
export function listCounting<A extends Action>(log: Iterable<A>): A[] {
  const { all, holds } = resolveUndos(log);
  return [...all.values()].filter(({ id, kind }) => kind !== 'UNDO' && holds.get(id));
}

/** Finds the undos of an action that are in effect; undoing all of them restores it. */
export function findUndos(id: string, log: Iterable<Action>): string[] {
  const { all, holds } = resolveUndos(log);
  return [...all.values()].filter((action) => action.undoes === id && holds.get(action.id)).map((action) => action.id);
}

/** Decides which actions are in effect, after deciding on the undos of each. Undos in a cycle are void. */
function resolveUndos<A extends Action>(log: Iterable<A>): { all: Map<string, A>; holds: Map<string, boolean> } {
  const all = new Map<string, A>();
  for (const action of log) all.set(action.id, action);
  const open = new Map<string, number>();
  for (const { undoes } of all.values()) if (undoes !== null) open.set(undoes, (open.get(undoes) ?? 0) + 1);
  const holds = new Map<string, boolean>();
  const ready = [...all.keys()].filter((id) => !open.has(id));
  for (const id of ready) holds.set(id, true);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    const undone = all.get(id)?.undoes;
    if (undone == null || !all.has(undone) || holds.has(undone)) continue;
    const left = (open.get(undone) ?? 0) - 1;
    open.set(undone, left);
    if (!holds.get(id) && left > 0) continue;
    holds.set(undone, !holds.get(id));
    ready.push(undone);
  }
  return { all, holds };
}

/** Milliseconds within which two phones may have logged the same action. */
export const sameWithinMs = 8_000;

/** Finds the id of an action, logged by another phone, that may be the same action. */
export function findPossibleDuplicate(action: Action, log: Iterable<Action>): string | undefined {
  const standing = listCounting(log);
  if (action.side === null || !standing.some(({ id }) => id === action.id)) return undefined;
  return standing
    .filter(({ kind, side, device }) => kind === action.kind && side === action.side && device !== action.device)
    .map((one) => ({ one, apart: Math.abs(one.at - action.at) }))
    .filter(({ apart }) => apart <= sameWithinMs)
    .sort((a, b) => a.apart - b.apart || compareActions(a.one, b.one))[0]?.one.id;
}
