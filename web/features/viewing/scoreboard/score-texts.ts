/** The score as short codes and as spoken text. */

import type { Sport } from '../../../../shared/contract/schema.ts';
import { clockAt, type Score } from '../../../../shared/domain/score.ts';

export type Shown = Pick<Score, 'home' | 'away' | 'phase' | 'period' | 'startedAt' | 'clockMs'>;

const periodsOf: Record<Sport, number> = { SOCCER: 2, BASKET: 4 };

/** '1.ª', 'C3', 'PR', 'DES', 'FIN' */
export function phaseCode({ phase, period }: Shown, sport: Sport): string {
  if (phase === 'ENDED') return 'FIN';
  if (phase === 'BREAK') return 'DES';
  if (period > periodsOf[sport]) return 'PR';
  return sport === 'SOCCER' ? `${period}.ª` : `C${period}`;
}

/** '23:41'; minutes may exceed 60. `now` is on the match's clock. */
export function clockText(score: Shown, now: number): string | undefined {
  if (score.phase !== 'PLAYING' || score.startedAt === null) return undefined;
  const seconds = Math.floor(clockAt(score, now) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 'CD Sauce 1, Atlético Norte 0, primera parte' */
export function spokenScore(score: Shown, sport: Sport, home: string, away: string): string {
  return `${home} ${score.home}, ${away} ${score.away}, ${spokenPhase(score, sport)}`;
}

function spokenPhase({ phase, period }: Shown, sport: Sport): string {
  if (phase === 'ENDED') return 'final del partido';
  if (phase === 'BREAK') return 'descanso';
  if (period > periodsOf[sport]) return 'prórroga';
  return sport === 'SOCCER' ? `${period}.ª parte` : `cuarto ${period}`;
}
