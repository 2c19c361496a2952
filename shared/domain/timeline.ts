/** The score of a match over time, folded from its log. */
import { type Action, compareActions, countPoints, foldScore, isTurn, listCounting, type Score } from './score.ts';

export interface ScoreStep extends Omit<Score, 'periods'> {
  /** Server time from which the score applies. */
  at: number;
}

/** Undone actions never appear. */
export function toScoreSteps(log: Iterable<Action>): ScoreStep[] {
  const actions = listCounting(log)
    .filter(({ kind }) => isTurn(kind) || countPoints(kind) > 0)
    .toSorted(compareActions);
  return actions.map(({ at }, index) => {
    const { periods: _, ...score } = foldScore(actions.slice(0, index + 1));
    return { at, ...score };
  });
}

/** Milliseconds by which a moment starts before its goal, to show the build-up. */
export const momentsEarlyMs = 10_000;

/** The score at an instant; undefined before the match. */
export const findStep = (steps: readonly ScoreStep[], at: number): ScoreStep | undefined =>
  steps.findLast((step) => step.at <= at);

/** Start of the match; undefined if it was not logged. */
export function findKickOff(log: Iterable<Action>): number | undefined {
  const starts = listCounting(log).filter(({ kind }) => kind === 'PERIOD_START');
  const first = starts.reduce((least, { period }) => Math.min(least, period), Number.POSITIVE_INFINITY);
  return starts.filter(({ period }) => period === first).toSorted(compareActions)[0]?.at;
}
