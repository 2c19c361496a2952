/**
 * Receives an upload into a file, or an XML document into memory; verifies length, payload hash, Content-MD5 and CRC32.
 * Unsupported: other checksums, and `aws-chunked` bodies, which the SDK sends for streams.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { readBody, ServiceError } from '../wire/http-server.ts';

export interface Upload {
  body: AsyncIterable<Buffer>;
  header(name: string): string | undefined;
  payloadHash: string;
}

export interface ReceivedBody {
  size: number;
  md5: string;
}

const maxUploadBytes = 5 * 1024 ** 3;

export async function receiveBody(upload: Upload, file: string): Promise<ReceivedBody> {
  const { header, payloadHash } = upload;
  if (payloadHash.startsWith('STREAMING-'))
    throw new ServiceError('NotImplemented', `The local S3 does not support bodies of type ${payloadHash}.`, 501);
  const declaredLength = header('content-length');
  if (declaredLength === undefined) throw new ServiceError('MissingContentLength', 'Content-Length is required.', 411);
  if (!(Number(declaredLength) <= maxUploadBytes))
    throw new ServiceError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 400);
  let checksum = 0;
  const md5 = createHash('md5');
  const sha256 = /^[0-9a-f]{64}$/.test(payloadHash) ? createHash('sha256') : undefined;
  let size = 0;
  await pipeline(
    upload.body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > Number(declaredLength)) break;
        md5.update(chunk);
        sha256?.update(chunk);
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx' }),
  );
  if (size !== Number(declaredLength))
    throw new ServiceError('IncompleteBody', 'The body has not as many bytes as Content-Length says.');
  const digest = md5.digest();
  const contentMd5 = header('content-md5');
  if (contentMd5 && contentMd5 !== digest.toString('base64')) throw createBadDigestError('Content-MD5');
  if (sha256 && sha256.digest('hex') !== payloadHash) throw createHashMismatchError();
  assertChecksum(header, checksum);
  return { size, md5: digest.toString('hex') };
}

/** Reads a small XML body, and verifies it against the signature. */
export async function receiveDocument(upload: Upload & { body: IncomingMessage }): Promise<Buffer> {
  const body = await readBody(upload.body, 2 * 1024 ** 2);
  const { payloadHash } = upload;
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== createHash('sha256').update(body).digest('hex'))
    throw createHashMismatchError();
  assertChecksum(upload.header, crc32(body));
  return body;
}

const crc32Header = 'x-amz-checksum-crc32';

function assertChecksum(header: Upload['header'], actual: number): void {
  const unsupported = ['crc32c', 'crc64nvme', 'sha1', 'sha256'].find(
    (algorithm) => header(`x-amz-checksum-${algorithm}`) !== undefined,
  );
  if (unsupported)
    throw new ServiceError('NotImplemented', `The local S3 does not support the checksum ${unsupported}.`, 501);
  const expected = header(crc32Header);
  if (
    expected !== undefined &&
    expected !== Buffer.from(actual.toString(16).padStart(8, '0'), 'hex').toString('base64')
  )
    throw createBadDigestError(crc32Header);
}

const createHashMismatchError = () =>
  new ServiceError('XAmzContentSHA256Mismatch', 'The provided x-amz-content-sha256 does not match the body.');

const createBadDigestError = (name: string) =>
  new ServiceError('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
