/** Events of IVS and the recordings bucket, and the schedules that find lost ones. */
import { concludeBroadcast, followSource } from '../broadcast/broadcasts/conclude-broadcast.ts';
import { noteFailure, noteRecording } from '../broadcast/broadcasts/recording-outcomes.ts';
import {
  failures,
  findBroadcast,
  isNightlyRun,
  listHourFolders,
  mayHaveUnknownRecording,
  type StoredBroadcast,
  toDayFolder,
} from '../broadcast/broadcasts/rules.ts';
import { settleRecording } from '../broadcast/broadcasts/settle-recording.ts';
import { type BroadcastRef, getBroadcast, listBroadcasts, listOpenBroadcasts } from '../broadcast/broadcasts/store.ts';
import { observeStream } from '../broadcast/live/observe-stream.ts';
import { type SourceRow, sources } from '../broadcast/live/store.ts';
import { cutLives } from '../broadcast/live-clips/cut.ts';
import { followPhone } from '../broadcast/phone/follow-phone.ts';
import { listArrived } from '../broadcast/phone/list-segments.ts';
import { getPublisher, isRetired, touchPublisher } from '../broadcast/phone/publishers.ts';
import { reconcilePhones } from '../broadcast/phone/reconcile-phones.ts';
import { parseUploadKey, readUploads } from '../broadcast/phone/uploads.ts';
import { events } from '../league/events/store.ts';
import { transact } from '../platform/aws/dynamo.ts';
import { environment } from '../platform/aws/environment.ts';
import type { ObjectCreated, RecordingStateChange } from '../platform/aws/service-events.ts';
import { listFolders } from '../platform/aws/storage.ts';
import { attemptEach, attemptSteps } from '../platform/observability/attempt-each.ts';
import { log } from '../platform/observability/log.ts';
import { measure } from '../platform/observability/metrics.ts';
import { edgeUpdateWrite } from '../platform/withholding/withdrawals.ts';

/** A recording's state changed. An interrupted recording keeps the part recorded until then. */
export async function recordingState(event: RecordingStateChange): Promise<void> {
  const [channelArn] = event.resources;
  const { recording_status, recording_status_reason, recording_s3_key_prefix: prefix, ...detail } = event.detail;
  if (!channelArn) return;
  const now = Date.now();
  const streamIds = detail.recording_session_stream_ids ?? [detail.stream_id];
  // The event of the stream may arrive later than that of its recording.
  const source = await observeStream(channelArn);
  if (recording_status === 'Recording Start') {
    if (source?.broadcast) await noteRecording({ channelArn, id: source.broadcast.id }, prefix);
    return;
  }
  if (prefix && (await settleRecording(prefix, now, streamIds))) return;
  if (!recording_status.endsWith('Failure')) return;
  const broadcast = findBroadcast(await listBroadcasts(channelArn), { startedAt: event.time, streamIds });
  // A channel of another stage or application.
  if (!source && !broadcast) return;
  log('error', 'a broadcast is not recorded', { channelArn, recording_status, reason: recording_status_reason });
  measure('RecordingsFailed', 1, { channelArn });
  if (broadcast) await noteFailure(broadcast, prefix || 'none', failures.service);
}

/** A recording's description has arrived in the bucket; covers a lost event of IVS. */
export async function recordingArrived(event: ObjectCreated): Promise<void> {
  await settleRecording(event.detail.object.key.replace(/\/events\/[^/]+$/, ''), Date.now());
}

/** A segment of a phone has arrived: lists it if the phone could not report it. Idempotent. */
export async function segmentArrived(event: ObjectCreated): Promise<void> {
  const name = parseUploadKey(event.detail.object.key);
  const publisher = name && (await getPublisher(name.publisher));
  const now = Date.now();
  if (!name || !publisher || isRetired(publisher, now)) return;
  const [upload] = await readUploads(publisher.id, [name]);
  if (!upload || upload.state) return;
  await touchPublisher(publisher.id, now);
  const { state } = await listArrived(publisher, name);
  if (state === 'LISTED') await followPhone(publisher.id, Date.now());
}

/** Broadcasts and cameras whose recordings are looked for at the same time. */
const atOnce = 5;

/** Milliseconds after which a recording's playlists contain what was just on air. */
const listedMs = 5 * 60_000;

/**
 * True while perhaps no playlist has listed the end of a withdrawn range: until then the edge refuses all segments from
 * its start on.
 */
const hasFreshRange = ({ withdrawn = [] }: StoredBroadcast, now: number) =>
  withdrawn.some(({ to }) => now - to < listedMs);

/**
 * Every minute: follows each broadcast until its video exists or its failure has been reported. Clips of lives are cut
 * last, so that recordings do not wait for them.
 */
export async function reconcileBroadcasts(): Promise<void> {
  const now = Date.now();
  await attemptSteps(
    () => reconcilePhones(now),
    async () =>
      attemptEach(
        'a broadcast was not followed',
        await listOpenBroadcasts(),
        (ref) => followBroadcast(ref, now),
        (ref) => ({ broadcast: ref.id }),
        atOnce,
      ),
    () => cutLives(now),
  );
}

/** Leaves the broadcast open if a recording cannot be read, because that recording may belong to it. */
async function followBroadcast(ref: BroadcastRef, now: number): Promise<void> {
  const broadcast = await followSource(ref, now);
  if (broadcast && hasFreshRange(broadcast, now))
    await transact([edgeUpdateWrite({ kind: 'broadcasts', id: `${ref.channelArn} ${ref.id}` }, now)]);
  if (!broadcast || broadcast.endedAt === null) return;
  await settleRecordings(await listWithin(await listWithin(listHourFolders(broadcast))), now);
  const settled = await getBroadcast(ref);
  if (settled) await concludeBroadcast(settled, now);
}

/** Every ten minutes: turns unknown recordings of yesterday and today into videos. */
export async function findRecordings(): Promise<void> {
  const now = Date.now();
  await attemptEach(
    'recordings of a camera were not settled',
    await sources.rows(),
    (source) => settleUnknown(source, now),
    ({ channelArn }) => ({ channelArn }),
    atOnce,
  );
}

async function settleUnknown({ channelArn, broadcast, sportEventId }: SourceRow, now: number): Promise<void> {
  const event = sportEventId ? await events.get(sportEventId) : undefined;
  if (!isNightlyRun(now) && !mayHaveUnknownRecording(broadcast, event, now)) return;
  const days = [now - 86_400_000, now].map((day) => toDayFolder(channelArn, new Date(day)));
  await settleRecordings(await listWithin(await listWithin(await listWithin(days))), now);
}

const settleRecordings = (folders: readonly string[], now: number): Promise<void> =>
  attemptEach(
    'a recording was not settled',
    folders,
    (folder) => settleRecording(folder.slice(0, -1), now),
    (folder) => ({ folder }),
  );

/** Lists the folders within folders: of a day its hours, of an hour its minutes, of a minute the recordings. */
async function listWithin(folders: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const folder of folders) ids.push(...(await listFolders(environment('RECORDINGS_BUCKET'), folder)));
  return ids;
}
