/**
 * Deleted recordings and content videos, kept apart from the lists. An admin can bring them back for 14 days; then the
 * sweep deletes what is left of them.
 */
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import { putWrite } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObjectSize } from '../../platform/aws/storage.ts';
import { hideUntilPublished } from '../../platform/withholding/rules.ts';
import { deletionWrites, edgeUpdateWrite } from '../../platform/withholding/withdrawals.ts';
import {
  computeFilesExpiry,
  type DeletedEntry,
  describeDeletions,
  dropEntry,
  entryKey,
  findEntry,
  findGraceEnd,
  listEntries,
  type RecoverableKind,
} from './deleted-entries.ts';
import { dropGarbage, noteAttemptGarbage, noteGarbage, noteHiddenPicturesGarbage } from './garbage.ts';
import { hiddenFolder, showPictures, tryToHidePictures } from './hidden-pictures.ts';
import { cancelPending, findRecording, getMediaCollection, type MediaItem, refusedMs } from './media-kinds.ts';
import { withoutEncoding } from './rules.ts';

type VideoKind = Exclude<RecoverableKind, 'events'>;
type DeletedVideo = DeletedEntry<MediaItem>;

/**
 * Deletes a video and returns it. A video whose file has not arrived has nothing to recover, and is deleted for good.
 */
export async function deleteVideo(
  kind: VideoKind,
  id: string,
  deletedBy: string | null,
  now: number,
): Promise<MediaItem | undefined> {
  const collection = getMediaCollection(kind);
  const current = await collection.get(id);
  if (!current) return undefined;
  const arrived = await hasArrived(current);
  const deleted = await collection.remove(id, (item) => {
    if (!arrived) return noteGarbage(kind, item, now);
    const deleted: DeletedVideo = { id, kind, item: withoutEncoding(item), deletedAt: now, deletedBy };
    const entry = entryKey(kind, id);
    const expiry = computeFilesExpiry(deleted);
    return [
      putWrite('uploads', { ...deleted, ...entry }),
      ...deletionWrites({ kind, id }, { until: expiry + refusedMs, recording: findRecording(item) }, now),
      ...noteGarbage(kind, deleted.item, expiry, { entry, ...(kind === 'vods' && { vodId: id }) }),
      ...(item.pending ? noteAttemptGarbage(kind, id, item.pending, now) : []),
    ];
  });
  if (!deleted) return undefined;
  await cancelPending(deleted);
  if (arrived) await tryToHidePictures(kind, id, now);
  return deleted;
}

async function hasArrived({ generation, status, source }: MediaItem): Promise<boolean> {
  if (generation !== null || status !== 'SENT' || source?.bucket !== 'uploads') return true;
  return (await readObjectSize({ bucket: environment('UPLOADS_BUCKET'), key: source.key })) !== undefined;
}

/** The entry of a deleted video, also shortly after its grace period. */
export const findDeleted = (kind: MediaKind, id: string): Promise<DeletedVideo | undefined> =>
  findEntry<DeletedVideo>(kind, id);

export const listDeleted = (kind: VideoKind, now: number): Promise<DeletedVideo[]> =>
  listEntries<DeletedVideo>(kind, now);

export const toDeletedCards = (entries: readonly DeletedVideo[]) =>
  describeDeletions(entries, ({ dateCreated, duration }) => ({ dateCreated, duration }));

/**
 * Brings a deleted video back, hidden, as `adapt` returns it; undefined if there is none. Idempotent: a video that is
 * there already stays as it is.
 */
export async function recoverVideo<Item extends MediaItem>(
  kind: VideoKind,
  id: string,
  adapt: (item: Item) => Promise<Item>,
  now: number,
): Promise<Item | undefined> {
  const collection = getMediaCollection(kind);
  const deleted = await findDeleted(kind, id);
  if (deleted && now < findGraceEnd(deleted)) {
    const item = hideUntilPublished(await adapt(deleted.item as Item));
    // A concurrent recovery was first: the stored item decides.
    await collection
      .create(item, [
        dropEntry(kind, deleted),
        // Whatever still withholds the item goes on refusing it.
        edgeUpdateWrite({ kind, id }, now),
        dropGarbage(id, computeFilesExpiry(deleted)),
        ...noteHiddenPicturesGarbage(hiddenFolder(kind, id, deleted.deletedAt), now),
      ])
      .catch(ignoreFailedCondition);
  }
  const recovered = await collection.get(id);
  if (recovered) await showPictures(kind, id);
  return recovered as Item | undefined;
}
