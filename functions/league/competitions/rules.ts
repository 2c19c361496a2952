/** Groups matches by competition, category and season. Pure. */
import type { Sport } from '../../../shared/contract/schema.ts';
import { findSeason, toCompetitionKey, toCompetitionSlug } from '../../../shared/domain/competition.ts';
import { type AgeCategory, ageCategories } from '../../../shared/domain/match.ts';

/** The fields of an event's row that concern its competition. */
interface NamedRow {
  id: string;
  sport: Sport;
  clubIds: readonly string[];
  start: string;
  category?: AgeCategory;
  competition?: string;
}

export interface CompetitionTable {
  slug: string;
  /** Key that all categories and seasons of the competition share. */
  key: string;
  sport: Sport;
  /** The newest spelling. */
  name: string;
  category: AgeCategory | null;
  season: number;
  rows: NamedRow[];
}

/** Groups the rows by table, in the order of season (newest first), name and age; `rows` must be newest first. */
export function groupByCompetition(rows: readonly NamedRow[]): ReadonlyMap<string, CompetitionTable> {
  const tables = new Map<string, CompetitionTable>();
  for (const row of rows) {
    const [key, slug] = [toCompetitionKey(row), toCompetitionSlug(row)];
    if (!key || !slug || !row.competition) continue;
    const table = tables.get(slug);
    if (table) table.rows.push(row);
    else {
      const { sport, competition: name, category = null } = row;
      tables.set(slug, { slug, key, sport, name, category, season: findSeason(row.start), rows: [row] });
    }
  }
  return new Map([...tables.entries()].sort(([, a], [, b]) => compareTables(a, b)));
}

function compareTables(a: CompetitionTable, b: CompetitionTable): number {
  if (a.season !== b.season) return b.season - a.season;
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return toAge(a) - toAge(b);
}

const toAge = ({ category }: CompetitionTable) => (category ? ageCategories.indexOf(category) : -1);

export const toCard = ({ slug, sport, name, category, season, rows }: CompetitionTable) => ({
  slug,
  sport,
  name,
  category,
  season,
  matches: rows.length,
});
