/** What IVS says of channels and recordings, and the clock that repairs what it did not say. */
import { ulid } from 'ulid';
import { events } from '../../league/events/store.ts';
import { ConditionFailed, getItem, isNew, type Key, putWrite } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { currentStream, currentStreams } from '../../platform/aws/live-streaming.ts';
import type { RecordingStateChange, StreamStateChange } from '../../platform/aws/service-events.ts';
import { listObjects } from '../../platform/aws/storage.ts';
import type { FactEvent } from '../../platform/facts/facts.ts';
import { beginEncoding } from '../../recordings/media/encode.ts';
import { newMedia } from '../../recordings/media/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { lastPeak, notePeak } from '../../viewing/playback/views.ts';
import { factsOf, streamObserved } from './rules.ts';
import { sourceByChannel, sources } from './store.ts';

/** IVS has news of a channel: its source goes on or off air as the service says now (row B-API-96). */
export async function streamState(event: StreamStateChange): Promise<void> {
  const [channelArn] = event.resources;
  if (!channelArn) return;
  const source = await sourceByChannel(channelArn);
  if (!source) return;
  const stream = await currentStream(channelArn);
  await sources.change(source.id, (current) => streamObserved(current, stream, Date.now()));
}

/** Cameras keep what is shown of their event, so that the list of lives needs no second look. */
export async function followEvent({ detail }: FactEvent<'EventChanged' | 'EventRemoved'>): Promise<void> {
  const event = await events.get(detail.eventId);
  const showing = (await sources.rows()).filter((row) => row.sportEventId === detail.eventId);
  for (const { id } of showing) {
    await sources.change(id, (source) =>
      source.sportEventId === detail.eventId
        ? { ...source, sportEventId: event ? event.id : null, ...factsOf(event) }
        : undefined,
    );
  }
}

/** Every minute: sources follow what IVS has on air. */
export async function reconcileLives(): Promise<void> {
  const now = Date.now();
  const rows = await sources.rows();
  if (rows.length === 0) return;
  const onAir = new Map((await currentStreams()).map((stream) => [stream.channelArn, stream]));
  for (const row of rows) {
    const stream = onAir.get(row.channelArn);
    if (!stream && !row.broadcast) continue;
    const source = await sources.change(row.id, (before) => streamObserved(before, stream, now));
    if (source?.broadcast && stream?.viewers) {
      await notePeak(`live/${source.id}`, source.broadcast.startedAt, stream.viewers);
    }
  }
}

/** A broadcast has been recorded: it becomes a hidden VOD of its event by itself (row B-API-97). */
export async function recordingState(event: RecordingStateChange): Promise<void> {
  const [channelArn] = event.resources;
  if (event.detail.recording_status !== 'Recording End' || !channelArn) return;
  const now = Date.now();
  const id = await vodOfRecording(channelArn, event.detail.recording_s3_key_prefix, now);
  if (id) await beginEncoding({ kind: 'vods', id }, now);
}

/** The VOD of a recording, made once however often the event comes; undefined when the source shows no event. */
async function vodOfRecording(channelArn: string, prefix: string, now: number): Promise<string | undefined> {
  const known = await getItem<{ vodId: string }>('vods', recordingKey(prefix));
  if (known) return known.vodId;
  const source = await sourceByChannel(channelArn);
  const sportEvent = source?.sportEventId ? await events.get(source.sportEventId) : undefined;
  if (!source || source.isTest || !sportEvent) return undefined;

  const id = ulid(now);
  const objects = await listObjects(environment('RECORDINGS_BUCKET'), `${prefix}/`);
  const size = objects.reduce((sum, object) => sum + object.size, 0);
  try {
    await vods.create(
      {
        ...newMedia({ bucket: 'recordings', key: `${prefix}/media/hls/master.m3u8` }, size),
        id,
        title: sportEvent.title,
        summary: sportEvent.summary,
        sport: sportEvent.sport,
        sportEventId: sportEvent.id,
        clubIds: sportEvent.clubIds,
        visible: false,
        renderOrder: null,
        dateCreated: new Date(now).toISOString(),
        uploadId: null,
        livePeak: await lastPeak(`live/${source.id}`, new Date(now - longestBroadcastMs).toISOString()),
      },
      [putWrite('vods', { ...recordingKey(prefix), vodId: id }, isNew)],
    );
    return id;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return (await getItem<{ vodId: string }>('vods', recordingKey(prefix)))?.vodId;
  }
}

/** The peak of an earlier broadcast is not this one's. */
const longestBroadcastMs = 12 * 3600 * 1000;

const recordingKey = (prefix: string): Key => ({ pk: `RECORDING#${prefix}`, sk: 'POINTER' });
