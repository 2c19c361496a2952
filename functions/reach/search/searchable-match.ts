/** Builds the text by which a match or recording is found: title, clubs, category and competition. */
import { type AgeCategory, ageCategoryNames } from '../../../shared/domain/match.ts';
import { toSearchable } from '../../../shared/domain/search-text.ts';
import { clubs } from '../../league/clubs/store.ts';
import { DerivedCache } from '../../platform/lists/derived-cache.ts';

interface MatchRow {
  title?: string;
  clubIds: readonly string[];
  category?: AgeCategory | null;
  competition?: string;
}

/** Omits hidden clubs. Call after `clubs.refresh()`. */
export const toSearchableMatch = (row: MatchRow): string => textCache.get(row, () => joinTexts(row));

/** A search reads thousands of rows. */
const textCache = new DerivedCache<string>(clubs);

function joinTexts({ title = '', clubIds, category, competition = '' }: MatchRow): string {
  const names = clubIds.map((id) => (clubs.getRow(id)?.visible ? clubs.getRow(id)?.name : undefined) ?? '');
  return [title, ...names, category ? ageCategoryNames[category] : '', competition].map(toSearchable).join(' ');
}
