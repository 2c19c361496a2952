/** Builds the text by which a match or recording is found: title, clubs, category and competition. */
import { type AgeCategory, ageCategoryNames } from '../../../shared/domain/match.ts';
import { toSearchable } from '../../../shared/domain/search-text.ts';
import { clubs } from '../../league/clubs/store.ts';

interface MatchRow {
  title?: string;
  clubIds: readonly string[];
  category?: AgeCategory | null;
  competition?: string;
}

/** Texts by row, outdated once a club changes; cached because a search reads thousands of rows. */
const cache = new WeakMap<object, { clubs: number; text: string }>();

/** Omits hidden clubs. Call after `clubs.refresh()`. */
export function toSearchableMatch(row: MatchRow): string {
  const known = cache.get(row);
  if (known?.clubs === clubs.sequence) return known.text;
  const { title = '', clubIds, category, competition = '' } = row;
  const names = clubIds.map((id) => (clubs.getRow(id)?.visible ? clubs.getRow(id)?.name : undefined) ?? '');
  const text = [title, ...names, category ? ageCategoryNames[category] : '', competition].map(toSearchable).join(' ');
  cache.set(row, { clubs: clubs.sequence, text });
  return text;
}
