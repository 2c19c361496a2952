/** What IVS and the bucket say of recordings, and the clocks that find what they did not say. */

import { conclude, followSource } from '../broadcast/broadcasts/conclude-broadcast.ts';
import { broadcastOf, dayFolder, failures, hourFolders } from '../broadcast/broadcasts/rules.ts';
import { settleRecording } from '../broadcast/broadcasts/settle-recording.ts';
import {
  broadcastsOf,
  getBroadcast,
  noteFailure,
  noteRecording,
  openBroadcasts,
} from '../broadcast/broadcasts/store.ts';
import { observe } from '../broadcast/live/observe-stream.ts';
import { sources } from '../broadcast/live/store.ts';
import { cutLives } from '../broadcast/live-clips/cut.ts';
import { environment } from '../platform/aws/environment.ts';
import type { ObjectCreated, RecordingStateChange } from '../platform/aws/service-events.ts';
import { listFolders } from '../platform/aws/storage.ts';
import { log } from '../platform/observability/log.ts';
import { measure } from '../platform/observability/metrics.ts';

/** IVS has news of a recording (row B-API-97). Also one that broke off holds what was played until then. */
export async function recordingState(event: RecordingStateChange): Promise<void> {
  const [channelArn] = event.resources;
  const { recording_status, recording_status_reason, recording_s3_key_prefix: prefix, ...detail } = event.detail;
  if (!channelArn) return;
  const now = Date.now();
  const streamIds = detail.recording_session_stream_ids ?? [detail.stream_id];
  // Word of the stream itself may come later than that of its recording.
  const source = await observe(channelArn);
  if (recording_status === 'Recording Start') {
    if (source?.broadcast) await noteRecording({ channelArn, id: source.broadcast.id }, prefix);
    return;
  }
  if (prefix && (await settleRecording(prefix, now, streamIds))) return;
  if (!recording_status.endsWith('Failure')) return;
  log('error', 'a broadcast is not recorded', { channelArn, recording_status, reason: recording_status_reason });
  measure('RecordingsFailed', 1, { channelArn });
  const broadcast = broadcastOf(await broadcastsOf(channelArn), { startedAt: event.time, streamIds });
  if (broadcast) await noteFailure(broadcast, prefix || 'none', failures.service);
}

/** The description of a finished recording lies in the bucket: S3 says so also when IVS's own event is lost. */
export async function recordingArrived(event: ObjectCreated): Promise<void> {
  await settleRecording(event.detail.object.key.replace(/\/events\/[^/]+$/, ''), Date.now());
}

/**
 * Every minute: each broadcast is followed until there is its video, or somebody knows that there is none. Then, as no
 * recording may wait for them, clips of lives are cut.
 */
export async function reconcileBroadcasts(): Promise<void> {
  const now = Date.now();
  for (const ref of await openBroadcasts()) {
    const broadcast = await followSource(ref, now);
    if (!broadcast || broadcast.endedAt === null) continue;
    for (const hour of hourFolders(broadcast)) await settleHour(hour, now);
    const settled = await getBroadcast(ref);
    if (settled) await conclude(settled, now);
  }
  await cutLives(now);
}

/** Every ten minutes: recordings of yesterday and today that nobody has heard of become videos too. */
export async function findRecordings(): Promise<void> {
  const now = Date.now();
  for (const { channelArn } of await sources.rows()) {
    for (const day of [now - 86_400_000, now]) {
      const hours = await listFolders(environment('RECORDINGS_BUCKET'), dayFolder(channelArn, new Date(day)));
      for (const hour of hours) await settleHour(hour, now);
    }
  }
}

/** `…/{hour}/` holds minutes, and these the recordings that began then. */
async function settleHour(hour: string, now: number): Promise<void> {
  const bucket = environment('RECORDINGS_BUCKET');
  for (const minute of await listFolders(bucket, hour)) {
    for (const folder of await listFolders(bucket, minute)) await settleRecording(folder.slice(0, -1), now);
  }
}
