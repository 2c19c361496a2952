/** Operations on objects. Unsupported: preconditions of reads, several ranges, tags, encryption. */
import { openSync } from 'node:fs';
import { copyFile, link, rm } from 'node:fs/promises';
import { parseRange } from '../wire/byte-range.ts';
import { ServiceError } from '../wire/http-server.ts';
import { sendBytes } from '../wire/send-bytes.ts';
import { receiveBody, receiveDocument } from './body.ts';
import { answerEmpty, answerXml, type Call, type Operation, pickStoredHeaders } from './call.ts';
import { noteDeletion, writeConditionally } from './preconditions.ts';
import { assertKey, type StoredObject } from './store.ts';
import { addMarker, addVersion, assertChecksum, requireVersion } from './versions.ts';
import { readList } from './xml.ts';

export const putObject: Operation = async (call) => {
  if (call.isLocked) assertChecksum(call);
  const file = call.store.createIncomingPath();
  try {
    await writeConditionally(call, async (assertAbsent) => {
      const { size, md5 } = await receiveBody({ ...call, body: call.request }, file);
      const content = { size, etag: md5, headers: pickStoredHeaders(call) };
      assertAbsent();
      const object = call.store.put(call.bucket, assertKey(call.key), file, content);
      call.onCreated(object);
      const version = call.isLocked && { 'x-amz-version-id': addVersion(call, object) };
      answerEmpty(call, 200, { etag: `"${object.etag}"`, ...version });
    });
  } finally {
    await rm(file, { force: true });
  }
};

export const getObject: Operation = async (call) => {
  const { request, response, query } = call;
  const object = requireObject(call);
  const range = parseRange(call.header('range'), object.size);
  if (range === 'unsatisfiable') throw new ServiceError('InvalidRange', 'The requested range is not satisfiable', 416);
  // The file is opened in the same synchronous step as the lookup, so that an overwrite cannot mix two objects.
  const fd = request.method === 'HEAD' ? undefined : openObject(call, object);
  response.statusCode = range ? 206 : 200;
  for (const [name, value] of Object.entries(object.headers)) response.setHeader(name, value);
  const disposition = query.get('response-content-disposition');
  if (disposition) response.setHeader('content-disposition', disposition);
  response.setHeader('etag', `"${object.etag}"`);
  response.setHeader('last-modified', new Date(object.modified).toUTCString());
  response.setHeader('accept-ranges', 'bytes');
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  if (range) response.setHeader('content-range', `bytes ${start}-${end}/${object.size}`);
  response.setHeader('content-length', end - start + 1);
  if (fd === undefined) return void response.end();
  await sendBytes(response, object.file, { fd, start, end: Math.max(end, 0) });
};

export const headObject: Operation = getObject;

const maxCopyBytes = 5 * 1024 ** 3;

export const copyObject: Operation = async (call) => {
  const source = decodeSource(call.header('x-amz-copy-source') ?? '');
  const original = call.store.get(source.bucket, source.key);
  if (!original) throw createNoSuchKeyError();
  if (original.size > maxCopyBytes)
    throw new ServiceError('InvalidRequest', `A copy source may have at most ${maxCopyBytes} bytes.`);
  if (source.bucket === call.bucket && source.key === call.key)
    throw new ServiceError('InvalidRequest', 'Copying an object to itself needs new metadata.');
  const file = call.store.createIncomingPath();
  try {
    // Stored files never change, so two objects may share one by a hard link, where the file system allows it.
    await link(original.file, file).catch(() => copyFile(original.file, file));
    const object = call.store.put(call.bucket, assertKey(call.key), file, original);
    call.onCreated(object);
    answerXml(call, 'CopyObjectResult', { ETag: `"${object.etag}"` });
  } finally {
    await rm(file, { force: true });
  }
};

export const deleteObjects: Operation = async (call) => {
  const body = await receiveDocument({ ...call, body: call.request });
  const items = readList(body, 'Delete', 'Object');
  const keys = items.map((item) => String(item.Key));
  if (!call.header('content-md5') && !Object.keys(call.request.headers).some((name) => /^x-amz-checksum-/.test(name)))
    throw new ServiceError('InvalidRequest', 'Missing required header: Content-MD5 or x-amz-checksum-*');
  if (keys.length > 1000) throw new ServiceError('MalformedXML', 'At most 1000 keys can be deleted at once.');
  if (items.some((item) => item.VersionId !== undefined) || !/<Quiet>\s*true\s*<\/Quiet>/.test(body.toString()))
    throw new ServiceError('NotImplemented', 'The local S3 only deletes objects quietly, and no versions.', 501);
  for (const key of keys) {
    noteDeletion(call.store, call.bucket, key);
    call.store.delete(call.bucket, key);
    if (call.isLocked) addMarker(call, key);
  }
  answerXml(call, 'DeleteResult', {});
};

function requireObject(call: Call): StoredObject {
  const { store, bucket, key, query } = call;
  const version = query.get('versionId');
  if (version) return requireVersion(call, version);
  const object = store.get(bucket, key);
  if (!object) throw createNoSuchKeyError();
  return object;
}

function openObject({ store, bucket, key }: Call, object: StoredObject): number {
  try {
    return openSync(object.file, 'r');
  } catch (error) {
    // The file was deleted by hand: its index entry goes too.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    store.delete(bucket, key);
    throw createNoSuchKeyError();
  }
}

function decodeSource(source: string): { bucket: string; key: string } {
  const path = decodeURIComponent(source).replace(/^\//, '');
  const slash = path.indexOf('/');
  if (slash < 1) throw new ServiceError('InvalidArgument', 'Copy Source must mention the source bucket and key');
  return { bucket: path.slice(0, slash), key: path.slice(slash + 1) };
}

const createNoSuchKeyError = () => new ServiceError('NoSuchKey', 'The specified key does not exist.', 404);
