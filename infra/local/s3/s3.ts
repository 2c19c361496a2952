/**
 * S3 emulator over HTTP with path-style addresses: verifies signatures, applies CORS and emits EventBridge events. It
 * answers NotImplemented to each call, query parameter or header that it does not support.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Emulator, listen, ServiceError } from '../wire/http-server.ts';
import { createServiceEvent, type Emit } from '../wire/service-event.ts';
import type { Call, Operation } from './call.ts';
import { answerPreflight, type CorsRule, setCorsHeaders } from './cors.ts';
import { listObjectsV2 } from './listing.ts';
import * as multipart from './multipart.ts';
import * as objects from './objects.ts';
import { type Credentials, verifySignature } from './signature.ts';
import { assertKey, ObjectStore, type StoredObject } from './store.ts';
import * as versions from './versions.ts';
import { writeXml } from './xml.ts';

export interface LocalS3 extends Emulator {
  createBucket(name: string, options?: BucketOptions): Promise<void>;
  /** Returns the path of an object's file, for programs that read files directly. */
  objectPath(bucket: string, key: string): string | undefined;
  /** Moves a file into the bucket, without an HTTP upload. */
  putFile(bucket: string, key: string, path: string, options: PutFileOptions): Promise<void>;
}

export interface BucketOptions {
  cors?: CorsRule;
  /** Reports new objects to `onEvent`. */
  events?: boolean;
  /** Object lock: keeps all versions of an object. */
  isLocked?: boolean;
}

export interface PutFileOptions {
  contentType: string;
  cacheControl?: string;
}

export interface S3Options {
  dataDir: string;
  /** Default: the credentials in the environment, which SDK clients of this process use too. */
  credentials?: Credentials;
  onEvent?: Emit;
}

export async function startS3(options: S3Options): Promise<LocalS3> {
  const { dataDir, onEvent } = options;
  const store = new ObjectStore(dataDir);
  const buckets = new Map<string, BucketOptions>();
  const credentials = options.credentials ?? {
    accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? 'local',
    secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? 'local',
  };
  const emitCreated = (bucket: string, { key, size }: StoredObject) => {
    const detail = { bucket: { name: bucket }, object: { key, size } };
    if (buckets.get(bucket)?.events)
      onEvent?.(createServiceEvent('aws.s3', 'Object Created', `arn:aws:s3:::${bucket}`, detail));
  };

  const server = await listen(async (request, response) => {
    const requestId = randomUUID();
    response.setHeader('x-amz-request-id', requestId);
    try {
      const { bucket, key, path, query } = parseTarget(request.url ?? '/');
      const bucketOptions = buckets.get(bucket);
      if (!bucketOptions) throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
      if (request.method === 'OPTIONS') return answerPreflight(request, response, bucketOptions.cors);
      setCorsHeaders(request, response, bucketOptions.cors);
      const { presigned, signedHeaders, payloadHash } = verifySignature(request, { path, query }, credentials);
      const call: Call = {
        request,
        response,
        bucket,
        key,
        query: new Map(query),
        payloadHash,
        store,
        isLocked: bucketOptions.isLocked ?? false,
        header: (name) => request.headers[name]?.toString() ?? (presigned ? findHoistedHeader(query, name) : undefined),
        isSigned: (name) => signedHeaders.includes(name),
        onCreated: (object) => emitCreated(bucket, object),
      };
      await findOperation(call)(call);
    } catch (error) {
      answerError(request, response, error, requestId);
    }
  });

  return {
    url: server.url,
    createBucket: async (name, bucketOptions = {}) => {
      if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) throw new Error(`Invalid bucket name: ${name}`);
      await mkdir(join(dataDir, 's3', name), { recursive: true });
      buckets.set(name, bucketOptions);
    },
    objectPath: (bucket, key) => store.get(bucket, key)?.file,
    putFile: async (bucket, key, path, { contentType, cacheControl }) => {
      if (!buckets.has(bucket) || buckets.get(bucket)?.isLocked)
        throw new Error(`Bucket ${bucket} does not exist, or has object lock`);
      const hash = createHash('md5');
      await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash);
      const { size } = await stat(path);
      const incoming = store.createIncomingPath();
      // `rename` fails between file systems, and /tmp is often one of its own.
      await rename(path, incoming).catch(() => copyFile(path, incoming).then(() => rm(path)));
      const headers = { 'content-type': contentType, ...(cacheControl && { 'cache-control': cacheControl }) };
      const object = store.put(bucket, assertKey(key), incoming, { size, etag: hash.digest('hex'), headers });
      emitCreated(bucket, object);
    },
    close: async () => {
      await server.close();
      store.close();
    },
  };
}

/** Keys consist of method, level (bucket or object) and the query parameter that selects the operation. */
const operations: Record<string, { run: Operation; params?: string[]; headers?: string[] }> = {
  'GET bucket list-type': { run: listObjectsV2, params: ['prefix', 'delimiter', 'max-keys', 'continuation-token'] },
  'GET bucket versions': { run: versions.listObjectVersions, params: ['key-marker', 'version-id-marker', 'max-keys'] },
  'POST bucket delete': { run: objects.deleteObjects },
  'GET object': { run: objects.getObject, params: ['response-content-disposition', 'versionId'] },
  'HEAD object': { run: objects.headObject },
  'PUT object': { run: objects.putObject, headers: ['if-none-match'] },
  'PUT object x-amz-copy-source': { run: objects.copyObject },
  'POST object uploads': { run: multipart.createMultipartUpload },
  'PUT object uploadId': { run: multipart.uploadPart, params: ['partNumber'] },
  'GET object uploadId': { run: multipart.listParts, params: ['max-parts', 'part-number-marker'] },
  'POST object uploadId': { run: multipart.completeMultipartUpload, headers: ['if-none-match'] },
  'DELETE object uploadId': { run: multipart.abortMultipartUpload },
};

const selectors = ['list-type', 'versions', 'uploads', 'delete', 'uploadId'];

/** Supported headers, and those that only describe the client and can be ignored. */
const knownHeaders =
  /^x-amz-(algorithm|credential|date|expires|signature|signedheaders|content-sha256|security-token|user-agent|checksum-.+|sdk-checksum-algorithm|copy-source)$/;

function findOperation({ request, key, query, header, isLocked }: Call): Operation {
  const selector = selectors.find((name) => query.has(name));
  const copy = request.method === 'PUT' && header('x-amz-copy-source') ? 'x-amz-copy-source' : undefined;
  const name = [request.method, key ? 'object' : 'bucket', selector, copy].filter(Boolean).join(' ');
  const operation = operations[name];
  const unknown =
    [...query.keys()].find(
      (param) =>
        param !== selector && param !== 'x-id' && !operation?.params?.includes(param) && !/^x-amz-/i.test(param),
    ) ??
    [...Object.keys(request.headers), ...query.keys()].find(
      (header) => isUnknownHeader(header) && !operation?.headers?.includes(header.toLowerCase()),
    );
  const isAllowedUnderLock = [objects.putObject, objects.deleteObjects].includes(operation?.run as Operation);
  if (isLocked && request.method !== 'GET' && request.method !== 'HEAD' && !isAllowedUnderLock)
    throw new ServiceError('NotImplemented', `The local S3 does not support ${name} with object lock.`, 501);
  if (operation && unknown === undefined) return operation.run;
  const hint = query.get('x-id') ?? name;
  const detail = unknown ? ` (${unknown})` : '';
  throw new ServiceError('NotImplemented', `The local S3 does not support ${hint}${detail}.`, 501);
}

/** Headers that S3 would store with an object, or check before it answers. */
const unsupportedHeaders =
  /^(content-(disposition|encoding|language)|expires|if-(match|none-match|modified-since|unmodified-since))$/;

function isUnknownHeader(name: string): boolean {
  const lowerCase = name.toLowerCase();
  return unsupportedHeaders.test(lowerCase) || (lowerCase.startsWith('x-amz-') && !knownHeaders.test(lowerCase));
}

function parseTarget(url: string): { bucket: string; key: string; path: string; query: [string, string][] } {
  const mark = url.indexOf('?');
  const rawPath = mark < 0 ? url : url.slice(0, mark);
  try {
    const path = decodeURIComponent(rawPath);
    const query = (mark < 0 ? '' : url.slice(mark + 1))
      .split('&')
      .filter(Boolean)
      .map((pair): [string, string] => {
        const [name = '', ...value] = pair.split('=');
        return [decodeURIComponent(name), decodeURIComponent(value.join('=').replaceAll('+', ' '))];
      });
    const slash = path.indexOf('/', 1);
    return {
      bucket: slash < 0 ? path.slice(1) : path.slice(1, slash),
      key: slash < 0 ? '' : path.slice(slash + 1),
      path,
      query,
    };
  } catch {
    throw new ServiceError('InvalidURI', "Couldn't parse the specified URI.");
  }
}

function findHoistedHeader(query: [string, string][], name: string): string | undefined {
  return name.startsWith('x-amz-') ? query.find(([param]) => param.toLowerCase() === name)?.[1] : undefined;
}

function answerError(request: IncomingMessage, response: ServerResponse, error: unknown, requestId: string): void {
  // The client disconnected before it had sent the body.
  if (request.destroyed && !request.complete) return void response.destroy();
  const isServiceError = error instanceof ServiceError;
  // The client disconnected during the answer, as players often do.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
  if (!isServiceError || error.status >= 500)
    console.error(`[s3] ${request.method} ${request.url}:`, isServiceError ? error.message : error);
  if (response.headersSent) return void response.destroy();
  const { code, message, status } = isServiceError
    ? error
    : new ServiceError('InternalError', 'We encountered an internal error. Please try again.', 500);
  for (const name of ['content-length', 'content-range', 'etag']) response.removeHeader(name);
  // Reads the rest of the body, because the client reads the answer only after it has sent everything.
  request.resume();
  const body = writeXml('Error', { Code: code, Message: message, Resource: request.url, RequestId: requestId });
  response.writeHead(status, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? undefined : body);
}
