/** Clubs: items, their names for other features, and the check that chosen clubs exist. */
import type { ProtectionContact } from '../../../shared/contract/clubs.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { lazy } from '../../../shared/domain/lazy.ts';
import { type SideKind, usualMoments } from '../../../shared/domain/score.ts';
import type { Shares } from '../../../shared/domain/statement.ts';
import { type Caller, manages } from '../../platform/auth/rules.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { requireItem } from '../../platform/lists/require-item.ts';

export interface StoredClub {
  id: string;
  version: number;
  name: string;
  visible: boolean;
  /** Key of the crest in the media bucket. */
  thumbnail: string | null;
  dateCreated: string;
  /** Absent if the club has not chosen: the defaults apply. */
  momentKinds?: SideKind[];
  /** True if clips may be public; absent means staff only. */
  publicClips?: boolean;
  /** True if viewers may cut clips; absent means staff only. */
  viewerClips?: boolean;
  /** Hosts that may embed the club's content; absent means none. */
  embedHosts?: string[];
  /** True if link previews show results; absent means no. */
  scoreInPreviews?: boolean;
  /** The operator's contract as the club accepted it last. */
  contract?: AcceptedContract;
  /** The person to whom families turn about the protection of minors, shown on the club's page. */
  protection?: ProtectionContact | null;
  /** Percentages of the net income that replace the stage's, by plan. */
  shares?: Partial<Shares>;
}

export interface AcceptedContract {
  version: string;
  /** ISO 8601. */
  at: string;
  userId: string;
  /** Name of the person, who may have left the club since. */
  by: string;
}

export const toMomentKinds = (club: Pick<StoredClub, 'momentKinds'> | undefined): readonly SideKind[] =>
  club?.momentKinds ?? usualMoments;

const alphabetical = lazy(() => new Intl.Collator('es'));

export const compareNames = (a: { name: string }, b: { name: string }) => alphabetical().compare(a.name, b.name);

const toRow = ({ id, name, visible, thumbnail, viewerClips, contract }: StoredClub) => ({
  id,
  title: foldText(name),
  clubIds: [id],
  name,
  visible,
  thumbnail,
  ...(viewerClips && { viewerClips }),
  ...(contract && { hasContract: true }),
});

export type ClubRow = ReturnType<typeof toRow>;

export const clubs = new Collection<StoredClub, ClubRow>({
  table: 'clubs',
  audit: {
    kind: 'clubs',
    name: ({ name }) => name,
    kept: ['name', 'visible', 'publicClips', 'viewerClips', 'embedHosts', 'scoreInPreviews', 'shares'],
  },
  row: toRow,
  compare: (a, b) => compareNames(a, b) || (a.id < b.id ? -1 : 1),
});

/** Delay after which a renamed club shows its new name in other lists. */
const namesMaxAgeMs = 5_000;

/** Starts refreshing names early, so that callers can do other reads meanwhile. */
export const refreshNames = () => clubs.refresh(namesMaxAgeMs);

export type NameClubs = (ids: readonly string[]) => { id: string; name: string; thumbnail: string | null }[];

/** Hidden clubs are named to staff only. */
type Reader = 'everybody' | 'staff';

/** Returns a function from club ids to id, name and crest; deleted clubs are left out. */
export async function createClubNamer(
  items: readonly { clubIds: readonly string[] }[],
  reader: Reader = 'everybody',
): Promise<NameClubs> {
  await refreshNames();
  // A club created a moment ago is not known yet.
  if (items.some(({ clubIds }) => clubIds.some((id) => !clubs.getRow(id)))) await clubs.refresh();
  return (ids) =>
    ids.flatMap((id) => {
      const row = clubs.getRow(id);
      return row && (row.visible || reader === 'staff')
        ? { id, name: row.name, thumbnail: pictureUrl(row.thumbnail) }
        : [];
    });
}

/** Like `createClubNamer`, for one item. */
export const readClubNames = async (ids: readonly string[], reader: Reader = 'everybody') =>
  (await createClubNamer([{ clubIds: ids }], reader))(ids);

/** The name of a club, also of a hidden one; undefined once it is deleted. */
export const readClubName = async (id: string): Promise<string | undefined> =>
  (await readClubNames([id], 'staff'))[0]?.name;

/** Answers a request for the clubs of an item. */
export const answerClubs = async ({ clubIds }: { clubIds: readonly string[] }, reader?: Reader) => ({
  data: { clubs: await readClubNames(clubIds, reader) },
});

/** Reads the current items of the clubs that exist: a permission, unlike a name, must apply at once. */
export async function readClubs(ids: readonly string[]): Promise<StoredClub[]> {
  await clubs.refresh();
  return clubs.items([...new Set(ids)].map((id) => ({ id })));
}

export async function keepExistingClubs(ids: readonly string[]): Promise<string[]> {
  await clubs.refresh();
  return ids.filter((id) => clubs.getRow(id));
}

/** @throws ApiError 404 for a club that does not exist. */
export const requireClub = (id: string): Promise<StoredClub> => requireItem(clubs, id, 'CLB4040');

/** @throws ApiError 404 for a hidden club that the caller does not manage. */
export async function requireReadableClub(id: string, caller: Pick<Caller, 'user'> | undefined): Promise<StoredClub> {
  const club = await requireClub(id);
  if (!club.visible && !manages(caller, { clubIds: [id] })) throw new ApiError('CLB4040');
  return club;
}

/** @throws ApiError 404 for a missing club, 403 for another club's staff. */
export async function requireManagedClub(id: string | undefined, caller: Pick<Caller, 'user'>): Promise<StoredClub> {
  if (id === undefined) throw new ApiError('CLB4040');
  const club = await requireClub(id);
  if (!manages(caller, { clubIds: [club.id] })) throw new ApiError('SSN4030');
  return club;
}

/** @throws ApiError if a club does not exist. */
export async function requireClubs(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await clubs.refresh();
  if (ids.some((id) => !clubs.getRow(id))) throw new ApiError('CLB4000');
}
