/** Texts of the scoreboard: short codes, and a sentence for screen readers. */

import type { Sport } from '../../../../shared/contract/schema.ts';
import { isRegular } from '../../../../shared/domain/match-clock.ts';
import { elapsedInPeriod, type Score } from '../../../../shared/domain/score.ts';

export type ShownScore = Pick<Score, 'home' | 'away' | 'phase' | 'period' | 'startedAt' | 'clockMs'>;

/** Returns '1.ª', 'C3', 'PR', 'DES' or 'FIN', for example. */
export function toPhaseCode({ phase, period }: ShownScore, sport: Sport): string {
  if (phase === 'ENDED') return 'FIN';
  if (phase === 'BREAK') return 'DES';
  if (!isRegular(period, sport)) return 'PR';
  return sport === 'SOCCER' ? `${period}.ª` : `C${period}`;
}

/** Returns, for example, '23:41'; minutes may exceed 60. `now` is on the match's clock. */
export function formatClock(score: ShownScore, now: number): string | undefined {
  if (score.phase !== 'PLAYING' || score.startedAt === null) return undefined;
  const seconds = Math.floor(elapsedInPeriod(score, now) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns, for example, 'CD Sauce 1, Atlético Norte 0, 1.ª parte'. */
export function toSpokenScore(score: ShownScore, sport: Sport, home: string, away: string): string {
  return `${home} ${score.home}, ${away} ${score.away}, ${toSpokenPhase(score, sport)}`;
}

function toSpokenPhase({ phase, period }: ShownScore, sport: Sport): string {
  if (phase === 'ENDED') return 'final del partido';
  if (phase === 'BREAK') return 'descanso';
  if (!isRegular(period, sport)) return 'prórroga';
  return sport === 'SOCCER' ? `${period}.ª parte` : `cuarto ${period}`;
}
