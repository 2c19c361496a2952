import type { Sport } from '../../../../shared/contract/schema.ts';
import { isRegular } from '../../../../shared/domain/match-clock.ts';
import { describePeriod } from '../../../../shared/domain/match-log.ts';
import type { Kind, Phase, Score, Side, SideKind } from '../../../../shared/domain/score.ts';

export interface Sides {
  HOME: string;
  AWAY: string;
}

export const buttonTexts: Record<SideKind, string> = {
  GOAL: 'Gol',
  OWN_GOAL: 'En propia',
  YELLOW_CARD: 'Amarilla',
  RED_CARD: 'Roja',
  SAVE: 'Parada',
  OTHER: 'Otra jugada',
  ONE_POINT: '+1',
  TWO_POINTS: '+2',
  THREE_POINTS: '+3',
  FOUL: 'Falta',
  TIME_OUT: 'Tiempo',
};

const fullTexts: Record<SideKind, string> = {
  ...buttonTexts,
  OWN_GOAL: 'Gol en propia puerta',
  YELLOW_CARD: 'Tarjeta amarilla',
  RED_CARD: 'Tarjeta roja',
  OTHER: 'Otra jugada',
  ONE_POINT: '1 punto',
  TWO_POINTS: '2 puntos',
  THREE_POINTS: '3 puntos',
  TIME_OUT: 'Tiempo muerto',
};

export const duplicateQuestions: Record<SideKind, string> = {
  GOAL: '¿Es el mismo gol?',
  OWN_GOAL: '¿Es el mismo gol?',
  YELLOW_CARD: '¿Es la misma tarjeta?',
  RED_CARD: '¿Es la misma tarjeta?',
  SAVE: '¿Es la misma parada?',
  OTHER: '¿Es la misma jugada?',
  ONE_POINT: '¿Es la misma canasta?',
  TWO_POINTS: '¿Es la misma canasta?',
  THREE_POINTS: '¿Es la misma canasta?',
  FOUL: '¿Es la misma falta?',
  TIME_OUT: '¿Es el mismo tiempo muerto?',
};

/** Names a period within a sentence: '1.ª parte', '3.er cuarto', 'prórroga'. */
export const periodInSentence = (period: number, sport: Sport): string => describePeriod(period, sport).toLowerCase();

/** Returns, for example, 'Gol · CD Sauce' or 'Empieza la 2.ª parte'. */
export function describeAction(
  { kind, side, period, shirt = null }: { kind: Kind; side: Side | null; period: number; shirt?: number | null },
  sides: Sides,
  sport: Sport,
): string {
  switch (kind) {
    case 'PERIOD_START':
      return `Empieza ${withArticle(period, sport)}`;
    case 'PERIOD_END':
      return `Acaba ${withArticle(period, sport)}`;
    case 'MATCH_END':
      return 'Final del partido';
    case 'UNDO':
      return 'Deshacer';
    default:
      return [fullTexts[kind] + (shirt === null ? '' : ` (${shirt})`), ...(side ? [sides[side]] : [])].join(' · ');
  }
}

const withArticle = (period: number, sport: Sport) =>
  `${sport === 'SOCCER' || !isRegular(period, sport) ? 'la' : 'el'} ${periodInSentence(period, sport)}`;

/** Returns, for example, '12:34'. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

export function describePhase({ phase, period }: Pick<Score, 'phase' | 'period'>, sport: Sport): string {
  const texts: Record<Phase, string> = {
    BEFORE: 'Sin empezar',
    PLAYING: describePeriod(period, sport),
    BREAK: `Descanso · ${periodInSentence(period, sport)}`,
    ENDED: 'Final',
  };
  return texts[phase];
}

export interface PhaseButton {
  kind: 'PERIOD_START' | 'PERIOD_END' | 'MATCH_END';
  period: number;
  text: string;
}

/** Lists the possible next steps of the match, the most likely first. */
export function listNextPhases({ phase, period }: Pick<Score, 'phase' | 'period'>, sport: Sport): PhaseButton[] {
  const start = (text: string): PhaseButton => ({ kind: 'PERIOD_START', period: period + 1, text });
  const end: PhaseButton = {
    kind: 'PERIOD_END',
    period,
    text: `Final de ${withArticle(period, sport)}`.replace('de el ', 'del '),
  };
  const over: PhaseButton = { kind: 'MATCH_END', period, text: 'Final del partido' };
  const isLast = !isRegular(period + 1, sport);
  const next = `Empezar ${periodInSentence(period + 1, sport)}`;
  switch (phase) {
    case 'BEFORE':
      return [start(next)];
    case 'PLAYING':
      return isLast ? [over, end] : [end];
    case 'BREAK':
      return isLast ? [over, start(next)] : [start(next), over];
    case 'ENDED':
      return [];
  }
}
