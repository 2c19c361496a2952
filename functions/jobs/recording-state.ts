/** A broadcast has been recorded: it becomes a hidden VOD of its event by itself (row B-API-97). */
import { ulid } from 'ulid';
import { ConditionFailed, getItem, isNew, type Key, putWrite } from '../aws/dynamo.ts';
import { environment } from '../aws/environment.ts';
import { listObjects } from '../aws/storage.ts';
import { events } from '../events/store.ts';
import { sourceByChannel } from '../live/store.ts';
import { beginEncoding } from '../media/encode.ts';
import { newMedia } from '../media/rules.ts';
import { lastPeak } from '../playback/views.ts';
import { vods } from '../vods/store.ts';
import type { RecordingStateChange } from './events.ts';

export async function handler(event: RecordingStateChange): Promise<void> {
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
