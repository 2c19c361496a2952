/**
 * Deleted matches. An admin can bring a match back for 14 days, with its score log and followers; its recordings and
 * cameras follow by the domain event. Afterwards the sweep erases everything.
 */
import { keepExistingClubs } from '../../league/clubs/store.ts';
import { type StoredEvent, toClubFields } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { putWrite, transact } from '../../platform/aws/dynamo.ts';
import { ConditionFailed, ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { findFamilyMatch } from '../../platform/shown/families.ts';
import type { Closing } from '../../platform/withholding/closings.ts';
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
} from './deleted-entries.ts';
import { dropGarbage, noteEventGarbage, noteHiddenPicturesGarbage } from './garbage.ts';
import { hiddenFolder, showPictures, tryToHidePictures } from './hidden-pictures.ts';
import { refusedMs } from './media-kinds.ts';

type DeletedEvent = DeletedEntry<StoredEvent> & { attached: Attached };

/** Recordings and cameras that showed the match. */
interface Attached {
  vodIds: string[];
  cameraIds: string[];
}

/** False if there is no such match. */
export async function deleteEvent(
  { id }: Pick<StoredEvent, 'id'>,
  { vods, closing, ...attached }: { vods: 'keep' | 'remove'; closing: Closing } & Attached,
  now: number,
): Promise<boolean> {
  const { by } = closing;
  const deleted = await events.remove(id, (item) => {
    const { visible, title, scheduledStartDate, state, postponedFrom, clubIds, version } = item;
    const families = findFamilyMatch(item);
    const shown = { title, scheduledStartDate, state, postponedFrom, clubIds, version };
    const announced = { ...shown, ...(families && { families }) };
    const detail = { eventId: id, vods, by, ...((visible || families) && { announced }) };
    const deleted: DeletedEvent = { id, kind: 'events', item, deletedAt: now, deletedBy: by, closing, attached };
    const entry = entryKey('events', id);
    const expiry = computeFilesExpiry(deleted);
    return [
      putWrite('uploads', { ...deleted, ...entry }),
      noteEventGarbage(id, expiry, entry),
      ...deletionWrites({ kind: 'events', id }, { until: expiry + refusedMs }, now),
      domainEventWrite('EventRemoved', detail, now),
    ];
  });
  if (!deleted) return false;
  await tryToHidePictures('events', id, now);
  return true;
}

export const listDeletedEvents = (now: number): Promise<DeletedEvent[]> => listEntries<DeletedEvent>('events', now);

export const toDeletedEventCards = (entries: readonly DeletedEvent[]) =>
  describeDeletions(entries, ({ sport, scheduledStartDate }) => ({ sport, scheduledStartDate }));

/**
 * Brings a deleted match back, hidden, as `adapt` returns it; undefined if there is none. Idempotent: a match that is
 * there already stays as it is.
 */
export async function recoverEvent(
  id: string,
  adapt: (event: StoredEvent) => StoredEvent,
  now: number,
): Promise<StoredEvent | undefined> {
  const deleted = await findEntry<DeletedEvent>('events', id);
  if (deleted && now < findGraceEnd(deleted)) {
    try {
      const event = adapt(hideUntilPublished(await dropMissing(deleted.item)));
      // Followers get one alert per version, so the recovered match must not reuse a version.
      await events.create(
        event,
        [
          dropEntry('events', deleted),
          edgeUpdateWrite({ kind: 'events', id }, now),
          dropGarbage(id, computeFilesExpiry(deleted)),
          ...noteHiddenPicturesGarbage(hiddenFolder('events', id, deleted.deletedAt), now),
          domainEventWrite('EventRecovered', { eventId: id, ...deleted.attached }, now),
        ],
        deleted.item.version + 1,
      );
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      // A match with this id is there, perhaps by a concurrent recovery: nothing of it may be swept.
      await transact([dropEntry('events', deleted), dropGarbage(id, computeFilesExpiry(deleted))]).catch(
        ignoreFailedCondition,
      );
    }
  }
  const recovered = await events.get(id);
  if (recovered) await showPictures('events', id);
  return recovered;
}

/** Leaves out clubs that were deleted after the match. */
const dropMissing = async (event: StoredEvent): Promise<StoredEvent> => ({
  ...event,
  ...toClubFields(event, await keepExistingClubs(event.clubIds)),
});
