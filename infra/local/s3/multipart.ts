/** Multipart uploads. Uploaded parts survive a restart. Unsupported: UploadPartCopy, ListMultipartUploads. */
import { createHash, randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { ServiceError } from '../wire/http-server.ts';
import { assemble, assembleAhead, forgetAssembly } from './assembly.ts';
import { receiveBody, receiveDocument } from './body.ts';
import { answerEmpty, answerXml, type Call, type Operation, pickStoredHeaders } from './call.ts';
import { parseLimit } from './listing.ts';
import { writeConditionally } from './preconditions.ts';
import { assertKey, type ObjectStore } from './store.ts';
import { readList } from './xml.ts';

const minPartBytes = 5 * 1024 ** 2;

/** Ids of uploads that are being completed; a second attempt is refused meanwhile. */
const completingUploads = new Set<string>();

export const createMultipartUpload: Operation = (call) => {
  const id = randomUUID().replaceAll('-', '');
  call.store.index
    .prepare('INSERT INTO uploads (id, bucket, key, initiated, headers) VALUES (?,?,?,?,?)')
    .run(id, call.bucket, assertKey(call.key), Date.now(), JSON.stringify(pickStoredHeaders(call)));
  answerXml(call, 'InitiateMultipartUploadResult', { UploadId: id });
};

export const uploadPart: Operation = async (call) => {
  const upload = findUpload(call);
  const number = Number(call.query.get('partNumber'));
  if (!(Number.isInteger(number) && number >= 1 && number <= 10_000))
    throw new ServiceError('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
  const incoming = call.store.createIncomingPath();
  try {
    const { size, md5 } = await receiveBody({ ...call, body: call.request }, incoming);
    // Throws if the upload was aborted or completed meanwhile.
    findUpload(call);
    const previous = call.store.index
      .prepare('SELECT file FROM parts WHERE upload = ? AND number = ?')
      .get(upload.id, number);
    const file = randomUUID();
    renameSync(incoming, call.store.toPartPath(file));
    call.store.index
      .prepare('INSERT OR REPLACE INTO parts (upload, number, file, size, etag, modified) VALUES (?,?,?,?,?,?)')
      .run(upload.id, number, file, size, md5, Date.now());
    if (previous) rmSync(call.store.toPartPath(String(previous.file)), { force: true });
    assembleAhead(call.store, upload.id, listStoredParts(call.store, upload.id));
    answerEmpty(call, 200, { etag: `"${md5}"` });
  } finally {
    await rm(incoming, { force: true });
  }
};

export const listParts: Operation = (call) => {
  const upload = findUpload(call);
  const limit = parseLimit(call.query.get('max-parts'));
  const marker = Number(call.query.get('part-number-marker') ?? 0);
  const all = listStoredParts(call.store, upload.id).filter((part) => part.number > marker);
  const page = all.slice(0, limit);
  answerXml(call, 'ListPartsResult', {
    NextPartNumberMarker: page.at(-1)?.number ?? 0,
    IsTruncated: page.length < all.length,
    Part: page.map((part) => ({
      PartNumber: part.number,
      LastModified: new Date(part.modified).toISOString(),
      ETag: `"${part.etag}"`,
      Size: part.size,
    })),
  });
};

export const completeMultipartUpload: Operation = (call) =>
  writeConditionally(call, (assertAbsent) => complete(call, assertAbsent));

async function complete(call: Call, assertAbsent: () => void): Promise<void> {
  const body = await receiveDocument({ ...call, body: call.request });
  const upload = findUpload(call);
  const parts = selectParts(listStoredParts(call.store, upload.id), readList(body, 'CompleteMultipartUpload', 'Part'));
  if (completingUploads.has(upload.id))
    throw new ServiceError('OperationAborted', 'The same upload is being completed by another request.', 409);
  completingUploads.add(upload.id);
  let file: string | undefined;
  try {
    const hash = createHash('md5');
    for (const part of parts) hash.update(Buffer.from(part.etag, 'hex'));
    file = await assemble(
      call.store,
      upload.id,
      parts.map((part) => part.file),
    );
    // Throws if the upload was aborted meanwhile: then no object may appear.
    findUpload(call);
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    const content = { size, etag: `${hash.digest('hex')}-${parts.length}`, headers: upload.headers };
    assertAbsent();
    const object = call.store.put(call.bucket, call.key, file, content);
    removeUpload(call.store, upload.id);
    call.onCreated(object);
    answerXml(call, 'CompleteMultipartUploadResult', { ETag: `"${object.etag}"` });
  } finally {
    completingUploads.delete(upload.id);
    if (file) await rm(file, { force: true });
  }
}

export const abortMultipartUpload: Operation = (call) => {
  const { id } = findUpload(call);
  removeUpload(call.store, id);
  void forgetAssembly(id);
  answerEmpty(call, 204);
};

interface Part {
  number: number;
  file: string;
  size: number;
  etag: string;
  modified: number;
}

/**
 * Selects the requested parts. @throws ServiceError for an unknown part or ETag, a wrong order, or a part that is too
 * small.
 */
function selectParts(stored: Part[], requested: Record<string, unknown>[]): Part[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  const chosen = requested.map(({ PartNumber, ETag }) => {
    const part = byNumber.get(Number(PartNumber));
    if (!part || String(ETag).replaceAll('"', '') !== part.etag)
      throw new ServiceError('InvalidPart', 'One or more of the specified parts could not be found.');
    return part;
  });
  if (chosen.some((part, at) => at > 0 && part.number <= (chosen[at - 1]?.number ?? 0)))
    throw new ServiceError('InvalidPartOrder', 'The list of parts was not in ascending order.');
  if (chosen.slice(0, -1).some((part) => part.size < minPartBytes))
    throw new ServiceError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  return chosen;
}

function findUpload({ store, bucket, key, query }: Call): { id: string; headers: Record<string, string> } {
  const id = query.get('uploadId') ?? '';
  const row = store.index.prepare('SELECT * FROM uploads WHERE id = ? AND bucket = ? AND key = ?').get(id, bucket, key);
  if (!row) throw new ServiceError('NoSuchUpload', 'The specified upload does not exist.', 404);
  return { id, headers: JSON.parse(String(row.headers)) };
}

function listStoredParts({ index }: ObjectStore, upload: string): Part[] {
  const rows = index.prepare('SELECT * FROM parts WHERE upload = ? ORDER BY number').all(upload);
  return rows.map((row) => ({
    number: Number(row.number),
    file: String(row.file),
    size: Number(row.size),
    etag: String(row.etag),
    modified: Number(row.modified),
  }));
}

function removeUpload(store: ObjectStore, upload: string): void {
  const parts = listStoredParts(store, upload);
  store.index.prepare('DELETE FROM uploads WHERE id = ?').run(upload);
  store.index.prepare('DELETE FROM parts WHERE upload = ?').run(upload);
  for (const part of parts) rmSync(store.toPartPath(part.file), { force: true });
}
