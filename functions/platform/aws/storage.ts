/** S3: small objects in memory, presigned parts of large ones. */
import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  ListPartsCommand,
  NoSuchKey,
  NoSuchUpload,
  NotFound,
  type Part,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { divide } from '../../../shared/domain/divide.ts';
import { ignore, makeOnce, withRetries } from './retries.ts';

// Without this option, a presigned part would require a checksum header, which browsers do not send.
const s3 = /* @__PURE__ */ makeOnce(
  () =>
    new S3Client({
      ...withRetries(),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
);

export interface ObjectAddress {
  bucket: string;
  key: string;
  /** Absent: the current version. */
  versionId?: string;
}

/** Reads an object, or its first `limit` bytes; undefined if it does not exist. */
export const readObject = async (address: ObjectAddress, limit?: number): Promise<Uint8Array | undefined> =>
  (await readTaggedObject(address, limit))?.bytes;

/** Reads an object as UTF-8; undefined if it does not exist. */
export async function readText(address: ObjectAddress): Promise<string | undefined> {
  const bytes = await readObject(address);
  return bytes && Buffer.from(bytes).toString();
}

/** Reads an object with the ETag that S3 returned to the uploader; undefined if it does not exist. */
export async function readTaggedObject(
  { bucket, key, versionId }: ObjectAddress,
  limit?: number,
): Promise<{ bytes: Uint8Array; etag: string } | undefined> {
  const Range = limit === undefined ? undefined : `bytes=0-${limit - 1}`;
  const command = new GetObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId, Range });
  const { Body, ETag = '' } = (await s3().send(command).catch(ignore(NoSuchKey))) ?? {};
  const bytes = await Body?.transformToByteArray();
  return bytes && { bytes, etag: ETag };
}

/** Reads the bytes from `from` up to, but not including, `to`; fewer at the object's end. */
export async function readRange(
  { bucket, key }: ObjectAddress,
  { from, to }: { from: number; to: number },
): Promise<Buffer> {
  const { Body } = await s3().send(
    new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${from}-${to - 1}` }),
  );
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

export async function writeObject(
  { bucket, key }: ObjectAddress,
  body: Uint8Array | string,
  options: { contentType: string; cacheControl?: string },
): Promise<void> {
  await s3().send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: body,
      ContentType: options.contentType,
      CacheControl: options.cacheControl,
    }),
  );
}

/** Writes JSON into a bucket with object lock, which requires a checksum. */
export async function writeLockedObject({ bucket, key }: ObjectAddress, body: string): Promise<void> {
  const ContentMD5 = createHash('md5').update(body).digest('base64');
  await s3().send(
    new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: 'application/json', ContentMD5 }),
  );
}

/** Lists the first version of every object that a bucket with versions has ever held, also of deleted ones, in order. */
export async function listFirstVersions(bucket: string): Promise<{ key: string; versionId: string }[]> {
  const tags = new Map<string, string>();
  let markers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (markers) {
    const answer: ListObjectVersionsCommandOutput = await s3().send(
      new ListObjectVersionsCommand({ Bucket: bucket, ...markers }),
    );
    // The newest version of a key is listed first: the last one seen is its first.
    for (const { Key, VersionId } of answer.Versions ?? []) if (Key && VersionId) tags.set(Key, VersionId);
    markers = answer.IsTruncated
      ? { KeyMarker: answer.NextKeyMarker, VersionIdMarker: answer.NextVersionIdMarker }
      : undefined;
  }
  return [...tags].map(([key, versionId]) => ({ key, versionId }));
}

/** Copies an object of at most 5 GB within a bucket; ignores a missing source. */
export async function copyObject(bucket: string, from: string, to: string): Promise<void> {
  await s3()
    .send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: encodeURI(`${bucket}/${from}`) }))
    .catch(ignore(NoSuchKey));
}

/** Size in bytes; undefined if the object does not exist. */
export async function readObjectSize({ bucket, key }: ObjectAddress): Promise<number | undefined> {
  const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
  return (await s3().send(command).catch(ignore(NotFound, NoSuchKey)))?.ContentLength;
}

/** Lists all keys under a prefix with their sizes in bytes, in order. */
export async function listObjects(
  bucket: string,
  prefix: string,
): Promise<{ key: string; size: number; modifiedAt: number }[]> {
  const objects: { key: string; size: number; modifiedAt: number }[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3() }, { Bucket: bucket, Prefix: prefix }))
    for (const { Key, Size, LastModified } of Contents)
      if (Key) objects.push({ key: Key, size: Size ?? 0, modifiedAt: LastModified?.getTime() ?? 0 });
  return objects;
}

/** Lists the folders directly under a prefix, each with its trailing slash. */
export async function listFolders(bucket: string, prefix: string): Promise<string[]> {
  const folders: string[] = [];
  const query = { Bucket: bucket, Prefix: prefix, Delimiter: '/' };
  for await (const { CommonPrefixes = [] } of paginateListObjectsV2({ client: s3() }, query))
    for (const { Prefix } of CommonPrefixes) if (Prefix) folders.push(Prefix);
  return folders;
}

/** Deletes everything under a prefix; returns the number of objects. */
export async function deletePrefix(bucket: string, prefix: string): Promise<number> {
  const keys = (await listObjects(bucket, prefix)).map(({ key }) => key);
  await deleteObjects(bucket, keys);
  return keys.length;
}

export async function deleteObjects(bucket: string, keys: readonly string[]): Promise<void> {
  for (const some of divide(keys, 1000)) {
    const Objects = some.map((key) => ({ Key: key }));
    await s3().send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
  }
}

export async function createMultipartUpload({ bucket, key }: ObjectAddress, contentType: string): Promise<string> {
  const { UploadId } = await s3().send(
    new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ContentType: contentType }),
  );
  if (!UploadId) throw new Error('S3 returned no upload id');
  return UploadId;
}

/** URL to which a browser may PUT one part, valid for `seconds`. */
export function presignPart({ bucket, key }: ObjectAddress, uploadId: string, part: number, seconds: number) {
  return getSignedUrl(s3(), new UploadPartCommand({ Bucket: bucket, Key: key, UploadId: uploadId, PartNumber: part }), {
    expiresIn: seconds,
  });
}

/**
 * URL to which a browser may PUT one object of exactly `bytes` that does not exist yet, valid for `seconds`; S3 answers
 * 412 to a second one. The headers are signed, so the browser has to send them.
 */
export async function presignNewObject(
  { bucket, key }: ObjectAddress,
  { bytes, contentType, seconds }: { bytes: number; contentType: string; seconds: number },
): Promise<{ url: string; headers: Record<string, string> }> {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    ContentLength: bytes,
    ContentType: contentType,
    IfNoneMatch: '*',
  });
  const signed = ['if-none-match', 'content-length', 'content-type'];
  const url = await getSignedUrl(s3(), command, {
    expiresIn: seconds,
    signableHeaders: new Set(signed),
    unhoistableHeaders: new Set(signed),
  });
  return { url, headers: { 'if-none-match': '*', 'content-type': contentType } };
}

/** URL that downloads an object under a file name, valid for `seconds`. */
export function presignRead({ bucket, key }: ObjectAddress, name: string, seconds: number) {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  return getSignedUrl(
    s3(),
    new GetObjectCommand({ Bucket: bucket, Key: key, ResponseContentDisposition: disposition }),
    { expiresIn: seconds },
  );
}

export interface ReceivedPart {
  part: number;
  size: number;
  etag: string;
}

/** Lists the parts received so far, in order; undefined if the upload is closed. */
export async function listParts({ bucket, key }: ObjectAddress, uploadId: string): Promise<ReceivedPart[] | undefined> {
  const parts: Part[] = [];
  let marker: string | undefined;
  try {
    do {
      const answer = await s3().send(
        new ListPartsCommand({ Bucket: bucket, Key: key, UploadId: uploadId, PartNumberMarker: marker }),
      );
      parts.push(...(answer.Parts ?? []));
      marker = answer.IsTruncated ? answer.NextPartNumberMarker : undefined;
    } while (marker);
  } catch (error) {
    if (error instanceof NoSuchUpload) return undefined;
    throw error;
  }
  return parts.map(({ PartNumber, Size, ETag }) => ({ part: PartNumber ?? 0, size: Size ?? 0, etag: ETag ?? '' }));
}

/** Completes an upload; idempotent, also for concurrent calls. */
export async function completeMultipartUpload({ bucket, key }: ObjectAddress, uploadId: string, parts: ReceivedPart[]) {
  try {
    await s3().send(
      new CompleteMultipartUploadCommand({
        Bucket: bucket,
        Key: key,
        UploadId: uploadId,
        MultipartUpload: { Parts: parts.map(({ part, etag }) => ({ PartNumber: part, ETag: etag })) },
      }),
    );
  } catch (error) {
    const isCompleted = error instanceof NoSuchUpload || (error instanceof Error && error.name === 'OperationAborted');
    if (!isCompleted) throw error;
  }
}

export async function abortMultipartUpload({ bucket, key }: ObjectAddress, uploadId: string): Promise<void> {
  await s3()
    .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }))
    .catch(ignore(NoSuchUpload));
}
