/** The collections with videos, by kind, reduced to their media fields. */
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import type { Write } from '../../platform/aws/dynamo.ts';
import { cancelJob } from '../../platform/aws/transcoding.ts';
import type { Collection, Stored } from '../../platform/lists/collection.ts';
import { log } from '../../platform/observability/log.ts';
import { deletionWrites } from '../../platform/withholding/withdrawals.ts';
import { ads } from '../ads/store.ts';
import { clips } from '../clips/store.ts';
import { contentVideos } from '../content/store.ts';
import { vods } from '../vods/store.ts';
import { noteGarbage } from './garbage.ts';
import { toRecordingPrefix } from './ivs-recording.ts';
import type { MediaFields } from './rules.ts';

export type MediaItem = MediaFields & Stored & { title: string; dateCreated: string; uploadId: string | null };

type MediaCollection = Collection<MediaItem, { id: string; status: MediaFields['status']; isEncoding?: true }>;

export function getMediaCollection(kind: MediaKind): MediaCollection {
  // Changes keep all other fields, so the narrower type is safe.
  return { vods, contentvideos: contentVideos, advideos: ads, clips }[kind] as unknown as MediaCollection;
}

export const mediaKinds: readonly MediaKind[] = ['vods', 'contentvideos', 'advideos', 'clips'];

export const isMediaKind = (kind: string | undefined): kind is MediaKind => mediaKinds.some((name) => name === kind);

/** Folder of the recorded broadcast from which a video was made. */
export const findRecording = ({ source }: Pick<MediaFields, 'source'>): string | undefined =>
  source?.bucket === 'recordings' ? toRecordingPrefix(source.key) : undefined;

/**
 * Deletes a video for good and returns it. Its files are noted in the same transaction; a pending job is cancelled now
 * or by the sweep. Recordings and content that have arrived are deleted by `deleteVideo`, with a grace period.
 */
export async function removeMedia(
  kind: MediaKind,
  id: string,
  now: number,
  also: Write[] = [],
): Promise<MediaItem | undefined> {
  const removed = await getMediaCollection(kind).remove(id, (item) => [
    ...noteGarbage(kind, item, now),
    // An item that was never encoded has no addresses.
    ...(item.generation && kind !== 'advideos' ? deletionWrites({ kind, id }, { until: now + refusedMs }, now) : []),
    ...also,
  ]);
  if (!removed) return undefined;
  await cancelPending(removed);
  return removed;
}

/** Milliseconds for which the edge refuses a deleted video after its files were due, since the sweep may be late. */
export const refusedMs = 86_400_000;

/** Failures are left to the sweep, which has the job's id. */
export async function cancelPending({ id, pending }: Pick<MediaItem, 'id' | 'pending'>): Promise<void> {
  if (!pending?.jobId) return;
  await cancelJob(pending.jobId).catch((error) => log('warn', 'job not cancelled yet', { id, error: String(error) }));
}
