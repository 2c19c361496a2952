/** The minute of a running match, as newspapers print it. */
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { MatchScore } from '../../../../shared/contract/scores.ts';
import type { AgeCategory } from '../../../../shared/domain/match.ts';
import { findMatchClock, formatMatchTime } from '../../../../shared/domain/match-clock.ts';
import { elapsedInPeriod } from '../../../../shared/domain/score.ts';
import { useNow } from '../../../lib/use-now.ts';

/** A score with its clock, which lists of matches do not have. */
export interface PageScore extends MatchScore {
  startedAt?: number | null;
  clockMs?: number;
  /**
   * Server time at which the video's current picture was taken; undefined if the score belongs to no video and the
   * current time counts.
   */
  now?: number;
}

/** Returns, for example, `22'`; undefined while no period is played, or its start is not known. */
export function useMatchMinute(
  match: { sport: Sport; category?: AgeCategory | null },
  score: PageScore | null,
): string | undefined {
  const startedAt = score?.phase === 'PLAYING' ? (score.startedAt ?? undefined) : undefined;
  const clockNow = useNow(startedAt === undefined ? undefined : tickMs);
  if (!score || startedAt === undefined) return undefined;
  const ms = elapsedInPeriod({ startedAt, clockMs: 0 }, score.now ?? Math.max(clockNow, Date.now()));
  return formatMatchTime(findMatchClock(match), score.period, ms);
}

const tickMs = 1_000;
