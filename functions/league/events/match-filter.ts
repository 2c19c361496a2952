/** Filters of match lists by category, competition, ground and day, and the choices that exist. Pure. */
import type { MatchFilter } from '../../../shared/contract/events.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { endOfDay, startOfDay } from '../../../shared/domain/madrid-time.ts';
import { ageCategories } from '../../../shared/domain/match.ts';
import type { EventRow } from './store.ts';

export type MatchFields = Pick<EventRow, 'start' | 'finish' | 'category' | 'competition' | 'venue'>;

/** Splits a list's filter into conditions on the recording itself and on its match. */
export function splitMatchFilter<Filter extends MatchFilter>({ category, competition, venue, date, ...own }: Filter) {
  const ofMatch = { category, competition, venue, date };
  return { own, ofMatch: Object.values(ofMatch).some((value) => value !== undefined) ? ofMatch : undefined };
}

/** Competitions and grounds are compared as people write them: without accents and case. */
export function createMatchFilter({ category, competition, venue, date }: MatchFilter): (row: MatchFields) => boolean {
  const [wantedCompetition, wantedVenue] = [competition, venue].map((text) => text && foldText(text));
  const day = date && { from: startOfDay(date), to: endOfDay(date) };
  return (row) =>
    (!category || row.category === category) &&
    (!wantedCompetition || foldText(row.competition ?? '') === wantedCompetition) &&
    (!wantedVenue || foldText(row.venue ?? '') === wantedVenue) &&
    (!day || (row.start < day.to && row.finish > day.from));
}

const maxChoices = 200;

/** Lists the newest spelling of each choice in alphabetical order; `rows` must be newest first. */
export function listMatchChoices(rows: readonly MatchFields[]) {
  const listDistinct = (read: (row: MatchFields) => string | undefined) => {
    const values = new Map<string, string>();
    for (const row of rows) {
      const text = read(row);
      if (text && !values.has(foldText(text))) values.set(foldText(text), text);
    }
    return [...values.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, maxChoices)
      .map(([, text]) => text);
  };
  const categories = new Set(rows.map(({ category }) => category));
  return {
    competitions: listDistinct(({ competition }) => competition),
    categories: ageCategories.filter((one) => categories.has(one)),
    venues: listDistinct(({ venue }) => venue),
  };
}
