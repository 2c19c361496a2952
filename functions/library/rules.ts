/** What goes on which shelf of the home page. Pure. */
import type { Sport } from '../../shared/schema.ts';

export interface ShelfRow {
  id: string;
  clubIds: readonly string[];
  sport: Sport;
}

export interface Taste {
  /** Favourite clubs. */
  clubIds: readonly string[];
  /** Of the videos watched lately, the most watched first. */
  sports: readonly Sport[];
  /** Videos that need no recommendation: watched, begun or saved. */
  known: ReadonlySet<string>;
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

/** First what the own clubs play in, in the given order, then more of the sports that are watched, then the rest. */
export function shelves<Row extends ShelfRow>(
  rows: readonly Row[],
  taste: Taste,
): { fromMyClubs: Row[]; recommended: Row[] } {
  const unknown = rows.filter(({ id }) => !taste.known.has(id));
  const ofMyClubs = (row: Row) => row.clubIds.some((id) => taste.clubIds.includes(id));
  const rank = ({ sport }: Row) => (taste.sports.includes(sport) ? taste.sports.indexOf(sport) : taste.sports.length);
  const others = unknown.filter((row) => !ofMyClubs(row));
  return {
    fromMyClubs: unknown.filter(ofMyClubs).slice(0, shelfSize),
    recommended: others.toSorted((a, b) => rank(a) - rank(b)).slice(0, shelfSize),
  };
}
