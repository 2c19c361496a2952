/** The minute of a running match as newspapers print it. */
import { useEffect, useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { MatchScore } from '../../../../shared/contract/scores.ts';
import type { AgeCategory } from '../../../../shared/domain/match.ts';
import { findMatchClock, formatMatchTime } from '../../../../shared/domain/match-clock.ts';
import { elapsedInPeriod } from '../../../../shared/domain/score.ts';

/** A score with its clock. Scores in lists of matches have no clock. */
export interface PageScore extends MatchScore {
  startedAt?: number | null;
  clockMs?: number;
  /**
   * Server time at which the video's current picture was taken, if the score belongs to a video; else undefined, and
   * the current time counts.
   */
  now?: number;
}

/** `22'`; undefined while no period is played, or before its start is known. */
export function useMatchMinute(
  match: { sport: Sport; category?: AgeCategory | null },
  score: PageScore | null,
): string | undefined {
  const [clockNow, setNow] = useState(Date.now);
  const startedAt = score?.phase === 'PLAYING' ? (score.startedAt ?? undefined) : undefined;
  useEffect(() => {
    if (startedAt === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [startedAt]);
  if (!score || startedAt === undefined) return undefined;
  const ms = elapsedInPeriod({ startedAt, clockMs: 0 }, score.now ?? Math.max(clockNow, Date.now()));
  return formatMatchTime(findMatchClock(match), score.period, ms);
}

const tickMs = 1_000;
