/** Ingest health of a source as IVS measures it, and the status of a match's signal. */
import type { SignalStatus } from '../../../shared/contract/scores.ts';
import { events } from '../../league/events/store.ts';
import { readIngestMetrics } from '../../platform/aws/ingest-metrics.ts';
import { findCurrentStream, readIngest, readSessionStart, type Stream } from '../../platform/aws/live-streaming.ts';
import { getBroadcasts } from '../broadcasts/store.ts';
import { isInReserve } from '../live/feeds.ts';
import { isOnAir, type StoredSource } from '../live/rules.ts';
import { type SourceRow, sources } from '../live/store.ts';
import { isPhoneChannel } from '../phone/phone-channel.ts';
import { readPhoneHealth } from '../phone/phone-stream.ts';
import { type Ingest, toSignalStatus } from './rules.ts';

/** Reads the status of a match's signal; null if no source shows the match. */
export async function readMatchSignalStatus(eventId: string, now: number): Promise<SignalStatus | null> {
  const rows = await listShownRows(eventId);
  if (rows.length === 0) return null;
  return toSignalStatus(await Promise.all((await sources.items(rows)).map((source) => readHealth(source, now))));
}

/** Lists the sources of a match that are not in reserve. */
async function listShownRows(eventId: string): Promise<SourceRow[]> {
  const rows = (await sources.rows()).filter((row) => row.sportEventId === eventId);
  const event = rows.some(({ kind }) => kind === 'phone') ? await events.get(eventId) : undefined;
  return rows.filter((row) => !isInReserve(row, event));
}

/**
 * Reads the health of many sources, in the order of the rows, as a job stored it about a minute ago at most: IVS
 * answers only five such calls a second.
 */
export async function readNotedHealth(rows: readonly SourceRow[], now: number): Promise<Ingest[]> {
  const onAir = rows.filter((row) => isOnAir(row, now));
  const refs = onAir.flatMap(({ channelArn, broadcast }) => (broadcast ? [{ channelArn, id: broadcast.id }] : []));
  const noted = new Map((await getBroadcasts(refs)).flatMap((item) => (item ? [[item.channelArn, item.health]] : [])));
  return rows.map((row) => {
    if (!isOnAir(row, now) || row.broadcast?.stoppedAt) return offline;
    return noted.get(row.channelArn) ?? { ...offline, state: 'STARTING' };
  });
}

const nothing = { width: null, height: null, encoder: null };
export const offline: Ingest = {
  ...nothing,
  state: 'OFFLINE',
  framerate: null,
  videoBitrate: null,
  audioBitrate: null,
  keyframeInterval: null,
};

export async function readHealth({ channelArn }: StoredSource, now: number): Promise<Ingest> {
  if (isPhoneChannel(channelArn)) return (await readPhoneHealth(channelArn)) ?? offline;
  const stream = await findCurrentStream(channelArn);
  if (!stream) return readSoundAlone(channelArn, now);
  return measure(stream, readIngest(channelArn, stream.streamId), now);
}

/** Milliseconds after which an encoder's picture is taken from what was noted before. */
const newStreamMs = 3 * 60_000;

/**
 * The same for one of many listed streams. Calls IVS only for a new stream: five calls a second for all cameras of the
 * account would not be enough for 300 of them a minute.
 */
export async function readListedHealth(stream: Stream, noted: Ingest | undefined, now: number): Promise<Ingest> {
  if (isPhoneChannel(stream.channelArn)) return (await readPhoneHealth(stream.channelArn)) ?? offline;
  const isNew = now - Date.parse(stream.startedAt) < newStreamMs;
  const picture = isNew || !noted?.width ? readIngest(stream.channelArn, stream.streamId) : toPicture(noted);
  return measure(stream, picture, now);
}

type Picture = Pick<Ingest, 'width' | 'height' | 'encoder'>;

const toPicture = ({ width, height, encoder }: Ingest): Picture => ({ width, height, encoder });

async function measure(
  { channelArn, isStarving }: Stream,
  reading: Picture | Promise<Picture | undefined>,
  now: number,
): Promise<Ingest> {
  const [picture, metrics] = await Promise.all([reading, readIngestMetrics(channelArn, now)]);
  const state = isStarving ? 'STARVING' : metrics.videoBitrate === null ? 'STARTING' : 'HEALTHY';
  return { ...nothing, ...picture, ...metrics, state };
}

/** Milliseconds after which an encoder that sends sound should have sent a picture. */
const firstPictureMs = 10_000;

/** An encoder that sends only sound has a session at IVS, but no stream. */
async function readSoundAlone(channelArn: string, now: number): Promise<Ingest> {
  const startedAt = await readSessionStart(channelArn);
  if (!startedAt || now - Date.parse(startedAt) < firstPictureMs) return offline;
  const metrics = await readIngestMetrics(channelArn, now);
  if (!metrics.audioBitrate || metrics.videoBitrate) return offline;
  return { ...nothing, ...metrics, framerate: null, videoBitrate: 0, state: 'HEALTHY' };
}
