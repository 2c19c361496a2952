/** A match's score as it went: what was shown from which instant on, folded from the log. Rows D-SCORE-4, D-SCORE-5. */
import { type Action, counted, countPoints, foldScore, inOrder, isTurn, type Score } from './score.ts';

export interface ScoreStep extends Omit<Score, 'periods'> {
  /** From then on, by the server's clock. */
  at: number;
}

/** Only what counts in the end: a goal that was undone never was one. */
export function toScoreSteps(log: Iterable<Action>): ScoreStep[] {
  const actions = counted(log)
    .filter(({ kind }) => isTurn(kind) || countPoints(kind) > 0)
    .toSorted(inOrder);
  return actions.map(({ at }, index) => {
    const { periods: _, ...score } = foldScore(actions.slice(0, index + 1));
    return { at, ...score };
  });
}

/** A goal is understood from how it came about: its moment begins so much earlier. */
export const momentsEarlyMs = 10_000;

/** What stood at an instant; undefined before the match. */
export const stepAt = (steps: readonly ScoreStep[], at: number): ScoreStep | undefined =>
  steps.findLast((step) => step.at <= at);

/** When a match began; undefined while the log does not say it. */
export function findKickOff(log: Iterable<Action>): number | undefined {
  const starts = counted(log).filter(({ kind }) => kind === 'PERIOD_START');
  const first = starts.reduce((least, { period }) => Math.min(least, period), Number.POSITIVE_INFINITY);
  return starts.filter(({ period }) => period === first).toSorted(inOrder)[0]?.at;
}
