/**
 * Every minute: ends broadcasts of phones that are over, stores their segments as recordings, and adds late segments to
 * the videos. A run continues the work of an interrupted one.
 */
import { lateHours } from '../../../shared/domain/phone-segments.ts';
import { events } from '../../league/events/store.ts';
import { findScore } from '../../league/scores/store.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { freeSlug } from '../live/slugs.ts';
import { sources } from '../live/store.ts';
import { followPhone } from './follow-phone.ts';
import { toPartPrefix } from './part-files.ts';
import { findNewest, isOver, phoneReconnectMs } from './phone-stream.ts';
import { selectRendition } from './playlists.ts';
import {
  closePublisher,
  countPending,
  endPublisher,
  getPublisher,
  listOpenPublishers,
  noteStoredPart,
  type Publisher,
  type PublisherPart,
} from './publishers.ts';
import { readAllSlots } from './read-slots.ts';
import { renewRecording } from './renew-recording.ts';
import { storeDescription, storePlaylists } from './store-recording.ts';

/** Publishers that are followed at the same time. */
const atOnce = 5;

export const reconcilePhones = async (now: number): Promise<void> =>
  attemptEach(
    'the broadcast of a phone was not followed',
    await listOpenPublishers(),
    (id) => reconcilePhone(id, now),
    (publisher) => ({ publisher }),
    atOnce,
  );

export async function reconcilePhone(id: string, now: number): Promise<void> {
  const publisher = await getPublisher(id);
  if (!publisher) return closePublisher(id);
  const end = await findEnd(publisher, now);
  if (end) await endPublisher(id, end.at, end.isSilent);
  await followPhone(id, now, true);
  const current = (await getPublisher(id)) ?? publisher;
  for (const part of current.parts) await storePart(current, part, now);
  if (current.endedAt !== undefined && now - current.endedAt > keptMs) await retire(current);
}

/** A phone may send kept segments until its link no longer accepts them; an hour more for the video. */
const keptMs = (lateHours + 7) * 3_600_000;

/** Milliseconds after the scorer's final whistle until which a phone keeps filming. */
const afterWhistleMs = 60_000;

/** Finds the end of a broadcast that was not stopped: the final whistle, or half an hour without a picture. */
async function findEnd(publisher: Publisher, now: number): Promise<{ at: number; isSilent: boolean } | undefined> {
  if (publisher.endedAt !== undefined) return undefined;
  const [event, score] = await Promise.all([events.get(publisher.eventId), findScore(publisher.eventId)]);
  if (!event) return { at: now, isSilent: false };
  const isWhistled = score?.phase === 'ENDED' && (score.changedAt ?? 0) > publisher.createdAt;
  if (isWhistled) return { at: now + afterWhistleMs, isSilent: false };
  const newest = await findNewest(publisher.id);
  const last = newest ? newest.startMs + newest.durationMs : publisher.createdAt;
  return now - last >= phoneReconnectMs ? { at: Math.max(last, publisher.createdAt), isSilent: true } : undefined;
}

/** Milliseconds for which the video waits for segments that the phone still keeps. */
const awaitLateMs = 10 * 60_000;
/** Milliseconds without a new segment after which a video that lacks some is encoded again. */
const quietMs = 60_000;
/** Milliseconds after a report in which its segments may still be stored. */
const settlingMs = 120_000;

async function storePart(publisher: Publisher, part: PublisherPart, now: number): Promise<void> {
  const { id, kept, touchedAt = 0 } = publisher;
  const before = kept[part.id];
  const next = publisher.parts.find(({ fromSlot }) => fromSlot > part.fromSlot);
  const isClosed = isOver(publisher, now) || next !== undefined;
  const isWaiting = isClosed && before !== undefined && before.inVideo !== before.segments;
  // Nothing has changed since the last run.
  if (before && !isWaiting && now - touchedAt > settlingMs) return;
  const prefix = toPartPrefix(publisher, part);
  const slots = await readAllSlots(prefix);
  const segments = slots ? [...selectRendition(slots.slots, 'main').values()] : [];
  if (!slots || segments.length === 0) return;
  const current = { ...before, segments: segments.length };
  if (before?.segments !== current.segments) await storePlaylists(prefix, slots);
  if (isClosed && before?.inVideo === undefined) {
    const endedAt = publisher.endedAt ?? now;
    const isWhole = now - endedAt >= awaitLateMs || (await countPending(id)) === 0;
    if (isWhole && (await storeDescription(prefix, slots))) current.inVideo = current.segments;
  } else if (isClosed && before?.inVideo !== current.segments) {
    const lastListedAt = segments.reduce((last, { listedAt }) => Math.max(last, listedAt), 0);
    await storeDescription(prefix, slots);
    if (now - lastListedAt >= quietMs && (await renewRecording(prefix, sumSeconds(segments), now)))
      current.inVideo = current.segments;
  }
  if (before?.segments !== current.segments || before.inVideo !== current.inVideo)
    await noteStoredPart(id, part.id, current);
}

const sumSeconds = (segments: readonly { durationMs: number }[]): number =>
  segments.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;

/** Removes the source of a phone that cannot send any more; its broadcasts and videos stay. */
async function retire({ id }: Publisher): Promise<void> {
  const source = await sources.get(id);
  if (source) await sources.remove(id, ({ slug }) => [freeSlug(slug)]);
  await closePublisher(id);
}
