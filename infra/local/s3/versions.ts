/**
 * Versions of objects in buckets with object lock: a put adds one, and a deletion hides the object. Unsupported there:
 * copies, multipart uploads, and the deletion of versions, also after their retention.
 */
import { randomUUID } from 'node:crypto';
import { linkSync } from 'node:fs';
import { ServiceError } from '../wire/http-server.ts';
import { answerXml, type Call, type Operation } from './call.ts';
import { parseLimit } from './listing.ts';
import type { ObjectStore, StoredObject } from './store.ts';

interface Version {
  id: string;
  isMarker: boolean;
  object: StoredObject;
}

/** Refuses a put without a checksum, as S3 does for objects with a retention. */
export function assertChecksum({ request, header }: Call): void {
  const hasChecksum =
    header('content-md5') || Object.keys(request.headers).some((name) => /^x-amz-checksum-(?!type)/.test(name));
  if (!hasChecksum)
    throw new ServiceError('InvalidRequest', 'Content-MD5 or x-amz-checksum-… is required with object lock.');
}

/** Keeps the current object as a version; returns its id. */
export function addVersion({ store, bucket }: Call, object: StoredObject): string {
  const id = randomUUID();
  const file = store.toVersionPath(id);
  linkSync(object.file, file);
  insertVersion(store, bucket, { ...object, file }, id);
  return id;
}

/** Marks a key as deleted; its versions stay. */
export function addMarker({ store, bucket }: Call, key: string): void {
  const marker = { key, file: '', size: 0, etag: '', modified: Date.now(), headers: {} };
  insertVersion(store, bucket, marker, randomUUID());
}

export function requireVersion({ store, bucket, key }: Call, id: string): StoredObject {
  const version = listVersions(store, bucket).find((one) => one.object.key === key && one.id === id);
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
const listVersions = (store: ObjectStore, bucket: string): Version[] =>
  store.index
    .prepare('SELECT * FROM kept_versions WHERE bucket = ? ORDER BY key, position DESC')
    .all(bucket)
    .map((row) => ({ id: String(row.id), isMarker: row.file === '', object: store.toObject(row) }));

function insertVersion(
  store: ObjectStore,
  bucket: string,
  { key, file, size, etag, modified, headers }: StoredObject,
  id: string,
): void {
  const relative = file && store.toRelativePath(file);
  store.index
    .prepare(
      `INSERT INTO kept_versions (bucket, key, id, file, size, etag, modified, headers) VALUES (?,?,?,?,?,?,?,?)`,
    )
    .run(bucket, key, id, relative, size, etag, modified, JSON.stringify(headers));
}
