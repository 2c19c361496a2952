/**
 * The life of an encoding: start, progress, finish, fail. Steps may come late, twice or out of order: each re-reads
 * item and job, and ignores encodings that are not pending.
 */
import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { MediaKind, MediaRef } from '../../../shared/domain/media-address.ts';
import { getItem, putItem, putWrite, transact, type Write } from '../../platform/aws/dynamo.ts';
import { environment, optionalEnvironment } from '../../platform/aws/environment.ts';
import { isJobOfStage } from '../../platform/aws/stage-marks.ts';
import { cancelJob, type JobState, readJob, startJob } from '../../platform/aws/transcoding.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { log } from '../../platform/observability/log.ts';
import { measure } from '../../platform/observability/metrics.ts';
import { hideUntilPublished } from '../../platform/withholding/rules.ts';
import { encodesWhenWatched } from './broadcast-encoding.ts';
import { findDeleted } from './deleted-videos.ts';
import { completePictures, deleteOtherFrames } from './finished-pictures.ts';
import { contentKey, noteAttemptGarbage, noteGenerationGarbage } from './garbage.ts';
import { createJobSettings } from './job-settings.ts';
import { getMediaCollection, isMediaKind, type MediaItem } from './media-kinds.ts';
import { readEncodedRendition } from './rendition-playlist.ts';
import {
  canEncode,
  describeFailure,
  needsEncoding,
  type SourceInfo,
  withEncodingFailed,
  withEncodingFinished,
  withEncodingProgress,
  withEncodingStarted,
} from './rules.ts';
import { inspectSource, toSourceUrl } from './source-inspection.ts';
import { alignWithdrawn } from './withdrawn-segments.ts';

/**
 * Starts the encoding of a source that has none, with a new key. Returns false if none is needed or the source cannot be
 * encoded; the item then holds the reason.
 */
export const beginEncoding = (ref: MediaRef, now: number): Promise<boolean> =>
  begin(ref, now, (item, generation) =>
    needsEncoding(item)
      ? withEncodingStarted(item, generation, now, { keepsPlaying: item.playsSource !== undefined })
      : undefined,
  );

/** Starts the encoding of a recorded live that has a viewer; the recording plays meanwhile. Idempotent. */
export async function encodeWatched(ref: MediaRef, now: number): Promise<void> {
  await begin(ref, now, (item, generation) =>
    encodesWhenWatched(item) ? withEncodingStarted(item, generation, now, { keepsPlaying: true }) : undefined,
  );
}

/** Encodes a finished video again, because its source has grown; what plays now stays until then. */
export const encodeAgain = (ref: MediaRef, now: number): Promise<boolean> =>
  begin(ref, now, (item, generation) =>
    canEncode(item)
      ? withEncodingStarted(item, generation, now, { keepsPlaying: item.generation !== null })
      : undefined,
  );

/** `next` returns undefined if the item does not permit an encoding. */
async function begin(
  { kind, id }: MediaRef,
  now: number,
  next: (item: MediaItem, generation: string) => MediaItem | undefined,
): Promise<boolean> {
  const collection = getMediaCollection(kind);
  const item = await collection.get(id);
  const generation = ulid(now);
  if (!item?.source || !next(item, generation)) return false;
  const inspected = await inspectSource(kind, item.source, item.cut);
  if (typeof inspected === 'string') {
    await collection.change(id, (current) => withEncodingFailed(current, null, inspected));
    return false;
  }
  const key = randomBytes(16).toString('hex');
  const started = await collection.change(
    id,
    (current) => next(current, generation),
    (stored) =>
      stored.pending?.generation === generation
        ? [putWrite('vods', { ...contentKey(kind, id, generation), key, info: inspected })]
        : [],
  );
  if (started?.pending?.generation !== generation) return false;
  await submit({ kind, id }, generation);
  return true;
}

/**
 * Encrypts a video again with a new key and hides it.
 * @throws ApiError while an encoding is pending.
 */
export async function regenerate(ref: MediaRef, now: number): Promise<{ message: string }> {
  const item = await getMediaCollection(ref.kind).get(ref.id);
  if (item?.pending) throw new ApiError('VOD4090');
  const isBegun = await begin(ref, now, (current, generation) =>
    canEncode(current)
      ? hideUntilPublished(
          withEncodingStarted(current, generation, now, { keepsPlaying: current.playsSource !== undefined }),
        )
      : undefined,
  );
  if (!isBegun) throw new ApiError('VOD4091');
  return { message: 'Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.' };
}

/** Submits the pending encoding to MediaConvert; repeated by the reconciliation after a crash. */
export async function submit({ kind, id }: MediaRef, generation: string): Promise<void> {
  const collection = getMediaCollection(kind);
  const [item, secret] = await Promise.all([
    collection.get(id),
    getItem<{ key: string; info: SourceInfo }>('vods', contentKey(kind, id, generation)),
  ]);
  if (!item?.source || !secret || item.pending?.generation !== generation || item.pending.jobId) return;
  const settings = createJobSettings({
    kind,
    id,
    generation,
    key: secret.key,
    source: toSourceUrl(item.source),
    mediaBucket: environment('MEDIA_BUCKET'),
    mediaOrigin: environment('MEDIA_ORIGIN'),
    info: secret.info,
    ladder: optionalEnvironment('LADDER') === 'LIGHT' ? 'LIGHT' : 'FULL',
    posterAt: item.posterAt,
    cut: item.cut,
  });
  // Clips are urgent: users wait for them, and behind a whole recording they would take an hour.
  const jobId = await startJob(settings, generation, { kind, id, generation }, { isUrgent: item.cut !== undefined });
  const changed = await collection.change(id, (current) =>
    current.pending?.generation === generation ? { ...current, pending: { ...current.pending, jobId } } : undefined,
  );
  // The item was deleted before there was a job to cancel.
  if (!changed) await cancelJob(jobId);
}

/** Applies the current state of a MediaConvert job to its item; ignores jobs of other stages and applications. */
export async function followJob(jobId: string, now: number): Promise<void> {
  const job = await readJob(jobId);
  const { kind, id, generation } = job?.metadata ?? {};
  if (!job || !isJobOfStage(job.metadata) || !id || !generation || !isMediaKind(kind)) return;
  const collection = getMediaCollection(kind);
  const encoded = await collection.get(id);
  if (!encoded) return abandon({ kind, id }, job, generation, now);
  switch (job.status) {
    case 'SUBMITTED':
      return;
    case 'PROGRESSING':
      await collection.change(id, (item) => withEncodingProgress(item, generation, job.percent));
      return;
    case 'COMPLETE': {
      const pictures = await completePictures({ kind, id }, generation, encoded);
      const playlist = kind === 'vods' ? await readEncodedRendition(kind, id, generation) : '';
      await collection.change(
        id,
        (item) => {
          const next = withEncodingFinished(item, generation, { duration: job.duration, ...pictures });
          return next && { ...next, ...alignWithdrawn(next, playlist) };
        },
        (next, before) => [
          ...(before.generation ? noteGenerationGarbage(kind, id, before.generation, now) : []),
          ...(before.status === 'FINISHED' ? [] : firstPlayWrites(kind, next, now)),
        ],
      );
      await deleteOtherFrames({ kind, id }, generation);
      return;
    }
    case 'CANCELED':
    case 'ERROR': {
      log('warn', 'encoding failed', { kind, id, jobId, code: job.errorCode, reason: job.errorMessage });
      if (job.status === 'ERROR') measure('EncodingsFailed', 1, { kind, id, code: job.errorCode });
      await failEncoding({ kind, id }, generation, describeFailure(job.errorCode), now);
    }
  }
}

/**
 * Staff may set a video visible before it plays, also for families only; the handler of `VideoPublished` decides who is
 * alerted.
 */
export const firstPlayWrites = (kind: MediaKind, { id, visible, withheld }: MediaItem, now: number): Write[] =>
  kind === 'vods' && (visible || withheld?.wasVisible) ? [domainEventWrite('VideoPublished', { vodId: id }, now)] : [];

/**
 * Handles a job of a deleted video: cancels it and deletes its output, but keeps the video's current encoding for a
 * recovery.
 */
async function abandon({ kind, id }: MediaRef, job: JobState, generation: string, now: number): Promise<void> {
  if (job.status === 'SUBMITTED' || job.status === 'PROGRESSING') await cancelJob(job.id);
  if ((await findDeleted(kind, id))?.item.generation === generation) return;
  await transact(noteAttemptGarbage(kind, id, { generation }, now));
}

export async function failEncoding({ kind, id }: MediaRef, generation: string, reason: string, now: number) {
  await getMediaCollection(kind).change(
    id,
    (item) => withEncodingFailed(item, generation, reason),
    () => noteAttemptGarbage(kind, id, { generation }, now),
  );
}

/** The 16-byte AES-128 key of an encoding; undefined if there is no such encoding. */
export async function readEncryptionKey(ref: MediaRef, generation: string): Promise<Uint8Array | undefined> {
  return decodeKey(await getItem<{ key: string }>('vods', contentKey(ref.kind, ref.id, generation)));
}

/** The key's table and key, for callers that batch reads. */
export const locateEncryptionKey = (ref: MediaRef, generation: string) => ({
  table: 'vods' as const,
  key: contentKey(ref.kind, ref.id, generation),
});
export const decodeKey = (item: { key: string } | undefined) => item && Buffer.from(item.key, 'hex');

/** Stores the key of a video that was encoded elsewhere, such as the demo league's. */
export async function saveEncryptionKey(ref: MediaRef, generation: string, key: string): Promise<void> {
  await putItem('vods', { ...contentKey(ref.kind, ref.id, generation), key });
}
