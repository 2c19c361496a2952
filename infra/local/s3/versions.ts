/**
 * Versions of objects in buckets with object lock: a put adds one, a deletion hides the object, and no version is
 * deleted before its retention ends. Unsupported there: copies, multipart uploads, legal holds, bypassed governance.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, rmSync } from 'node:fs';
import { ServiceError } from '../wire/http-server.ts';
import { answerXml, type Call, type Operation } from './call.ts';
import { parseLimit } from './listing.ts';
import type { ObjectStore, StoredObject } from './store.ts';

interface Version {
  position: number;
  id: string;
  isMarker: boolean;
  retainUntil: number;
  object: StoredObject;
}

/** Elements of the answer for one object. */
type DeleteResult = Partial<Record<'deleted' | 'error', Record<string, string | boolean>>>;

/** Refuses a put without a checksum, as S3 does for objects with a retention. */
export function assertChecksum({ request, header }: Call): void {
  const hasChecksum =
    header('content-md5') || Object.keys(request.headers).some((name) => /^x-amz-checksum-(?!type)/.test(name));
  if (!hasChecksum)
    throw new ServiceError('InvalidRequest', 'Content-MD5 or x-amz-checksum-… is required with object lock.');
}

/** Keeps the current object as a version; returns its id. */
export function addVersion({ store, bucket }: Call, object: StoredObject, retentionMs: number): string {
  const id = randomUUID();
  const file = store.toVersionPath(id);
  linkSync(object.file, file);
  insertVersion(store, bucket, { ...object, file }, { id, retainUntil: object.modified + retentionMs });
  return id;
}

/** Deletes the given versions or, without an id, hides objects behind a marker. */
export function deleteVersions(call: Call, items: readonly { Key?: unknown; VersionId?: unknown }[]): DeleteResult[] {
  const { store, bucket } = call;
  return items.map(({ Key, VersionId }) => {
    const key = String(Key);
    if (VersionId !== undefined) return deleteVersion(call, key, String(VersionId));
    const marker = { key, file: '', size: 0, etag: '', modified: Date.now(), headers: {} };
    const id = randomUUID();
    store.delete(bucket, key);
    insertVersion(store, bucket, marker, { id, retainUntil: 0 });
    return { deleted: { Key: key, DeleteMarker: true, DeleteMarkerVersionId: id } };
  });
}

function deleteVersion({ store, bucket }: Call, key: string, id: string): DeleteResult {
  const version = findVersion(store, bucket, key, id);
  if (!version) return { deleted: { Key: key, VersionId: id } };
  if (version.retainUntil > Date.now()) {
    const Message = 'Access Denied because object protected by object lock.';
    return { error: { Key: key, VersionId: id, Code: 'AccessDenied', Message } };
  }
  store.index.prepare('DELETE FROM versions WHERE position = ?').run(version.position);
  if (!version.isMarker) rmSync(version.object.file, { force: true });
  restoreNewest(store, bucket, key);
  return { deleted: { Key: key, VersionId: id } };
}

/** Makes the newest remaining version the current object. */
function restoreNewest(store: ObjectStore, bucket: string, key: string): void {
  store.delete(bucket, key);
  const [newest] = listVersions(store, bucket, key);
  if (!newest || newest.isMarker) return;
  const incoming = store.createIncomingPath();
  linkSync(newest.object.file, incoming);
  store.put(bucket, key, incoming, newest.object);
}

export function requireVersion({ store, bucket, key }: Call, id: string): StoredObject {
  const version = findVersion(store, bucket, key, id);
  if (!version) throw new ServiceError('NoSuchVersion', 'The specified version does not exist.', 404);
  if (version.isMarker)
    throw new ServiceError('MethodNotAllowed', 'The specified method is not allowed against this resource.', 405);
  return version.object;
}

export const listObjectVersions: Operation = (call) => {
  const { store, bucket, query } = call;
  const limit = parseLimit(query.get('max-keys'));
  const [keyMarker = '', idMarker = ''] = [query.get('key-marker'), query.get('version-id-marker')];
  const all = listVersions(store, bucket).filter(({ object }) => object.key >= keyMarker);
  const start = idMarker
    ? all.findIndex(({ id }) => id === idMarker) + 1
    : all.findIndex(({ object }) => object.key > keyMarker);
  const page = start < 0 ? [] : all.slice(start, start + limit);
  const last = page.at(-1);
  const isTruncated = start >= 0 && start + limit < all.length;
  const toXml = ({ id, object }: Version) => ({
    Key: object.key,
    VersionId: id,
    LastModified: new Date(object.modified).toISOString(),
    IsLatest: all.find((one) => one.object.key === object.key)?.id === id,
  });
  answerXml(call, 'ListVersionsResult', {
    IsTruncated: isTruncated,
    NextKeyMarker: isTruncated ? last?.object.key : undefined,
    NextVersionIdMarker: isTruncated ? last?.id : undefined,
    Version: page
      .filter(({ isMarker }) => !isMarker)
      .map((version) => ({ ...toXml(version), ETag: `"${version.object.etag}"`, Size: version.object.size })),
    DeleteMarker: page.filter(({ isMarker }) => isMarker).map(toXml),
  });
};

/** Lists versions by key, the newest of a key first. */
function listVersions(store: ObjectStore, bucket: string, key?: string): Version[] {
  const where = key === undefined ? '' : 'AND key = ?';
  return store.index
    .prepare(`SELECT * FROM versions WHERE bucket = ? ${where} ORDER BY key, position DESC`)
    .all(...[bucket, ...(key === undefined ? [] : [key])])
    .map((row) => toVersion(store, row));
}

function findVersion(store: ObjectStore, bucket: string, key: string, id: string): Version | undefined {
  return listVersions(store, bucket, key).find((version) => version.id === id);
}

const toVersion = (store: ObjectStore, row: Record<string, unknown>): Version => ({
  position: Number(row.position),
  id: String(row.id),
  isMarker: row.file === '',
  retainUntil: Number(row.retain_until),
  object: store.toObject(row),
});

function insertVersion(
  store: ObjectStore,
  bucket: string,
  { key, file, size, etag, modified, headers }: StoredObject,
  { id, retainUntil }: { id: string; retainUntil: number },
): void {
  const relative = file && store.toRelativePath(file);
  store.index
    .prepare(
      `INSERT INTO versions (bucket, key, id, file, size, etag, modified, headers, retain_until)
       VALUES (?,?,?,?,?,?,?,?,?)`,
    )
    .run(bucket, key, id, relative, size, etag, modified, JSON.stringify(headers), retainUntil);
}
