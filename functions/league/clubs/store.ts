/** Clubs: items, their names for chips and selectors, and the check that chosen clubs exist. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { fold } from '../../../shared/domain/fold-text.ts';
import { lazy } from '../../../shared/domain/lazy.ts';
import { type SideKind, usualMoments } from '../../../shared/domain/score.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { Collection } from '../../platform/lists/collection.ts';

export interface StoredClub {
  id: string;
  version: number;
  name: string;
  visible: boolean;
  /** Key of the crest in the media bucket. */
  thumbnail: string | null;
  dateCreated: string;
  /** None where the club has not chosen: the usual ones. */
  momentKinds?: SideKind[];
  /** Row D-CLIP-3. None where the club has not chosen: staff only. */
  publicClips?: boolean;
  /** Likewise: whether viewers may cut their own. */
  viewerClips?: boolean;
  /** Row E-SHARE-5. None: nobody's frame shows anything of it. */
  embedHosts?: string[];
  /** Row E-SHARE-2. None where the club has not chosen: no result is told. */
  scoreInPreviews?: boolean;
}

export interface ClubRow {
  id: string;
  title: string;
  clubIds: readonly string[];
  name: string;
  visible: boolean;
  thumbnail: string | null;
  viewerClips?: boolean;
}

/** Row D-SCORE-6. */
export const momentKindsOf = (club: Pick<StoredClub, 'momentKinds'> | undefined): readonly SideKind[] =>
  club?.momentKinds ?? usualMoments;

const alphabetical = lazy(() => new Intl.Collator('es'));

export const clubs = new Collection<StoredClub, ClubRow>({
  table: 'clubs',
  row: ({ id, name, visible, thumbnail, viewerClips }) => ({
    ...{ id, title: fold(name), clubIds: [id], name, visible, thumbnail },
    ...(viewerClips && { viewerClips }),
  }),
  compare: (a, b) => alphabetical().compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
});

/** A renamed club may show its old name on other lists for as long as this. */
const namesMaxAgeMs = 5_000;

/** For those who will name clubs, and have something else to read meanwhile. */
export const refreshNames = () => clubs.refresh(namesMaxAgeMs);

export type NameClubs = (ids: readonly string[]) => { id: string; name: string; thumbnail: string | null }[];

/** Who reads the names: a hidden club is named to staff only (row V-GEN-3). */
type Reader = 'everybody' | 'staff';

/** A function that gives id, name and crest of the clubs of some items; a club that is gone is left out. */
export async function clubNamer(
  items: readonly { clubIds: readonly string[] }[],
  reader: Reader = 'everybody',
): Promise<NameClubs> {
  await refreshNames();
  // A club that was created a moment ago is not known yet: then the names are read afresh.
  if (items.some(({ clubIds }) => clubIds.some((id) => !clubs.known(id)))) await clubs.refresh();
  return (ids) =>
    ids.flatMap((id) => {
      const row = clubs.known(id);
      return row && (row.visible || reader === 'staff')
        ? { id, name: row.name, thumbnail: pictureUrl(row.thumbnail) }
        : [];
    });
}

/** The same for one item, as its own list of clubs. */
export const clubNames = async (ids: readonly string[], reader: Reader = 'everybody') =>
  (await clubNamer([{ clubIds: ids }], reader))(ids);

/** Refuses ids of clubs that do not exist. */
export async function requireClubs(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await clubs.refresh();
  if (ids.some((id) => !clubs.known(id))) throw new ApiError('CLB4000');
}
