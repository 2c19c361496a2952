/**
 * Turns a finished recording into a hidden video of its match; idempotent across IVS's event, the object in the bucket
 * and the reconciliation.
 */
import { ulid } from 'ulid';
import { findAiredPart } from '../../../shared/domain/aired-part.ts';
import type { Airtime } from '../../../shared/domain/airtime.ts';
import { longDate } from '../../../shared/domain/madrid-text.ts';
import { posterKey } from '../../../shared/domain/media-address.ts';
import { secondsAt } from '../../../shared/domain/recorded-time.ts';
import { findDecisive } from '../../../shared/domain/score.ts';
import { events } from '../../league/events/store.ts';
import { readLog } from '../../league/scores/store.ts';
import { type Key, transact, type Write } from '../../platform/aws/dynamo.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import { environment } from '../../platform/aws/environment.ts';
import { listObjects } from '../../platform/aws/storage.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { log } from '../../platform/observability/log.ts';
import { type Card, renderCardPng } from '../../recordings/clips/title-card.ts';
import { isPlayedAsRecorded } from '../../recordings/media/broadcast-encoding.ts';
import { beginEncoding } from '../../recordings/media/encoding.ts';
import { findExcerpt, readLargestPlaylist, storeExcerpt } from '../../recordings/media/excerpt.ts';
import { storePoster } from '../../recordings/media/finished-pictures.ts';
import { forgetDraft, keepDraft, noteRecordingGarbage } from '../../recordings/media/garbage.ts';
import { type Recording, readLatestFrame, readRecording } from '../../recordings/media/ivs-recording.ts';
import { isPhonePrefix } from '../../recordings/media/phone-recording.ts';
import { readTimes } from '../../recordings/media/recording-gaps.ts';
import { createMediaFields, withRecordingPlayed } from '../../recordings/media/rules.ts';
import { toSeconds } from '../../recordings/media/withdrawn-recording.ts';
import { alignWithdrawn } from '../../recordings/media/withdrawn-segments.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { readAirtimeRule } from '../live/airtime.ts';
import { findShownEvent, type ShownEvent, type StoredSource } from '../live/rules.ts';
import { findSourceByChannel } from '../live/store.ts';
import { readOutcome, settleUnnoticedWrites, settleWrites } from './recording-outcomes.ts';
import { failures, findBroadcast, type Outcome, type StoredBroadcast } from './rules.ts';
import { listBroadcasts } from './store.ts';

/** Settles a recording; undefined while it runs. */
export async function settleRecording(
  prefix: string,
  now: number,
  streamIds: readonly string[] = [],
): Promise<Outcome | undefined> {
  const settled = await readOutcome(prefix);
  if (settled) return settled;
  const recording = await readRecording(prefix);
  if (!recording) return undefined;
  const source = await findSourceByChannel(recording.channelArn);
  const rule = readAirtimeRule();
  // Without its source the airtime is unknown: the whole recording counts as aired.
  const aired = source
    ? findAiredPart(source, recording, rule)
    : { from: recording.startedAt, until: recording.endedAt };
  const shownEvent = source && aired && findShownEvent(source, aired.from, aired.until, rule);
  const all = await listBroadcasts(recording.channelArn);
  // A recording that is partly outside of the airtime belongs to the broadcast that viewers saw.
  const seen = rule.enforced && shownEvent ? all.filter(({ event }) => event?.id === shownEvent.id) : all;
  const trace = { startedAt: recording.startedAt, streamIds, eventId: shownEvent?.id };
  const noticed = findBroadcast(seen, trace) ?? findBroadcast(all, trace);
  const event = noticed?.event ?? shownEvent ?? null;
  const broadcast = noticed
    ? { ...noticed, ...(rule.enforced && { event }) }
    : source && toUnnoticedBroadcast(recording, streamIds, source, event);
  const { outcome, create, isEncoded } = await decide(prefix, { recording, aired }, broadcast, now);
  const writes = noticed ? settleWrites(prefix, outcome, noticed) : settleUnnoticedWrites(prefix, outcome, broadcast);
  try {
    if (create && outcome.kind === 'VIDEO')
      await create([...writes, domainEventWrite('RecordingTimed', { vodId: outcome.vodId }, now)]);
    else await transact([...writes, ...noteRecordingGarbage(prefix, now)]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return readOutcome(prefix);
  }
  if (outcome.kind === 'VIDEO' && isEncoded) await beginEncoding({ kind: 'vods', id: outcome.vodId }, now);
  return outcome;
}

/** Builds the broadcast of a recording that has none, because its events were lost. */
const toUnnoticedBroadcast = (
  { channelArn, startedAt, endedAt }: Recording,
  streamIds: readonly string[],
  source: StoredSource,
  event: ShownEvent | null,
): StoredBroadcast => ({
  id: ulid(Date.parse(startedAt)),
  channelArn,
  sourceId: source.id,
  startedAt,
  endedAt,
  event,
  streamIds: [...streamIds],
  recordings: {},
});

interface Decision {
  outcome: Outcome;
  /** Creates the video together with these writes. */
  create?: (also: Write[]) => Promise<unknown>;
  /** False for a video that plays the recording. */
  isEncoded?: boolean;
}

async function decide(
  prefix: string,
  { recording, aired }: { recording: Recording; aired: Airtime | undefined },
  broadcast: StoredBroadcast | undefined,
  now: number,
): Promise<Decision> {
  if (!broadcast?.event || !aired) return { outcome: { kind: 'NOT_KEPT' } };
  const { startedAt, endedAt, duration, brokeOff } = recording;
  if (duration === 0) return { outcome: { kind: 'FAILED', reason: brokeOff ? failures.service : failures.empty } };
  const { event, recordings, peak = null } = broadcast;
  const id = ulid(now);
  const isWhole = aired.from === startedAt && aired.until === endedAt;
  const playlist = isWhole ? recording.playlist : await cutPart(id, prefix, aired);
  if (!playlist) return { outcome: { kind: 'NOT_KEPT' } };
  const part = Object.values(recordings).filter(({ kind }) => kind === 'VIDEO').length + 1;
  const objects = await listObjects(environment('RECORDINGS_BUCKET'), `${prefix}/media/hls/`);
  // If the match was deleted meanwhile, the video exists without it.
  const match = await events.get(event.id);
  const recorded = { ...(await readTimes(playlist, objects, aired.from)), to: aired.until };
  const withdrawn = toSeconds(broadcast.withdrawn ?? [], recorded);
  const decisive = match && findDecisive(await readLog(match.id));
  const posterAt = decisive && secondsAt({ from: Date.parse(recorded.from), gaps: recorded.gaps ?? [] }, decisive.at);
  const vod = {
    ...createMediaFields(
      { bucket: 'recordings', key: playlist },
      objects.reduce((sum, { size }) => sum + size, 0),
    ),
    id,
    title: part === 1 ? event.title : `${event.title} (parte ${part})`,
    summary: match?.summary ?? '',
    sport: event.sport,
    sportEventId: match ? event.id : null,
    clubIds: event.clubIds,
    visible: false,
    renderOrder: null,
    dateCreated: new Date(now).toISOString(),
    uploadId: null,
    livePeak: peak,
    recorded,
    ...(withdrawn.length > 0 && { withdrawn }),
    ...(posterAt !== undefined && { posterAt }),
    awaiting: 'new' as const,
  };
  const outcome = { kind: 'VIDEO' as const, vodId: id };
  const poster = isWhole && isPlayedAsRecorded(recording) ? await keepPoster({ ...vod, id }, prefix, now) : undefined;
  if (!poster) return { outcome, create: (also) => vods.create(vod, also), isEncoded: true };
  const played = {
    ...withRecordingPlayed(vod, poster.generation, duration),
    // Ranges grow to the whole segments that players leave out.
    ...(withdrawn.length > 0 && alignWithdrawn({ withdrawn }, await readLargestPlaylist(prefix))),
  };
  return { outcome, create: (also) => vods.create(played, [...also, ...forgetDraft(poster.draft)]), isEncoded: false };
}

/**
 * Stores the poster of a video that plays its recording: the last frame that IVS took. Undefined if the frame is
 * damaged, or missing because the broadcast lasted only seconds: the recording is then encoded. Without a frame of a
 * phone, its poster is drawn.
 */
async function keepPoster(
  { id, sport, title, recorded }: Pick<StoredVod, 'id' | 'sport' | 'title' | 'recorded'>,
  prefix: string,
  now: number,
): Promise<Poster | undefined> {
  const taken = await readLatestFrame(prefix);
  const draw = () => drawPoster({ sport, title, sides: [], foot: longDate(new Date(recorded?.from ?? now)) });
  const isPhone = isPhonePrefix(prefix);
  const frame = isPhone ? await readPhonePoster(taken).catch(draw) : taken;
  if (!frame) return undefined;
  const generation = ulid(now);
  const draft = await keepDraft(posterKey('vods', id, generation).replace(/\d+\.jpg$/, ''), now);
  try {
    await storePoster({ kind: 'vods', id }, generation, frame);
  } catch (error) {
    log('warn', 'the last frame of a recording is no poster', { prefix, error: String(error) });
    return undefined;
  }
  return { generation, draft };
}

/** Decodes the picture of a phone, which was not checked when it arrived. @throws Error if it is missing or damaged. */
async function readPhonePoster(taken: Uint8Array | undefined): Promise<Uint8Array> {
  if (!taken) throw new Error('The phone has sent no picture');
  const { default: sharp } = await import('sharp');
  return sharp(taken, { failOn: 'error' }).jpeg({ quality: 85 }).toBuffer();
}

async function drawPoster(card: Card): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(await renderCardPng(card))
    .jpeg({ quality: 85 })
    .toBuffer();
}

interface Poster {
  generation: string;
  draft: Key;
}

/** Stores a playlist of the segments within a part and returns its key; undefined if there are none. */
export async function cutPart(id: string, prefix: string, { from, until }: Airtime): Promise<string | undefined> {
  const interval = { from: Date.parse(from), to: Date.parse(until) };
  const excerpt = await findExcerpt(prefix, interval);
  const segments = excerpt?.segments.filter(
    ({ at, seconds }) => at >= interval.from && at + 1000 * seconds <= interval.to,
  );
  return excerpt && segments?.length ? storeExcerpt(id, { ...excerpt, segments }) : undefined;
}
