/**
 * Deleted recordings and content videos. For 14 days they are kept apart from their lists, where nobody finds them, and
 * an admin can bring them back; then the sweep deletes their files and whatever else is left of them.
 */
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import {
  ConditionFailed,
  deleteWrite,
  getItem,
  getItems,
  type Key,
  putWrite,
  queryItems,
} from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { copyObject, deletePrefix, listObjects, objectSize } from '../../platform/aws/storage.ts';
import { log } from '../../platform/observability/log.ts';
import { dropGarbage, hiddenPictures, noteGarbage, noteHiddenPicturesGarbage, notePendingGarbage } from './garbage.ts';
import { cancelPending, type MediaItem, mediaCollection } from './media-kinds.ts';
import { encodingDropped } from './rules.ts';

const recoverableKinds = ['vods', 'contentvideos'] as const;
type RecoverableKind = (typeof recoverableKinds)[number];

interface DeletedVideo {
  id: string;
  kind: RecoverableKind;
  item: MediaItem;
  /** Milliseconds since the Unix epoch. */
  deletedAt: number;
  /** The user who deleted it, where that is known. */
  deletedBy: string | null;
}

const graceMs = 14 * 86_400_000;
/** Clocks of functions differ: files outlive the last moment in which a video can be recovered. */
const marginMs = 3_600_000;

const endOfGrace = ({ deletedAt }: Pick<DeletedVideo, 'deletedAt'>) => deletedAt + graceMs;
const filesDue = (deleted: Pick<DeletedVideo, 'deletedAt'>) => endOfGrace(deleted) + marginMs;

/** Deletes a video and returns it. One whose file has not arrived has nothing to recover: it is deleted for good. */
export async function deleteVideo(
  kind: RecoverableKind,
  id: string,
  deletedBy: string | null,
  now: number,
): Promise<MediaItem | undefined> {
  const collection = mediaCollection(kind);
  const found = await collection.get(id);
  if (!found) return undefined;
  const arrived = await hasArrived(found);
  const deleted = await collection.remove(id, (item) => {
    if (!arrived) return noteGarbage(kind, item, now);
    const kept: DeletedVideo = { id, kind, item: encodingDropped(item), deletedAt: now, deletedBy };
    const entry = entryKey(kind, id);
    return [
      putWrite('uploads', { ...kept, ...entry }),
      ...noteGarbage(kind, kept.item, filesDue(kept), { entry, ...(kind === 'vods' && { vodId: id }) }),
      ...(item.pending ? notePendingGarbage(kind, id, item.pending, now) : []),
    ];
  });
  if (!deleted) return undefined;
  await cancelPending(deleted);
  if (arrived) {
    await hidePictures(kind, id, now).catch((error) =>
      log('warn', 'pictures not hidden yet', { id, error: String(error) }),
    );
  }
  return deleted;
}

async function hasArrived({ generation, status, source }: MediaItem): Promise<boolean> {
  if (generation !== null || status !== 'SENT' || source?.bucket !== 'uploads') return true;
  return (await objectSize({ bucket: environment('UPLOADS_BUCKET'), key: source.key })) !== undefined;
}

/** The entry of a deleted video, also shortly after its grace period. */
export const findDeleted = (kind: MediaKind, id: string): Promise<DeletedVideo | undefined> =>
  getItem<DeletedVideo>('uploads', entryKey(kind, id));

/** Videos that can be recovered, the latest first. */
export async function listDeleted(kind: RecoverableKind, now: number): Promise<DeletedVideo[]> {
  const found: DeletedVideo[] = [];
  for await (const page of queryItems<DeletedVideo>('uploads', partition(kind))) found.push(...page);
  return found.filter((deleted) => now < endOfGrace(deleted)).sort((a, b) => b.deletedAt - a.deletedAt);
}

/** Maps entries to the API's shape, with the names of those who deleted them; null for accounts that are gone. */
export async function toDeletedCards(entries: readonly DeletedVideo[]) {
  const ids = [...new Set(entries.flatMap(({ deletedBy }) => deletedBy ?? []))];
  const users = (await getItems(ids.map((id) => ({ table: 'users', key: userKey(id) })))) as (StoredUser | undefined)[];
  return entries.map((deleted) => ({
    id: deleted.id,
    title: deleted.item.title,
    dateCreated: deleted.item.dateCreated,
    duration: deleted.item.duration,
    deletedAt: new Date(deleted.deletedAt).toISOString(),
    deletedBy: nameUser(users.find((user) => user?.id === deleted.deletedBy)),
    recoverableUntil: new Date(endOfGrace(deleted)).toISOString(),
  }));
}

const nameUser = (user: StoredUser | undefined) => (user ? `${user.name} ${user.surname}`.trim() || user.email : null);

/**
 * Brings a deleted video back, hidden, as `adapt` returns it; undefined if there is none. Idempotent: a video that is
 * there already stays as it is.
 */
export async function recoverVideo<Item extends MediaItem>(
  kind: RecoverableKind,
  id: string,
  adapt: (item: Item) => Promise<Item>,
  now: number,
): Promise<Item | undefined> {
  const collection = mediaCollection(kind);
  const deleted = await findDeleted(kind, id);
  if (deleted && now < endOfGrace(deleted)) {
    const item = { ...(await adapt(deleted.item as Item)), visible: false };
    try {
      await collection.create(item, [
        deleteWrite('uploads', entryKey(kind, id), sameDeletion(deleted)),
        dropGarbage(id, filesDue(deleted)),
        ...noteHiddenPicturesGarbage(hiddenFolder(kind, id, deleted.deletedAt), now),
      ]);
    } catch (error) {
      // Somebody else was first: what stands there now decides.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  const recovered = await collection.get(id);
  if (recovered) await showPictures(kind, id);
  return recovered as Item | undefined;
}

const sameDeletion = ({ deletedAt }: DeletedVideo) => ({
  expression: 'deletedAt = :deletedAt',
  values: { ':deletedAt': deletedAt },
});

/** Hides pictures that a deletion has left, or that an encoding has written since. */
export async function hideDeletedPictures(): Promise<void> {
  for (const kind of recoverableKinds)
    for await (const page of queryItems<DeletedVideo>('uploads', partition(kind)))
      for (const { id, deletedAt } of page) await hidePictures(kind, id, deletedAt);
}

/**
 * Moves the pictures, which are public, to where the edge demands signatures. A recovery at the same time finds either
 * the pictures or all of their copies: it looks for copies after its transaction, and this looks for it after the move.
 */
async function hidePictures(kind: RecoverableKind, id: string, deletedAt: number): Promise<void> {
  const bucket = environment('MEDIA_BUCKET');
  const folder = pictureFolder(kind, id);
  for (const { key } of await listObjects(bucket, folder))
    await copyObject(bucket, key, hiddenFolder(kind, id, deletedAt) + key.slice(folder.length));
  await deletePrefix(bucket, folder);
  if (!(await findDeleted(kind, id)) && (await mediaCollection(kind).get(id))) await showPictures(kind, id);
}

/** Copies missing pictures back. */
async function showPictures(kind: RecoverableKind, id: string): Promise<void> {
  const bucket = environment('MEDIA_BUCKET');
  const folder = pictureFolder(kind, id);
  const hidden = await listObjects(bucket, hiddenPictures(kind, id));
  if (hidden.length === 0) return;
  const shown = new Set((await listObjects(bucket, folder)).map(({ key }) => key));
  for (const { key } of hidden) {
    const name = folder + key.split('/').slice(4).join('/');
    if (!shown.has(name)) await copyObject(bucket, key, name);
  }
}

const pictureFolder = (kind: RecoverableKind, id: string) => `thumbnails/${kind}/${id}/`;
/** A folder of each deletion, so that the copies of an earlier one can be swept. */
const hiddenFolder = (kind: RecoverableKind, id: string, deletedAt: number) =>
  `${hiddenPictures(kind, id)}${deletedAt}/`;

const partition = (kind: MediaKind) => `DELETED#${kind}`;
const entryKey = (kind: MediaKind, id: string): Key => ({ pk: partition(kind), sk: id });
