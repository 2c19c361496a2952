/**
 * Unreferenced files, noted in the transaction that drops the reference. The sweep deletes them when due: an old
 * encoding only after its viewers have finished.
 */
import { generationFolder, type MediaKind } from '../../../shared/domain/media-address.ts';
import { events } from '../../league/events/store.ts';
import {
  deleteItem,
  deleteWrite,
  type Key,
  putItem,
  putWrite,
  transact,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';
import { environment, type Variable } from '../../platform/aws/environment.ts';
import { deletePrefix } from '../../platform/aws/storage.ts';
import { cancelJob } from '../../platform/aws/transcoding.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { deleteMoments } from '../moments/store.ts';
import { excerptFiles, isExcerpt } from './excerpt.ts';
import { toRecordingPrefix } from './ivs-recording.ts';
import type { MediaFields } from './rules.ts';

interface Garbage {
  pk: 'GARBAGE';
  /** Due time, then the owner. */
  sk: string;
  places: Place[];
  /** Encryption keys to delete. */
  keys?: Key[];
  /** Jobs to cancel. */
  jobs?: string[];
  /** Entry of a deleted item, and the id by which its moments, or the data of a match, are erased. */
  deleted?: { entry: Key; vodId?: string; eventId?: string };
}

interface Place {
  bucket: Extract<Variable, `${string}_BUCKET`>;
  prefix: string;
}

/** Delay of files that somebody may be watching: longer than a match with breaks and than any playback signature. */
const graceMs = 6 * 3600 * 1000;

/** All files of an item being deleted. `deleted`: see `Garbage`. */
export function noteGarbage(
  kind: MediaKind,
  item: MediaFields & { id: string },
  due: number,
  deleted?: Garbage['deleted'],
): Write[] {
  const places: Place[] = [
    { bucket: 'MEDIA_BUCKET', prefix: `${kind}/${item.id}/` },
    { bucket: 'MEDIA_BUCKET', prefix: `thumbnails/${kind}/${item.id}/` },
  ];
  // A clip's source belongs to the recording, except for its own excerpt.
  if (kind === 'clips' && item.source?.bucket === 'recordings' && isExcerpt(item.source.key))
    places.push({ bucket: 'RECORDINGS_BUCKET', prefix: excerptFiles(item.source.key) });
  if (kind !== 'clips' && item.source?.bucket === 'uploads')
    places.push({ bucket: 'UPLOADS_BUCKET', prefix: `${kind}/${item.id}/` });
  if (kind !== 'clips' && item.source?.bucket === 'recordings') {
    places.push({ bucket: 'RECORDINGS_BUCKET', prefix: `${toRecordingPrefix(item.source.key)}/` });
  }
  if (deleted) places.push({ bucket: 'MEDIA_BUCKET', prefix: toHiddenPrefix(kind, item.id) });
  const keys = [item.generation, item.pending?.generation].flatMap((generation) =>
    generation ? [contentKey(kind, item.id, generation)] : [],
  );
  const jobs = item.pending?.jobId ? [item.pending.jobId] : [];
  return [putWrite('uploads', { ...createGarbageItem(item.id, places, due, keys, jobs), ...(deleted && { deleted }) })];
}

/** Folder of a deleted item's pictures while it can be recovered. */
export const toHiddenPrefix = (kind: MediaKind | 'events', id: string) => `hidden/${kind}/${id}/`;

/** Removes the note of a deleted item that is recovered. */
export const dropGarbage = (id: string, due: number): Write => deleteWrite('uploads', garbageKey(id, due));

/** Notes the hidden copies of pictures that a recovery has made public again. */
export const noteHiddenPicturesGarbage = (prefix: string, now: number): Write[] => [
  garbageWrite(prefix, [{ bucket: 'MEDIA_BUCKET', prefix }], now + graceMs),
];

/** An encoding replaced by a newer one. */
export const noteGenerationGarbage = (kind: MediaKind, id: string, generation: string, now: number): Write[] => [
  putWrite('uploads', createGenerationItem(kind, id, generation, now + graceMs)),
];

/** An encoding that was never shown is due at once; the sweep cancels its job, if nobody else has. */
export const noteAttemptGarbage = (
  kind: MediaKind,
  id: string,
  { generation, jobId = null }: { generation: string; jobId?: string | null },
  now: number,
): Write[] => [putWrite('uploads', createGenerationItem(kind, id, generation, now, jobId ? [jobId] : []))];

const createGenerationItem = (kind: MediaKind, id: string, generation: string, due: number, jobs: string[] = []) =>
  createGarbageItem(
    `${id}/${generation}`,
    [
      { bucket: 'MEDIA_BUCKET', prefix: `${generationFolder(kind, id, generation)}/` },
      { bucket: 'MEDIA_BUCKET', prefix: `thumbnails/${kind}/${id}/${generation}.` },
    ],
    due,
    [contentKey(kind, id, generation)],
    jobs,
  );

/** A source that arrived for a deleted video, whose own note may have been swept already. */
export const noteUploadGarbage = (kind: MediaKind, id: string, now: number): Write[] => [
  garbageWrite(`${id}/source`, [{ bucket: 'UPLOADS_BUCKET', prefix: `${kind}/${id}/` }], now),
];

/** A replaced picture in both sizes, kept for open pages. */
export const notePictureGarbage = (key: string, now: number): Write[] => [
  garbageWrite(key, [{ bucket: 'MEDIA_BUCKET', prefix: key.replace(/webp$/, '') }], now + graceMs),
];

/** The pictures of a deleted item without video. */
export const notePicturesGarbage = (kind: 'clubs' | 'cameras', id: string, now: number): Write[] => [
  garbageWrite(id, [{ bucket: 'MEDIA_BUCKET', prefix: `thumbnails/${kind}/${id}/` }], now),
];

/** The pictures of a deleted match, and the end of its grace period. */
export const noteEventGarbage = (id: string, due: number, entry: Key): Write =>
  putWrite('uploads', {
    ...createGarbageItem(
      id,
      [`thumbnails/events/${id}/`, toHiddenPrefix('events', id)].map((prefix) => ({ bucket: 'MEDIA_BUCKET', prefix })),
      due,
    ),
    deleted: { entry, eventId: id },
  } satisfies Garbage);

/** A recorded live that did not become a video, kept for a week in case staff forgot to set its match. */
export const noteRecordingGarbage = (prefix: string, now: number): Write[] => [
  garbageWrite(prefix, [{ bucket: 'RECORDINGS_BUCKET', prefix: `${prefix}/` }], now + unusedRecordingMs),
];

const unusedRecordingMs = 7 * 86_400_000;

/**
 * Notes a file before it is written. The transaction that references the file removes the note; after a crash the sweep
 * deletes the file.
 */
export const keepDraft = (key: string, now: number): Promise<Key> =>
  keep(createGarbageItem(key, [{ bucket: 'MEDIA_BUCKET', prefix: key }], now + draftMs));

/** Like `keepDraft`, for the files and the key of a generation. */
export const keepGenerationDraft = (kind: MediaKind, id: string, generation: string, now: number): Promise<Key> =>
  keep(createGenerationItem(kind, id, generation, now + draftMs));

async function keep(note: Garbage): Promise<Key> {
  await putItem('uploads', note);
  return { pk: note.pk, sk: note.sk };
}

export const forgetDraft = (note: Key): Write[] => [deleteWrite('uploads', note)];

/** Milliseconds: far longer than the time from the note to the transaction. */
const draftMs = 3_600_000;

/** Deletes what is due. Idempotent: a note is removed after its files. */
export async function sweepGarbage(now: number): Promise<void> {
  await attemptEach(
    'files were not deleted',
    readDue(now),
    (garbage) => remove(garbage, now),
    ({ sk }) => ({ garbage: sk }),
  );
}

async function* readDue(now: number): AsyncGenerator<Garbage> {
  for await (const page of queryItems<Garbage>('uploads', 'GARBAGE', { before: new Date(now).toISOString() }))
    yield* page;
}

async function remove({ pk, sk, places, keys = [], jobs = [], deleted }: Garbage, now: number): Promise<void> {
  // A deleted match that was imported again has its pictures in the same folder.
  if (deleted?.eventId && (await events.get(deleted.eventId))) {
    await deleteItem('uploads', deleted.entry);
    return deleteItem('uploads', { pk, sk });
  }
  // Jobs first: a running one would write more files.
  for (const job of jobs) await cancelJob(job);
  for (const { bucket, prefix } of places) await deletePrefix(environment(bucket), prefix);
  for (const key of keys) await deleteItem('vods', key);
  if (deleted?.vodId) await deleteMoments(deleted.vodId);
  // Other modules delete their parts of a match: its score log, its followers.
  if (deleted?.eventId) await transact([domainEventWrite('EventErased', { eventId: deleted.eventId }, now)]);
  if (deleted) await deleteItem('uploads', deleted.entry);
  await deleteItem('uploads', { pk, sk });
}

const garbageWrite = (...about: Parameters<typeof createGarbageItem>): Write =>
  putWrite('uploads', createGarbageItem(...about));

const createGarbageItem = (name: string, places: Place[], due: number, keys: Key[] = [], jobs: string[] = []) =>
  ({ ...garbageKey(name, due), places, keys, jobs }) satisfies Garbage;

const garbageKey = (name: string, due: number) =>
  ({ pk: 'GARBAGE', sk: `${new Date(due).toISOString()}#${name}` }) as const;

/** Keys of all kinds share one table, apart from the items, so that no list or response contains them. */
export const contentKey = (kind: MediaKind, id: string, generation: string): Key => ({
  pk: `KEY#${kind}#${id}`,
  sk: generation,
});
