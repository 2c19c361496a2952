/** Events of MediaConvert, and the schedule that reconciles encodings. */
import type { MediaKind } from '../../shared/domain/media-address.ts';
import { environment } from '../platform/aws/environment.ts';
import type { JobStateChange } from '../platform/aws/service-events.ts';
import { isJobOfStage } from '../platform/aws/stage-marks.ts';
import { readObjectSize } from '../platform/aws/storage.ts';
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { attemptEach } from '../platform/observability/attempt-each.ts';
import { measure } from '../platform/observability/metrics.ts';
import { beginEncoding, encodeWatched, followJob, submit } from '../recordings/media/encoding.ts';
import { getMediaCollection, type MediaItem, mediaKinds } from '../recordings/media/media-kinds.ts';
import { awaitsEncoding, failures, isAbandoned, isStuck, withEncodingFailed } from '../recordings/media/rules.ts';
import { finishAbandoned } from '../recordings/uploads/finish-upload.ts';

/** A job's state changed: the video takes the state that MediaConvert reports now. */
export async function transcodeState(event: JobStateChange): Promise<void> {
  const { jobId, userMetadata } = event.detail;
  // The role may not read jobs of other stages.
  if (isJobOfStage(userMetadata)) await followJob(jobId, Date.now());
}

/** Every minute: reconciles encodings with MediaConvert, and encodes sources whose event was lost. */
export async function reconcileEncodings(): Promise<void> {
  const now = Date.now();
  const unfinished = (await Promise.all(mediaKinds.map(listUnfinished))).flat();
  const stuck = unfinished.filter(({ item }) => isStuck(item, now)).length;
  if (stuck > 0) measure('VideosStuck', stuck);
  await attemptEach(
    'an encoding was not reconciled',
    unfinished,
    ({ kind, item }) => reconcile(kind, item, now),
    ({ kind, item }) => ({ kind, id: item.id }),
  );
}

async function listUnfinished(kind: MediaKind): Promise<{ kind: MediaKind; item: MediaItem }[]> {
  const collection = getMediaCollection(kind);
  const rows = await collection.rows();
  const unfinished = rows.filter(({ status, isEncoding }) => isEncoding || status === 'SENT' || status === 'STARTED');
  return (await collection.items(unfinished)).map((item) => ({ kind, item }));
}

/** Encodes a recorded live after its first viewer, for those who come later. */
export async function encodeWatchedRecording({ detail }: DomainEventMessage<'RecordingWatched'>): Promise<void> {
  await encodeWatched({ kind: 'vods', id: detail.vodId }, Date.now());
}

/** Milliseconds that the schedule leaves MediaConvert's event to arrive before it reconciles. */
const eventDelayMs = 60_000;

async function reconcile(kind: MediaKind, item: MediaItem, now: number): Promise<void> {
  const { pending } = item;
  if (pending) {
    if (now - Date.parse(pending.startedAt) < eventDelayMs) return;
    if (pending.jobId) await followJob(pending.jobId, now);
    else await submit({ kind, id: item.id }, pending.generation);
  } else if (awaitsEncoding(item)) {
    await beginEncoding({ kind, id: item.id }, now);
  } else if (item.status === 'SENT' && item.source?.bucket === 'uploads') {
    const arrived = await readObjectSize({ bucket: environment('UPLOADS_BUCKET'), key: item.source.key });
    if (arrived !== undefined) await beginEncoding({ kind, id: item.id }, now);
    else if (isAbandoned(item, now)) {
      await getMediaCollection(kind).change(item.id, (current) =>
        withEncodingFailed(current, null, failures.abandoned),
      );
    } else if (item.uploadId) await finishAbandoned(item.uploadId);
  } else if (item.status === 'SENT') {
    await beginEncoding({ kind, id: item.id }, now);
  }
}
