/** A competition is a name shared by matches; it has a table for each category and season. */
import type { Sport } from '../contract/schema.ts';
import { foldText } from './fold-text.ts';
import { toWallTime } from './madrid-time.ts';
import { type AgeCategory, ageCategoryNames } from './match.ts';

const sportSlugs: Record<Sport, string> = { SOCCER: 'futbol', BASKET: 'baloncesto' };

/** First month of a season: youth leagues end on 30 June. */
const firstMonth = 7;

/** Returns the year in which a match's season begins. */
export function findSeason(start: string): number {
  const { year, month } = toWallTime(new Date(start));
  return month >= firstMonth ? year : year - 1;
}

/** 2026 → '2026/27' */
export const formatSeason = (season: number): string => `${season}/${endOfSeason(season)}`;

const endOfSeason = (season: number) => String((season + 1) % 100).padStart(2, '0');

/** Pattern of a competition's slug. It sets no length, because the contract limits the name to 100 characters. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Names that differ only in case, accents or marks share a slug. It is empty without Latin letters or digits. */
const toSlug = (name: string) =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

interface CompetitionFields {
  sport: Sport;
  competition?: string | null;
}

/** Key of the stored rules, 'futbol-liga-de-la-vega'; undefined for a match without a competition. */
export function toCompetitionKey({ sport, competition }: CompetitionFields): string | undefined {
  const slug = toSlug(competition ?? '');
  return slug && `${sportSlugs[sport]}-${slug}`;
}

/** Slug of the table that a match counts for: 'futbol-liga-de-la-vega-alevin-2026-27'. */
export function toCompetitionSlug(
  match: CompetitionFields & { category?: AgeCategory | null; start: string },
): string | undefined {
  const key = toCompetitionKey(match);
  const season = findSeason(match.start);
  return key && [key, match.category, season, endOfSeason(season)].filter(Boolean).join('-');
}

interface CompetitionCard {
  name: string;
  category: AgeCategory | null;
  season: number;
}

/** 'Liga de la Vega · Alevín · 2026/27' */
export const formatCompetitionTitle = ({ name, category, season }: CompetitionCard): string =>
  [name, category && ageCategoryNames[category], formatSeason(season)].filter(Boolean).join(' · ');
