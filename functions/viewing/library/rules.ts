/** What goes on which shelf of the home page. Pure. */

import type { Sport } from '../../../shared/contract/schema.ts';
import type { AgeCategory } from '../../../shared/domain/match.ts';

export interface ShelfRow {
  id: string;
  clubIds: readonly string[];
  sport: Sport;
  category: AgeCategory | null;
}

export interface Taste {
  /** Favourite clubs. */
  clubIds: ReadonlySet<string>;
  /** Videos that need no recommendation: watched, begun or saved. */
  known: ReadonlySet<string>;
  /** What was watched lately. */
  sports: ReadonlySet<Sport>;
  categories: ReadonlySet<AgeCategory | null>;
}

export const shelfSize = 12;

/** A match counts as watched when no more than a twentieth of it is left. */
export function isWatched(position: number, duration: number | null): boolean {
  return duration !== null && duration > 0 && position >= duration * 0.95;
}

/** Going on makes sense between the first moments and the end. */
export function canContinue(position: number, duration: number | null): boolean {
  return position >= 10 && !isWatched(position, duration);
}

/** What such a viewer likes, by the rows of the videos that were begun lately. */
export function tasteOf(
  begun: readonly Pick<ShelfRow, 'sport' | 'category'>[],
  { clubIds, known }: { clubIds: readonly string[]; known: Iterable<string> },
): Taste {
  return {
    clubIds: new Set(clubIds),
    known: new Set(known),
    sports: new Set(begun.map(({ sport }) => sport)),
    categories: new Set(begun.flatMap(({ category }) => category ?? [])),
  };
}

/**
 * First what the own clubs play in, then other matches: those of a sport and an age that are watched, of the sport, of
 * the age, and the rest. Within each, the given order. One pass, that ends when nothing better can come.
 */
export function shelves<Row extends ShelfRow>(
  rows: Iterable<Row>,
  taste: Taste,
): { fromMyClubs: Row[]; recommended: Row[] } {
  const fromMyClubs: Row[] = [];
  const others: [Row[], Row[], Row[], Row[]] = [[], [], [], []];
  const best = others[taste.sports.size > 0 ? 0 : 3];
  for (const row of rows) {
    if (taste.known.has(row.id)) continue;
    const isMine = row.clubIds.some((id) => taste.clubIds.has(id));
    const shelf = isMine ? fromMyClubs : others[distance(row, taste)];
    if (shelf.length < shelfSize) shelf.push(row);
    if (best.length === shelfSize && (fromMyClubs.length === shelfSize || taste.clubIds.size === 0)) break;
  }
  return { fromMyClubs, recommended: others.flat().slice(0, shelfSize) };
}

function distance({ sport, category }: ShelfRow, { sports, categories }: Taste): 0 | 1 | 2 | 3 {
  if (sports.has(sport)) return categories.has(category) ? 0 : 1;
  return categories.has(category) ? 2 : 3;
}
