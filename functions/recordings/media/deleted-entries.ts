/**
 * Entries of deleted items that an admin can recover for 14 days, in the table `uploads`: DELETED#{kind} / {id}. No
 * list of items contains them.
 */
import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { deleteWrite, getItem, getItems, type Key, type Write } from '../../platform/aws/dynamo.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';
import type { Closing } from '../../platform/withholding/closings.ts';

export const recoverableKinds = ['vods', 'contentvideos', 'events'] as const;
export type RecoverableKind = (typeof recoverableKinds)[number];

export interface DeletedEntry<Item = unknown> {
  id: string;
  kind: RecoverableKind;
  item: Item;
  /** Milliseconds since the Unix epoch. */
  deletedAt: number;
  /** The user who deleted it, where that is known. */
  deletedBy: string | null;
  /** Side and reason of the deletion of a match, which recovering it asks about. */
  closing?: Closing;
}

const graceMs = 14 * 86_400_000;
/** Files are kept longer than an item can be recovered, because the clocks of functions differ. */
const marginMs = 3_600_000;

type Deletion = Pick<DeletedEntry, 'deletedAt'>;

export const findGraceEnd = ({ deletedAt }: Deletion) => deletedAt + graceMs;
export const computeFilesExpiry = (deleted: Deletion) => findGraceEnd(deleted) + marginMs;

/** The entry of a deleted item, also shortly after its grace period. */
export const findEntry = <Entry extends DeletedEntry>(kind: string, id: string): Promise<Entry | undefined> =>
  getItem<Entry>('uploads', entryKey(kind, id));

/** Items that can be recovered, the latest first. */
export async function listEntries<Entry extends DeletedEntry>(kind: RecoverableKind, now: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const page of readEntries(kind)) entries.push(...(page as Entry[]));
  return entries.filter((deleted) => now < findGraceEnd(deleted)).sort((a, b) => b.deletedAt - a.deletedAt);
}

/** All entries of a kind, also those past their grace period. */
export const readEntries = (kind: RecoverableKind) => queryItems<DeletedEntry>('uploads', partition(kind));

/** Forgets an entry in the transaction that brings its item back; fails for another deletion. */
export const dropEntry = (kind: RecoverableKind, { id, deletedAt }: Pick<DeletedEntry, 'id' | 'deletedAt'>): Write =>
  deleteWrite('uploads', entryKey(kind, id), {
    expression: 'deletedAt = :deletedAt',
    values: { ':deletedAt': deletedAt },
  });

/**
 * Maps entries to the API's shape, with the fields that `pick` takes from each item; `deletedBy` is a name, null for an
 * account that is gone.
 */
export async function describeDeletions<Item extends { title: string }, Own>(
  entries: readonly DeletedEntry<Item>[],
  pick: (item: Item) => Own,
) {
  const ids = [...new Set(entries.flatMap(({ deletedBy }) => deletedBy ?? []))];
  const users = (await getItems(ids.map((id) => ({ table: 'users', key: userKey(id) })))) as (StoredUser | undefined)[];
  return entries.map((deleted) => ({
    ...pick(deleted.item),
    id: deleted.id,
    title: deleted.item.title,
    deletedAt: new Date(deleted.deletedAt).toISOString(),
    deletedBy: nameUser(users.find((user) => user?.id === deleted.deletedBy)),
    recoverableUntil: new Date(findGraceEnd(deleted)).toISOString(),
  }));
}

const nameUser = (user: StoredUser | undefined) => (user ? `${user.name} ${user.surname}`.trim() || user.email : null);

const partition = (kind: string) => `DELETED#${kind}`;
export const entryKey = (kind: string, id: string): Key => ({ pk: partition(kind), sk: id });
