/**
 * Streams an upload into a file and verifies its length, payload hash, Content-MD5 and checksums (CRC32, SHA-1, SHA-256),
 * also from the trailer of an `aws-chunked` body, which the SDK sends for streams. CRC32C and CRC64NVME are unsupported.
 */
import type { Hash } from 'node:crypto';
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
const streamingTrailer = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

export async function receiveBody(upload: Upload, file: string): Promise<ReceivedBody> {
  const { header, payloadHash } = upload;
  const chunked = payloadHash.startsWith('STREAMING-');
  if (chunked && payloadHash !== streamingTrailer) {
    throw new ServiceError('NotImplemented', `The local S3 does not support bodies of type ${payloadHash}.`, 501);
  }
  const declaredLength = header(chunked ? 'x-amz-decoded-content-length' : 'content-length');
  if (declaredLength === undefined) throw new ServiceError('MissingContentLength', 'Content-Length is required.', 411);
  if (!(Number(declaredLength) <= maxUploadBytes)) {
    throw new ServiceError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 400);
  }
  const trailers = new Map<string, string>();
  const checksum = createExpectedChecksum(header);
  const md5 = createHash('md5');
  const sha256 = /^[0-9a-f]{64}$/.test(payloadHash) ? createHash('sha256') : undefined;
  let size = 0;
  const source = chunked ? decodeAwsChunked(upload.body, trailers) : upload.body;
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > Number(declaredLength)) break;
        md5.update(chunk);
        sha256?.update(chunk);
        checksum?.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx' }),
  );
  if (size !== Number(declaredLength)) {
    throw new ServiceError(
      'IncompleteBody',
      'You did not provide the number of bytes specified by the Content-Length HTTP header.',
    );
  }
  const digest = md5.digest();
  const contentMd5 = header('content-md5');
  if (contentMd5 && contentMd5 !== digest.toString('base64')) throw createBadDigestError('Content-MD5');
  if (sha256 && sha256.digest('hex') !== payloadHash) throw createHashMismatchError();
  if (checksum) {
    const expected = trailers.get(checksum.name) ?? header(checksum.name);
    if (expected !== checksum.value()) throw createBadDigestError(checksum.name);
  }
  return { size, md5: digest.toString('hex') };
}

/** Reads a small XML body into memory and verifies it against the signature. */
export async function receiveDocument(upload: Upload & { body: IncomingMessage }): Promise<Buffer> {
  const body = await readBody(upload.body, 2 * 1024 ** 2);
  const { payloadHash } = upload;
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== createHash('sha256').update(body).digest('hex')) {
    throw createHashMismatchError();
  }
  const checksum = createExpectedChecksum(upload.header);
  checksum?.update(body);
  if (checksum && checksum.value() !== upload.header(checksum.name)) throw createBadDigestError(checksum.name);
  return body;
}

interface Checksum {
  name: string;
  update(chunk: Buffer): void;
  value(): string;
}

function createExpectedChecksum(header: Upload['header']): Checksum | undefined {
  const findChecksumHeader = (algorithm: string) => {
    const name = `x-amz-checksum-${algorithm}`;
    return header(name) !== undefined || header('x-amz-trailer')?.toLowerCase() === name ? name : undefined;
  };
  for (const algorithm of ['crc32c', 'crc64nvme']) {
    if (findChecksumHeader(algorithm))
      throw new ServiceError('NotImplemented', `The local S3 does not support the checksum ${algorithm}.`, 501);
  }
  const crc = findChecksumHeader('crc32');
  if (crc) return createCrc32Checksum(crc);
  for (const algorithm of ['sha1', 'sha256']) {
    const name = findChecksumHeader(algorithm);
    if (name) return createHashChecksum(name, createHash(algorithm));
  }
  return undefined;
}

function createCrc32Checksum(name: string): Checksum {
  let value = 0;
  return {
    name,
    update: (chunk) => {
      value = crc32(chunk, value);
    },
    value: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes.toString('base64');
    },
  };
}

function createHashChecksum(name: string, hash: Hash): Checksum {
  return { name, update: (chunk) => void hash.update(chunk), value: () => hash.digest('base64') };
}

/** `<hex size>[;extension]\r\n<bytes>\r\n … 0\r\n<trailer>: <value>\r\n\r\n` */
async function* decodeAwsChunked(body: AsyncIterable<Buffer>, trailers: Map<string, string>): AsyncGenerator<Buffer> {
  let buffered: Buffer = Buffer.alloc(0);
  let remaining = 0;
  let state: 'size' | 'bytes' | 'gap' | 'trailer' = 'size';
  for await (const chunk of body) {
    buffered = buffered.length > 0 ? Buffer.concat([buffered, chunk]) : chunk;
    while (buffered.length > 0) {
      if (state === 'bytes') {
        const part = buffered.subarray(0, remaining);
        remaining -= part.length;
        buffered = buffered.subarray(part.length);
        if (remaining === 0) state = 'gap';
        yield part;
        continue;
      }
      const end = buffered.indexOf('\r\n');
      if (end < 0) {
        if (buffered.length > 4096) throw createMalformedError();
        break;
      }
      const line = buffered.toString('latin1', 0, end);
      buffered = buffered.subarray(end + 2);
      if (state === 'size') {
        if (!/^[0-9a-f]{1,12}(;.*)?$/i.test(line)) throw createMalformedError();
        remaining = Number.parseInt(line, 16);
        state = remaining === 0 ? 'trailer' : 'bytes';
      } else if (state === 'gap') {
        if (line !== '') throw createMalformedError();
        state = 'size';
      } else if (line !== '') {
        const colon = line.indexOf(':');
        if (colon < 0 || trailers.size > 8) throw createMalformedError();
        trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
      }
    }
  }
  if (state !== 'trailer') throw new ServiceError('IncompleteBody', 'The chunked body ended early.');
}

const createMalformedError = () => new ServiceError('InvalidRequest', 'The aws-chunked body is malformed.');

const createHashMismatchError = () =>
  new ServiceError('XAmzContentSHA256Mismatch', 'The provided x-amz-content-sha256 does not match the body.');

const createBadDigestError = (name: string) =>
  new ServiceError('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
