/**
 * Pictures of deleted items are public, so a deletion moves them where the edge demands signatures, and a recovery
 * copies them back. Both may run at once: the recovery looks for copies after its transaction, and the deletion looks
 * for a recovery after the move.
 */
import { events } from '../../league/events/store.ts';
import { environment } from '../../platform/aws/environment.ts';
import { copyObject, deletePrefix, listObjects } from '../../platform/aws/storage.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { log } from '../../platform/observability/log.ts';
import { findEntry, type RecoverableKind, readEntries, recoverableKinds } from './deleted-entries.ts';
import { toHiddenPrefix } from './garbage.ts';
import { getMediaCollection } from './media-kinds.ts';

/** Hides pictures that an interrupted deletion has left, or that an encoding has written since. */
export async function hideDeletedPictures(): Promise<void> {
  await attemptEach(
    'pictures of a deleted item were not hidden',
    readDeleted(),
    ({ kind, id, deletedAt }) => hidePictures(kind, id, deletedAt),
    ({ kind, id }) => ({ kind, id }),
  );
}

async function* readDeleted() {
  for (const kind of recoverableKinds)
    for await (const page of readEntries(kind)) for (const { id, deletedAt } of page) yield { kind, id, deletedAt };
}

/** A failure is left to `hideDeletedPictures`. */
export const tryToHidePictures = (kind: RecoverableKind, id: string, deletedAt: number): Promise<void> =>
  hidePictures(kind, id, deletedAt).catch((error) =>
    log('warn', 'pictures not hidden yet', { id, error: String(error) }),
  );

async function hidePictures(kind: RecoverableKind, id: string, deletedAt: number): Promise<void> {
  const bucket = environment('MEDIA_BUCKET');
  const folder = pictureFolder(kind, id);
  for (const { key } of await listObjects(bucket, folder))
    await copyObject(bucket, key, hiddenFolder(kind, id, deletedAt) + key.slice(folder.length));
  await deletePrefix(bucket, folder);
  if (!(await findEntry(kind, id)) && (await itemExists(kind, id))) await showPictures(kind, id);
}

const itemExists = async (kind: RecoverableKind, id: string): Promise<boolean> =>
  (await (kind === 'events' ? events.get(id) : getMediaCollection(kind).get(id))) !== undefined;

/** Copies missing pictures back. */
export async function showPictures(kind: RecoverableKind, id: string): Promise<void> {
  const bucket = environment('MEDIA_BUCKET');
  const folder = pictureFolder(kind, id);
  const hidden = await listObjects(bucket, toHiddenPrefix(kind, id));
  if (hidden.length === 0) return;
  const keys = new Set((await listObjects(bucket, folder)).map(({ key }) => key));
  for (const { key } of hidden) {
    const name = folder + key.split('/').slice(4).join('/');
    if (!keys.has(name)) await copyObject(bucket, key, name);
  }
}

const pictureFolder = (kind: RecoverableKind, id: string) => `thumbnails/${kind}/${id}/`;
/** Folder of one deletion, so that the copies of an earlier one can be swept. */
export const hiddenFolder = (kind: RecoverableKind, id: string, deletedAt: number) =>
  `${toHiddenPrefix(kind, id)}${deletedAt}/`;
