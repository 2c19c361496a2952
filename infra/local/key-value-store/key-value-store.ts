/**
 * CloudFront KeyValueStore emulator with one store: DescribeKeyValueStore, GetKey, ListKeys and UpdateKeys with the
 * service's limits, and the edge's view of the store, which sees a write after a delay. It does not verify signatures,
 * but accepts only SigV4A, as the service does. Where the API reference leaves an answer open, it gives the less
 * convenient one: either error for an outdated version, in turn, and none of a call whose deletes name a missing key.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { storeLimits } from '../../edge-withdrawals.ts';
import { type Emulator, ServiceError } from '../wire/http-server.ts';
import { JsonFile } from '../wire/json-file.ts';
import { createUnknownError, parseInput, startRestService } from '../wire/json-service.ts';
import { resolveLocalhostNames } from '../wire/localhost-names.ts';
import { account } from '../wire/service-event.ts';

/** The store as edge functions see it (`cf.kvs()`). */
export interface EdgeStore {
  exists(key: string): Promise<boolean>;
  /** @throws Error if there is no such key. */
  get(key: string): Promise<string>;
}

export interface LocalKeyValueStore extends Emulator {
  arn: string;
  edge: EdgeStore;
  /** Number of calls so far that named an outdated version. */
  calls: { outdated: number };
}

interface Options {
  dataDir: string;
  /** Size of the store; tests fill a small one. */
  storeBytes?: number;
  /** Milliseconds until the edge reads a change; on AWS a few seconds. */
  delayMs?: number;
}

const arn = `arn:aws:cloudfront::${account}:key-value-store/5f0bbd8a-7d4e-4f0c-9d8e-000000000001`;

const UpdateKeys = z.strictObject({
  Puts: z.array(z.strictObject({ Key: z.string().min(1), Value: z.string() })).default([]),
  Deletes: z.array(z.strictObject({ Key: z.string().min(1) })).default([]),
});

interface Contents {
  etag: string;
  entries: Record<string, string>;
}

export async function startKeyValueStore({
  dataDir,
  delayMs = 0,
  storeBytes = storeLimits.storeBytes,
}: Options): Promise<LocalKeyValueStore> {
  const calls = { outdated: 0 };
  const file = new JsonFile<Contents>(join(dataDir, 'withdrawals.json'), { etag: newEtag(), entries: {} });
  let atEdge = new Map(Object.entries(file.value.entries));

  const describeStore = () => ({
    KvsARN: arn,
    ItemCount: Object.keys(file.value.entries).length,
    TotalSizeInBytes: measureStore(file.value.entries),
    Created: 0,
    LastModified: 0,
    Status: 'READY',
  });

  async function update({ headers }: IncomingMessage, input: unknown): Promise<object> {
    if (Number(headers['content-length']) > storeLimits.requestBytes)
      throw new ServiceError('ValidationException', `A call has at most ${storeLimits.requestBytes} bytes`);
    const changes = parseInput(UpdateKeys, input, 'ValidationException');
    if (headers['if-match'] !== file.value.etag) throw createOutdatedError(calls);
    const entries = applyUpdate(file.value.entries, changes, storeBytes);
    file.value = { etag: newEtag(), entries };
    await file.save();
    const propagated = new Map(Object.entries(entries));
    if (delayMs === 0) atEdge = propagated;
    else setTimeout(() => (atEdge = propagated), delayMs).unref();
    return { ItemCount: propagated.size, TotalSizeInBytes: measureStore(entries) };
  }

  function readKey(key: string): object {
    const Value = file.value.entries[key];
    if (Value === undefined) throw createMissingError(key);
    return { Key: key, Value, ItemCount: Object.keys(file.value.entries).length };
  }

  function list(query: URLSearchParams): object {
    if (Number(query.get('MaxResults') ?? 10) > storeLimits.keysAtOnce)
      throw new ServiceError('ValidationException', `A page has at most ${storeLimits.keysAtOnce} keys`);
    const all = Object.entries(file.value.entries).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const from = Number(query.get('NextToken') ?? 0);
    const until = from + Number(query.get('MaxResults') ?? 10);
    return {
      Items: all.slice(from, until).map(([Key, Value]) => ({ Key, Value })),
      ...(until < all.length && { NextToken: String(until) }),
    };
  }

  function answer(request: IncomingMessage, input: unknown): Promise<object> | object {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, collection, id, keys, key] = url.pathname.split('/').map(decodeURIComponent);
    if (!String(request.headers.authorization).startsWith('AWS4-ECDSA-P256-SHA256 '))
      throw new ServiceError('AccessDeniedException', 'The request must be signed with SigV4A', 403);
    if (collection !== 'key-value-stores' || id !== arn)
      throw new ServiceError('ResourceNotFoundException', `There is no store ${id}`, 404);
    if (request.method === 'GET' && keys === 'keys' && key !== undefined) return readKey(key);
    if (request.method === 'GET') return keys === 'keys' ? list(url.searchParams) : describeStore();
    if (request.method === 'POST' && keys === 'keys') return update(request, input);
    throw createUnknownError('key-value-store', `${request.method} ${url.pathname}`);
  }

  resolveLocalhostNames();
  const service = await startRestService('key-value-store', answer, {
    toHeaders: () => ({ etag: file.value.etag }),
    // An outdated version is part of normal operation.
    isLogged: ({ code }) => code === 'UnknownOperationException',
  });
  return {
    ...service,
    arn,
    calls,
    edge: {
      exists: async (key) => atEdge.has(key),
      get: async (key) => {
        const value = atEdge.get(key);
        if (value === undefined) throw new Error(`KeyNotFound: ${key}`);
        return value;
      },
    },
  };
}

const newEtag = () => `KV${randomBytes(8).toString('hex').toUpperCase()}`;

const measureStore = (entries: Record<string, string>) =>
  Object.entries(entries).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);

/** Real stores have answered with either error. */
function createOutdatedError(calls: LocalKeyValueStore['calls']): ServiceError {
  calls.outdated += 1;
  return calls.outdated % 2 === 1
    ? new ServiceError('ValidationException', 'Pre-Condition failed')
    : new ServiceError('ConflictException', 'The If-Match version does not match the store’s', 409);
}

const createMissingError = (key: string) =>
  new ServiceError('ResourceNotFoundException', `There is no key ${key}`, 404);

function applyUpdate(
  entries: Record<string, string>,
  { Puts: puts, Deletes: deletes }: z.infer<typeof UpdateKeys>,
  storeBytes: number,
): Record<string, string> {
  const { keyBytes, valueBytes, keysAtOnce } = storeLimits;
  if (puts.length + deletes.length > keysAtOnce)
    throw new ServiceError('ValidationException', `A call changes at most ${keysAtOnce} keys`);
  const named = [...puts, ...deletes].map(({ Key }) => Key);
  if (new Set(named).size < named.length) throw new ServiceError('ValidationException', 'A call names a key twice');
  const next = new Map(Object.entries(entries));
  for (const { Key } of deletes) if (!next.delete(Key)) throw createMissingError(Key);
  for (const { Key, Value } of puts) {
    if (Buffer.byteLength(Key) > keyBytes) throw new ServiceError('ValidationException', `The key ${Key} is too long`);
    if (Buffer.byteLength(Value) > valueBytes)
      throw new ServiceError('ValidationException', `The value of ${Key} is longer than ${valueBytes} bytes`);
    next.set(Key, Value);
  }
  const result = Object.fromEntries(next);
  if (measureStore(result) > storeBytes)
    throw new ServiceError('ServiceQuotaExceededException', `A store holds at most ${storeBytes} bytes`, 402);
  return result;
}
