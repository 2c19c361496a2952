/** Clubs: items, their names for chips and selectors, and the check that chosen clubs exist. */

import { Refusal } from '../../shared/errors.ts';
import { fold } from '../../shared/fold.ts';
import { pictureUrl } from '../aws/addresses.ts';
import { Collection } from '../catalogue/collection.ts';

export interface StoredClub {
  id: string;
  version: number;
  name: string;
  visible: boolean;
  /** Key of the crest in the media bucket. */
  thumbnail: string | null;
  favourites: number;
  dateCreated: string;
}

interface ClubRow {
  id: string;
  title: string;
  clubIds: readonly string[];
  name: string;
  visible: boolean;
  thumbnail: string | null;
}

const alphabetical = new Intl.Collator('es');

export const clubs = new Collection<StoredClub, ClubRow>({
  table: 'clubs',
  row: ({ id, name, visible, thumbnail }) => ({ id, title: fold(name), clubIds: [id], name, visible, thumbnail }),
  compare: (a, b) => alphabetical.compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
});

/** A renamed club may show its old name on other lists for as long as this. */
const namesMaxAgeMs = 5_000;

/** Id, name and crest of clubs in the order of the ids; one that is gone is left out. */
export async function clubNames(ids: readonly string[]) {
  await clubs.rows(namesMaxAgeMs);
  const found = await Promise.all(ids.map((id) => clubs.row(id, namesMaxAgeMs)));
  return found.flatMap((row) => (row ? { id: row.id, name: row.name, thumbnail: pictureUrl(row.thumbnail) } : []));
}

/** A function that names clubs, for a page of items at once. */
export async function clubNamer() {
  const byId = new Map((await clubs.rows(namesMaxAgeMs)).map((row) => [row.id, row]));
  return (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? { id, name: row.name, thumbnail: pictureUrl(row.thumbnail) } : [];
    });
}

/** Refuses ids of clubs that do not exist. */
export async function requireClubs(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await Promise.all(ids.map((id) => clubs.row(id)));
  if (rows.includes(undefined)) throw new Refusal('CLB4000');
}
