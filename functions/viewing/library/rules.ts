/** Selects the videos of the home page's shelves. Pure. */
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
  /** Videos that need no recommendation: watched, started or saved. */
  known: ReadonlySet<string>;
  /** From recently watched videos. */
  sports: ReadonlySet<Sport>;
  categories: ReadonlySet<AgeCategory | null>;
}

export const shelfSize = 12;

/** A video counts as watched when at most 5 % is left. */
export function isWatched(position: number, duration: number | null): boolean {
  return duration !== null && duration > 0 && position >= duration * 0.95;
}

/** A video that was left in its first seconds counts as new: it is recommended as before, not offered to continue. */
export const isBegun = (position: number): boolean => position >= 10;

/** Offers to continue a video between its first seconds and its end. */
export function canContinue(position: number, duration: number | null): boolean {
  return isBegun(position) && !isWatched(position, duration);
}

/** A viewer's taste, from recently begun videos. */
export function learnTaste(
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
 * Selects the videos of the viewer's clubs and, apart, others by taste: same sport and age, same sport, same age, the
 * rest. Stops once no better video can follow.
 */
export function buildShelves<Row extends ShelfRow>(
  rows: Iterable<Row>,
  taste: Taste,
): { fromMyClubs: Row[]; recommended: Row[] } {
  const fromMyClubs: Row[] = [];
  const others: [Row[], Row[], Row[], Row[]] = [[], [], [], []];
  const best = others[taste.sports.size > 0 ? 0 : 3];
  for (const row of rows) {
    if (taste.known.has(row.id)) continue;
    const isOfFavourite = row.clubIds.some((id) => taste.clubIds.has(id));
    const shelf = isOfFavourite ? fromMyClubs : others[measureDistance(row, taste)];
    if (shelf.length < shelfSize) shelf.push(row);
    if (best.length === shelfSize && (fromMyClubs.length === shelfSize || taste.clubIds.size === 0)) break;
  }
  return { fromMyClubs, recommended: others.flat().slice(0, shelfSize) };
}

function measureDistance({ sport, category }: ShelfRow, { sports, categories }: Taste): 0 | 1 | 2 | 3 {
  if (sports.has(sport)) return categories.has(category) ? 0 : 1;
  return categories.has(category) ? 2 : 3;
}
