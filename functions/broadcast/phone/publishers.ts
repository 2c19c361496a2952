/**
 * Phones that broadcast a match, in the table `segments`. Each has a source of its own (`kind: 'phone'`), to which all
 * rules for cameras apply; it has no IVS channel, and its segments are its recording.
 */
import { ulid } from 'ulid';
import { lateHours, segmentMs } from '../../../shared/domain/phone-segments.ts';
import { deleteItem, getItem, isNew, type Key, putWrite, transact, updateItem } from '../../platform/aws/dynamo.ts';
import { ConditionFailed, ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryAll, queryItems, queryLatest } from '../../platform/aws/dynamo-queries.ts';

export interface Publisher {
  /** Also the id of its source. */
  id: string;
  eventId: string;
  device: string;
  /** Hash of the camera link, or `staffLink`. */
  link: string;
  /** Milliseconds since the Unix epoch. */
  createdAt: number;
  /** Pictures after this time are not accepted; it may be still to come. */
  endedAt?: number;
  /** The cause of an end that may be taken back: nothing arrived any more, or the scorer's final whistle. */
  endedBy?: 'SILENCE' | 'WHISTLE';
  /** Time of the last request that may have listed something, in milliseconds. */
  touchedAt?: number;
  /** The stored state of each part's recording, by its id. */
  kept: Record<string, StoredPart>;
  /** Divisions of its time, each with a broadcast and a recording of its own, oldest first. */
  parts: PublisherPart[];
}

/** State of a part's recording in the bucket. */
export interface StoredPart {
  /** Number of main segments in its playlist. */
  segments: number;
  /** Number of main segments in its video; absent before the end. */
  inVideo?: number;
}

export interface PublisherPart {
  /** Also the id of its stream. */
  id: string;
  /** First slot of UTC that belongs to it. */
  fromSlot: number;
}

/** Name of the staff member's account, for a phone without a link. */
export const staffLink = 'staff';

/**
 * True for a broadcast that takes no more segments: those of a link may come for a day after it, those of an account as
 * long as a browser keeps them (7 days). The hours beyond are for the video.
 */
export const isRetired = ({ endedAt = Number.POSITIVE_INFINITY, link }: Publisher, now: number): boolean =>
  now - endedAt > (link === staffLink ? staffHours : lateHours + 7) * 3_600_000;

const staffHours = 8 * 24;

/** Milliseconds before the registration in which a publisher's first segment may begin: the countdown is recorded. */
export const beforeMs = 10_000;

/** Days for which the items of a broadcast are kept: its recording has its own files. */
const keepDays = 60;
export const toExpiry = (now: number): number => Math.ceil(now / 1000) + keepDays * 86_400;

/** Registers a device. It gets the same publisher until that has ended, also for concurrent requests. */
export async function openPublisher(
  eventId: string,
  { device, link }: { device: string; link: string },
  now: number,
): Promise<Publisher> {
  const existing = await findPublisherOfDevice(eventId, device);
  if (existing && existing.endedAt === undefined) return withLink(existing, link);
  const id = ulid(now);
  const expiresAt = toExpiry(now);
  const publisher: Publisher = {
    id,
    eventId,
    device,
    link,
    createdAt: now,
    kept: {},
    parts: [{ id: ulid(now), fromSlot: Math.floor((now - beforeMs) / segmentMs) }],
  };
  const isCurrent = existing ? { expression: 'publisher = :before', values: { ':before': existing.id } } : isNew;
  try {
    await transact([
      putWrite('segments', { ...publisher, ...stateKey(id), expiresAt }, isNew),
      putWrite('segments', { ...openKey(id), expiresAt }),
      putWrite('segments', { ...deviceKey(eventId, device), publisher: id, expiresAt }, isCurrent),
    ]);
    return publisher;
  } catch (error) {
    const other = error instanceof ConditionFailed && (await findPublisherOfDevice(eventId, device));
    if (!other) throw error;
    return other;
  }
}

/** A newer link may have replaced the one by which the phone began. */
async function withLink(publisher: Publisher, link: string): Promise<Publisher> {
  if (publisher.link === link) return publisher;
  return updateItem('segments', stateKey(publisher.id), { expression: 'SET link = :link', values: { ':link': link } });
}

async function findPublisherOfDevice(eventId: string, device: string): Promise<Publisher | undefined> {
  const pointer = await getItem<{ publisher: string }>('segments', deviceKey(eventId, device));
  return pointer && getPublisher(pointer.publisher);
}

export const getPublisher = (id: string): Promise<Publisher | undefined> =>
  getItem<Publisher>('segments', stateKey(id));

/** Ends a publisher; repeated calls keep the earliest end. */
export async function endPublisher(id: string, at: number, by?: Publisher['endedBy']): Promise<void> {
  await updateItem(
    'segments',
    stateKey(id),
    by
      ? { expression: 'SET endedAt = :at, endedBy = :by', values: { ':at': at, ':by': by } }
      : { expression: 'SET endedAt = :at REMOVE endedBy', values: { ':at': at } },
    { condition: 'attribute_exists(pk) AND (attribute_not_exists(endedAt) OR endedAt > :at)' },
  ).catch(ignoreFailedCondition);
}

/** Reopens a publisher, whose next segments are another broadcast unless the end was still to come. */
export async function reopenPublisher({ id, parts, endedAt = 0, endedBy }: Publisher, now: number): Promise<void> {
  const part: PublisherPart = { id: ulid(now), fromSlot: Math.floor(now / segmentMs) - freshSlots };
  const last = parts.at(-1)?.fromSlot ?? 0;
  const added = endedAt > now ? [] : [part];
  if (added.length > 0 && part.fromSlot <= last) return;
  await updateItem(
    'segments',
    stateKey(id),
    {
      expression: 'SET parts = list_append(parts, :added) REMOVE endedAt, endedBy',
      values: { ':added': added, ':count': parts.length, ':by': endedBy },
    },
    { condition: 'endedBy = :by AND size(parts) = :count' },
  ).catch(ignoreFailedCondition);
}

/** Milliseconds after a final whistle in which the phone keeps what it films: the scorer may take the whistle back. */
const correctionMs = 10 * 60_000;
export const mayBeTakenBack = ({ endedAt = 0, endedBy }: Publisher, now: number): boolean =>
  endedBy === 'WHISTLE' && now < endedAt + correctionMs;

/** Slots before the present that a live phone sends; newer segments do not count as late. */
const freshSlots = 5;
export const isFresh = (startMs: number, now: number): boolean => startMs >= now - freshSlots * segmentMs;

/** Stores the time of a listing before it changes the recordings. */
export async function touchPublisher(id: string, now: number): Promise<void> {
  await updateItem('segments', stateKey(id), { expression: 'SET touchedAt = :now', values: { ':now': now } });
}

export async function noteStoredPart(id: string, part: string, stored: StoredPart): Promise<void> {
  await updateItem('segments', stateKey(id), {
    expression: 'SET kept.#part = :stored',
    names: { '#part': part },
    values: { ':stored': stored },
  });
}

/** Begins another part after the one with this id, if that is the last; repeated calls begin one. */
export async function beginPart(id: string, afterPart: string, now: number): Promise<void> {
  const publisher = await getPublisher(id);
  if (publisher?.parts.at(-1)?.id !== afterPart) return;
  const part: PublisherPart = { id: ulid(now), fromSlot: Math.ceil(now / segmentMs) };
  await updateItem(
    'segments',
    stateKey(id),
    {
      expression: 'SET parts = list_append(parts, :part)',
      values: { ':part': [part], ':count': publisher.parts.length },
    },
    { condition: 'size(parts) = :count' },
  ).catch(ignoreFailedCondition);
}

/** The part to which a slot belongs. */
export const findPart = ({ parts }: Pick<Publisher, 'parts'>, slot: number): PublisherPart | undefined =>
  parts.findLast(({ fromSlot }) => fromSlot <= slot);

/** The number after the highest assigned one. */
export async function findNextNumber(publisher: string): Promise<number> {
  const range = { from: 'NUMBER#', to: 'NUMBER#~' };
  const { items } = await queryLatest<Key>('segments', { pk: publisher, ...range, limit: 1 });
  const [last] = items;
  return last ? Number(last.sk.split('#')[1]) + 1 : 0;
}

/** Counts the main segments missing below the highest settled number. */
export async function countPending(publisher: string): Promise<number> {
  let [settled, highest] = [0, -1];
  for await (const page of queryItems<Key & { number: number; rendition: string; state?: string }>(
    'segments',
    publisher,
    { prefix: 'NUMBER#' },
  ))
    for (const { number, rendition, state } of page) {
      if (rendition !== 'main') continue;
      highest = Math.max(highest, number);
      if (state) settled += 1;
    }
  return highest + 1 - settled;
}

/** Ids of the publishers whose recordings may still change. */
export const listOpenPublishers = async (): Promise<string[]> =>
  (await queryAll<Key>('segments', 'OPEN')).map(({ sk }) => sk);

export const closePublisher = (id: string): Promise<void> => deleteItem('segments', openKey(id));

export const stateKey = (publisher: string): Key => ({ pk: publisher, sk: 'STATE' });
const deviceKey = (eventId: string, device: string): Key => ({ pk: `DEVICE#${eventId}#${device}`, sk: 'PUBLISHER' });
const openKey = (publisher: string): Key => ({ pk: 'OPEN', sk: publisher });
