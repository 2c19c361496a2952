/**
 * What travels in a live's stream when something is logged (D-SCORE-4): the score as it is by then, so that it is
 * harmless twice, late, or lost. Flat and short: the service takes 1 KB.
 */
import type { Phase, Score } from './score.ts';

export interface ScoreCue {
  eventId: string;
  /** How many actions it holds: of two the larger one is the newer. */
  version: number;
  /** When it was given to the stream, by the server's clock: the time of the picture that it goes with. */
  saidAt: number;
  /** When the last of what it holds happened. */
  changedAt: number;
  score: Omit<Score, 'periods'>;
}

export function cueText({ eventId, version, saidAt, changedAt, score }: ScoreCue): string {
  const { home, away, phase, period, startedAt, clockMs } = score;
  return JSON.stringify({ score: eventId, version, saidAt, changedAt, home, away, phase, period, startedAt, clockMs });
}

/**
 * Whatever else stands around it, as the tag that it comes in. An encoder can write into its stream as well, so that
 * nothing is taken on trust.
 */
export function readCue(text: string): ScoreCue | undefined {
  try {
    const read = JSON.parse(/\{"score":[^{}]*\}/.exec(text)?.[0] ?? '');
    const { score: eventId, version, saidAt, changedAt, home, away, phase, period, startedAt, clockMs } = read;
    const numbers = [version, saidAt, changedAt, home, away, period, clockMs, startedAt ?? 0];
    if (!numbers.every(Number.isSafeInteger) || !phases.includes(phase)) return undefined;
    return { eventId, version, saidAt, changedAt, score: { home, away, phase, period, startedAt, clockMs } };
  } catch {
    return undefined;
  }
}

const phases: readonly Phase[] = ['BEFORE', 'PLAYING', 'BREAK', 'ENDED'];
