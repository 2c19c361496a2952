/**
 * Score cue in a live's stream: the whole score, so that a repeated, late or lost cue is harmless. Kept small: IVS
 * limits it to 1 KB.
 */
import type { Phase, Score } from './score.ts';

export interface ScoreCue {
  eventId: string;
  /** Number of actions included; a larger number means a newer score. */
  version: number;
  /** Server time of the cue, and so of the frame that it arrives with. */
  saidAt: number;
  /** Time of the last action included. */
  changedAt: number;
  score: Omit<Score, 'periods'>;
}

export function cueText({ eventId, version, saidAt, changedAt, score }: ScoreCue): string {
  const { home, away, phase, period, startedAt, clockMs } = score;
  return JSON.stringify({ score: eventId, version, saidAt, changedAt, home, away, phase, period, startedAt, clockMs });
}

/** Extracts and validates a cue from its ID3 tag: encoders can write tags too. */
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
