/**
 * Every minute: ends broadcasts of phones that are over, stores their segments as recordings, and adds late segments to
 * the videos. A run continues the work of an interrupted one.
 */
import { findAiredPart } from '../../../shared/domain/aired-part.ts';
import type { Airtime } from '../../../shared/domain/airtime.ts';
import { events } from '../../league/events/store.ts';
import { findScore } from '../../league/scores/store.ts';
import { environment } from '../../platform/aws/environment.ts';
import { writeObject } from '../../platform/aws/storage.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { encodeAgain } from '../../recordings/media/encoding.ts';
import { isExcerpt } from '../../recordings/media/excerpt.ts';
import { hlsFolder, readRecording } from '../../recordings/media/ivs-recording.ts';
import { readTimes } from '../../recordings/media/recording-gaps.ts';
import type { WithdrawnRange } from '../../recordings/media/withdrawn-ranges.ts';
import { toDates, toSeconds } from '../../recordings/media/withdrawn-recording.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { readOutcome } from '../broadcasts/recording-outcomes.ts';
import { cutPart } from '../broadcasts/settle-recording.ts';
import { readAirtimeRule } from '../live/airtime.ts';
import { freeSlug } from '../live/slugs.ts';
import { findSourceByChannel, sources } from '../live/store.ts';
import { followPhone } from './follow-phone.ts';
import type { ListedSlot } from './listed-slots.ts';
import { toPartPrefix } from './part-files.ts';
import { createPhoneChannel, phoneReconnectMs } from './phone-channel.ts';
import { findNewest, isOver } from './phone-stream.ts';
import { buildMasterPlaylist, buildRecordedPlaylist, selectRendition } from './playlists.ts';
import {
  closePublisher,
  countPending,
  endPublisher,
  getPublisher,
  isRetired,
  listOpenPublishers,
  noteStoredPart,
  type Publisher,
  type PublisherPart,
} from './publishers.ts';
import { type PartSlots, readAllSlots } from './read-slots.ts';

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
  if (end) await endPublisher(id, end.at, end.by);
  await followPhone(id, now, true);
  const current = (await getPublisher(id)) ?? publisher;
  for (const part of current.parts) await storePart(current, part, now);
  if (isRetired(current, now)) await retire(current);
}

/** Milliseconds after the scorer's final whistle until which a phone keeps filming. */
const afterWhistleMs = 60_000;

/** Finds the end of a broadcast that was not stopped: the final whistle, or half an hour without a picture. */
async function findEnd(
  publisher: Publisher,
  now: number,
): Promise<{ at: number; by?: Publisher['endedBy'] } | undefined> {
  if (publisher.endedAt !== undefined) return undefined;
  const [event, score] = await Promise.all([events.get(publisher.eventId), findScore(publisher.eventId)]);
  if (!event) return { at: now };
  const isWhistled = score?.phase === 'ENDED' && (score.changedAt ?? 0) > publisher.createdAt;
  if (isWhistled) return { at: now + afterWhistleMs, by: 'WHISTLE' };
  const newest = await findNewest(publisher.id);
  const last = newest ? newest.startMs + newest.durationMs : publisher.createdAt;
  return now - last >= phoneReconnectMs ? { at: Math.max(last, publisher.createdAt), by: 'SILENCE' } : undefined;
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

/**
 * Renews the video of a recording whose playlists hold more than before, `duration` seconds in all. If it has an
 * encoding, it is encoded again, and the former one plays until then. Returns false while the video does not exist yet,
 * or is being encoded.
 */
async function renewRecording(prefix: string, duration: number, now: number): Promise<boolean> {
  const outcome = await readOutcome(prefix);
  if (!outcome) return false;
  const vod = outcome.kind === 'VIDEO' ? await vods.get(outcome.vodId) : undefined;
  // Not kept, deleted, or without its source.
  if (!vod?.recorded || vod.source?.bucket !== 'recordings') return true;
  if (vod.pending) return false;
  const { key } = vod.source;
  const aired = (await findAired(prefix)) ?? { from: vod.recorded.from, until: vod.recorded.to };
  if (isExcerpt(key) && !(await cutPart(vod.id, prefix, aired))) return true;
  const recorded = { ...(await readTimes(key, [], aired.from)), to: aired.until };
  await vods.change(
    vod.id,
    (current) => ({ ...withTimes(current, recorded), ...(current.playsRecording && { duration }) }),
    () => [domainEventWrite('RecordingTimed', { vodId: vod.id }, now)],
  );
  // Players get the longer playlist within a minute.
  if (vod.playsRecording) return true;
  return encodeAgain({ kind: 'vods', id: vod.id }, now);
}

/** Finds the part of a recording that viewers could see: late segments may come before or after those of its video. */
async function findAired(prefix: string): Promise<Airtime | undefined> {
  const recording = await readRecording(prefix);
  const source = recording && (await findSourceByChannel(recording.channelArn));
  return source && findAiredPart(source, recording, readAirtimeRule());
}

/**
 * The video with the times of the longer recording. Seconds that were taken out are left out at their former place too:
 * the former generation plays until the new one is finished.
 */
function withTimes(vod: StoredVod, recorded: NonNullable<StoredVod['recorded']>): StoredVod {
  const { withdrawn = [], recorded: before } = vod;
  if (withdrawn.length === 0 || !before) return { ...vod, recorded };
  const moved = toSeconds(toDates(withdrawn, before), recorded);
  const isNew = (range: WithdrawnRange) =>
    !withdrawn.some(
      ({ id, from, to }) => id === range.id && Math.abs(from - range.from) + Math.abs(to - range.to) < 0.1,
    );
  return { ...vod, recorded, withdrawn: [...withdrawn, ...moved.filter(isNew)].toSorted((a, b) => a.from - b.from) };
}

/** The slots of the main rendition; the small rendition is not recorded. */
const selectMain = (slots: readonly ListedSlot[]) => selectRendition(slots, 'main');

/**
 * Stores the playlists of a part's recording, in the form of IVS, which grow each minute; may be repeated. Only of the
 * main rendition: the phone sends the other one for the live alone, and not all of it.
 */
async function storePlaylists(prefix: string, { part, slots }: PartSlots): Promise<void> {
  const segments = selectMain(slots);
  const master = buildMasterPlaylist(slots);
  if (!master) return;
  await put(`${hlsFolder(prefix)}/main/playlist.m3u8`, buildRecordedPlaylist(part, segments));
  await put(`${hlsFolder(prefix)}/master.m3u8`, master);
}

/** Stores the description that says that the recording has ended; false if there is nothing to make a video of. */
async function storeDescription(prefix: string, { publisher, slots }: PartSlots): Promise<boolean> {
  const segments = [...selectMain(slots).values()];
  const [first, last] = [segments[0], segments.at(-1)];
  if (!first || !last) return false;
  const description = {
    channel_arn: createPhoneChannel(publisher.id).channelArn,
    recording_started_at: new Date(first.startMs).toISOString(),
    recording_ended_at: new Date(last.startMs + last.durationMs).toISOString(),
    media: {
      hls: {
        duration_ms: segments.reduce((sum, { durationMs }) => sum + durationMs, 0),
        path: 'media/hls',
        playlist: 'master.m3u8',
        renditions: [
          {
            resolution_width: Math.max(...segments.map(({ width }) => width)),
            resolution_height: Math.max(...segments.map(({ height }) => height)),
          },
        ],
      },
    },
  };
  await put(`${prefix}/events/recording-ended.json`, JSON.stringify(description), 'application/json');
  return true;
}

const put = (key: string, text: string, contentType = 'application/vnd.apple.mpegurl') =>
  writeObject({ bucket: environment('RECORDINGS_BUCKET'), key }, Buffer.from(text), { contentType });
