/**
 * Files that nothing points to any more. They are noted in the same transaction that lets go of them, and removed by
 * the sweep when their time has come: an old encoding only after those who are watching it have finished.
 */
import { generationFolder, type MediaKind } from '../../../shared/domain/media-address.ts';
import {
  deleteItem,
  deleteWrite,
  type Key,
  putItem,
  putWrite,
  queryItems,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { environment, type Variable } from '../../platform/aws/environment.ts';
import { deletePrefix } from '../../platform/aws/storage.ts';
import { cancelJob } from '../../platform/aws/transcoding.ts';
import { excerptFiles, isExcerpt } from './excerpt.ts';
import { recordingPrefix } from './ivs-recording.ts';
import type { MediaFields } from './rules.ts';

interface Garbage {
  pk: 'GARBAGE';
  /** The instant from which it may go, then what it belonged to. */
  sk: string;
  places: Place[];
  /** Encryption keys that nothing plays with any more. */
  keys?: Key[];
  /** Encodings that nobody waits for any more. */
  jobs?: string[];
}

interface Place {
  bucket: Extract<Variable, `${string}_BUCKET`>;
  prefix: string;
}

/** Longer than a match with its breaks, and than a playback signature lives. */
const graceMs = 6 * 3600 * 1000;

/** Everything of an item that is being removed: at once, since nobody may watch it any more. */
export function garbageOf(kind: MediaKind, item: MediaFields & { id: string }, now: number): Write[] {
  const places: Place[] = [
    { bucket: 'MEDIA_BUCKET', prefix: `${kind}/${item.id}/` },
    { bucket: 'MEDIA_BUCKET', prefix: `thumbnails/${kind}/${item.id}/` },
  ];
  // What a clip was cut from is its recording's, but for the list of its own segments.
  if (kind === 'clips' && item.source?.bucket === 'recordings' && isExcerpt(item.source.key))
    places.push({ bucket: 'RECORDINGS_BUCKET', prefix: excerptFiles(item.source.key) });
  if (kind !== 'clips' && item.source?.bucket === 'uploads')
    places.push({ bucket: 'UPLOADS_BUCKET', prefix: `${kind}/${item.id}/` });
  if (kind !== 'clips' && item.source?.bucket === 'recordings') {
    places.push({ bucket: 'RECORDINGS_BUCKET', prefix: `${recordingPrefix(item.source.key)}/` });
  }
  const keys = [item.generation, item.pending?.generation].flatMap((generation) =>
    generation ? [contentKey(kind, item.id, generation)] : [],
  );
  return [garbage(item.id, places, now, keys, item.pending?.jobId ? [item.pending.jobId] : [])];
}

/** An encoding that a newer one has replaced. */
export function garbageOfGeneration(kind: MediaKind, id: string, generation: string, now: number): Write[] {
  const places: Place[] = [
    { bucket: 'MEDIA_BUCKET', prefix: `${generationFolder(kind, id, generation)}/` },
    { bucket: 'MEDIA_BUCKET', prefix: `thumbnails/${kind}/${id}/${generation}.` },
  ];
  return [garbage(`${id}/${generation}`, places, now + graceMs, [contentKey(kind, id, generation)])];
}

/** An encoding that failed half-way: nobody has ever seen it. */
export function garbageOfAttempt(kind: MediaKind, id: string, generation: string, now: number): Write[] {
  return garbageOfGeneration(kind, id, generation, now - graceMs);
}

/** A source that arrived for a video which had been removed: the removal's own note may be swept already. */
export const garbageOfUpload = (kind: MediaKind, id: string, now: number): Write[] => [
  garbage(`${id}/source`, [{ bucket: 'UPLOADS_BUCKET', prefix: `${kind}/${id}/` }], now),
];

/** A picture that another one has replaced, in both its sizes: pages that are open still show it. */
export const garbageOfPicture = (key: string, now: number): Write[] => [
  garbage(key, [{ bucket: 'MEDIA_BUCKET', prefix: key.replace(/webp$/, '') }], now + graceMs),
];

/** The pictures of an item without a video that is being removed. */
export const garbageOfPictures = (kind: 'clubs' | 'events' | 'cameras', id: string, now: number): Write[] => [
  garbage(id, [{ bucket: 'MEDIA_BUCKET', prefix: `thumbnails/${kind}/${id}/` }], now),
];

/** A recorded live that becomes no video. Somebody may have forgotten to say which match it is: it stays for a while. */
export const garbageOfRecording = (prefix: string, now: number): Write[] => [
  garbage(prefix, [{ bucket: 'RECORDINGS_BUCKET', prefix: `${prefix}/` }], now + unusedRecordingMs),
];

const unusedRecordingMs = 7 * 86_400_000;

/**
 * Noted before it is written: a file of something that is not kept yet. Who dies in between leaves it to the sweep; the
 * transaction that keeps the thing takes the note away.
 */
export async function keepDraft(key: string, now: number): Promise<Key> {
  const note = garbageItem(key, [{ bucket: 'MEDIA_BUCKET', prefix: key }], now + draftMs);
  await putItem('uploads', note);
  return { pk: note.pk, sk: note.sk };
}

export const forgetDraft = (note: Key): Write[] => [deleteWrite('uploads', note)];

/** Far longer than what comes between the two. */
const draftMs = 3_600_000;

/** Removes what is due. Safe to repeat and to interrupt: a note goes after its files. */
export async function sweepGarbage(now: number): Promise<number> {
  let removed = 0;
  for await (const page of queryItems<Garbage>('uploads', 'GARBAGE')) {
    for (const { pk, sk, places, keys = [], jobs = [] } of page) {
      if (sk > new Date(now).toISOString()) return removed;
      // Before the files: a job that runs on would write more of them.
      for (const job of jobs) await cancelJob(job);
      for (const { bucket, prefix } of places) removed += await deletePrefix(environment(bucket), prefix);
      for (const key of keys) await deleteItem('vods', key);
      await deleteItem('uploads', { pk, sk });
    }
  }
  return removed;
}

const garbage = (...about: Parameters<typeof garbageItem>): Write => putWrite('uploads', garbageItem(...about));

const garbageItem = (name: string, places: Place[], due: number, keys: Key[] = [], jobs: string[] = []) =>
  ({
    ...{ pk: 'GARBAGE', sk: `${new Date(due).toISOString()}#${name}` },
    ...{ places, keys, jobs },
  }) satisfies Garbage;

/** Keys of every kind of video lie in one table, apart from the items: no list and no answer ever meets them. */
export const contentKey = (kind: MediaKind, id: string, generation: string): Key => ({
  pk: `KEY#${kind}#${id}`,
  sk: generation,
});
