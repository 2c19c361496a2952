import type { FamilyState } from '../../../../shared/contract/families.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { formatSeason } from '../../../../shared/domain/competition.ts';
import { type AgeCategory, ageCategoryNames } from '../../../../shared/domain/match.ts';
import type { Tone } from '../../../ui/badge.tsx';

export const describeFamilyTeam = ({
  sport,
  category,
  season,
}: {
  sport: Sport;
  category: AgeCategory;
  season: number;
}) =>
  `${ageCategoryNames[category]} de ${sport === 'BASKET' ? 'baloncesto' : 'fútbol'}, temporada ${formatSeason(season)}`;

export const familyStateTexts: Record<FamilyState, { tone: Tone; text: string }> = {
  WAITING: { tone: 'warning', text: 'Por confirmar' },
  CONFIRMED: { tone: 'success', text: 'Confirmada' },
  REFUSED: { tone: 'neutral', text: 'Rechazada' },
  REVOKED: { tone: 'neutral', text: 'Permiso retirado' },
};
