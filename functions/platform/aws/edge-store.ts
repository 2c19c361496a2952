/**
 * CloudFront KeyValueStore of withdrawn media, which the edge reads on each request. A write needs the store's newest
 * ETag; after one, edge locations follow within seconds. One function writes (functions/trust/takedown/writer.ts).
 */
import {
  CloudFrontKeyValueStoreClient,
  DescribeKeyValueStoreCommand,
  GetKeyCommand,
  paginateListKeys,
  UpdateKeysCommand,
  type UpdateKeysCommandInput,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
import { divide } from '../../../shared/domain/divide.ts';
// Registers SigV4A, which only this service requires.
import '@aws-sdk/signature-v4a';
import { environment } from './environment.ts';
import { makeOnce, retryUntilDone, withRetries } from './retries.ts';

/** Values by key; undefined for an entry that must not exist. */
export type EdgeEntries = Map<string, string | undefined>;

const store = /* @__PURE__ */ makeOnce(() => new CloudFrontKeyValueStoreClient(withRetries()));

const toStoreAddress = () => ({ KvsARN: environment('WITHDRAWALS_STORE_ARN') });

/** AWS's limit of keys in one UpdateKeys call; with keys and values at their limits, 50 are far below its 3 MB. */
const keysAtOnce = 50;

/** Bytes at which the store counts as nearly full, four fifths of AWS's limit. */
const nearlyFullBytes = 0.8 * 5 * 1024 * 1024;

export interface WriteResult {
  /** Errors of the keys that the service refuses. */
  refused: ReadonlyMap<string, unknown>;
  /** True if the store is full or nearly so. */
  isFull: boolean;
}

/**
 * Sets the entries that `read` returns; undefined deletes one. Idempotent. `read` runs after the store's version is
 * known, and again after a concurrent write, so that no entry is computed from items older than the store.
 */
export function writeEdgeEntries(read: () => Promise<EdgeEntries>): Promise<WriteResult> {
  return retryUntilDone(async () => {
    const writer = new Writer(await readVersion());
    const all = [...(await read())];
    try {
      await writer.put(all.flatMap(([Key, Value]) => (Value === undefined ? [] : [{ Key, Value }])));
      await writer.delete(all.flatMap(([Key, Value]) => (Value === undefined ? [{ Key }] : [])));
      return { refused: writer.refused, isFull: writer.isFull };
    } catch (error) {
      if (error instanceof Outdated) return undefined;
      throw error;
    }
  });
}

/** Somebody else has written to the store. */
class Outdated extends Error {}

/** The calls of one writer, each at the version that the one before it has made. */
class Writer {
  readonly refused = new Map<string, unknown>();
  isFull = false;
  #version: string | undefined;

  constructor(version: string | undefined) {
    this.#version = version;
  }

  /** A call is all or nothing: one invalid entry must not keep the others of its call out. */
  async put(entries: { Key: string; Value: string }[]): Promise<void> {
    for (const part of divide(entries, keysAtOnce)) {
      try {
        await this.#update({ Puts: part });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const isDivisible = part.length > 1 && !findsNoRoom(error);
        if (isDivisible) for (const half of divide(part, Math.ceil(part.length / 2))) await this.put(half);
        else for (const { Key } of part) this.refused.set(Key, error);
      }
    }
  }

  /** Deletes in calls of their own: keys that were never stored may fail the whole call. */
  async delete(entries: { Key: string }[]): Promise<void> {
    for (const part of divide(entries, keysAtOnce)) {
      try {
        await this.#update({ Deletes: part });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const stored = await listStored(part);
        if (stored.length === part.length) throw error;
        if (stored.length > 0) await this.#update({ Deletes: stored });
      }
    }
  }

  /** @throws Outdated after a concurrent write. */
  async #update(changes: Pick<UpdateKeysCommandInput, 'Puts' | 'Deletes'>): Promise<void> {
    try {
      const command = new UpdateKeysCommand({ ...toStoreAddress(), IfMatch: this.#version, ...changes });
      const { ETag, TotalSizeInBytes = 0 } = await store().send(command);
      this.#version = ETag;
      if (TotalSizeInBytes >= nearlyFullBytes) this.isFull = true;
    } catch (error) {
      if (await isOutdated(error, this.#version)) throw new Outdated();
      if (findsNoRoom(error)) this.isFull = true;
      throw error;
    }
  }
}

async function listStored(keys: { Key: string }[]): Promise<{ Key: string }[]> {
  const listedKeys: { Key: string }[] = [];
  for (const part of divide(keys, 10))
    listedKeys.push(...(await Promise.all(part.map(async (key) => ((await isStored(key)) ? [key] : [])))).flat());
  return listedKeys;
}

async function isStored({ Key }: { Key: string }): Promise<boolean> {
  try {
    await store().send(new GetKeyCommand({ ...toStoreAddress(), Key }));
    return true;
  } catch (error) {
    if (toStatus(error) === 404) return false;
    throw error;
  }
}

const readVersion = async () => (await store().send(new DescribeKeyValueStoreCommand(toStoreAddress()))).ETag;

/**
 * The API reference does not name the error for an outdated ETag, and stores have answered with ConflictException and
 * with a ValidationException 'Pre-Condition failed'. A 400 with another text counts if the version has changed.
 */
async function isOutdated(error: unknown, version: string | undefined): Promise<boolean> {
  const status = toStatus(error);
  if (status === 409 || status === 412) return true;
  if (status !== 400) return false;
  return /pre-?condition|if-?match|etag/i.test(String(error)) || (await readVersion()) !== version;
}

const isRefusal = (error: unknown): boolean => [400, 402, 404].includes(toStatus(error));
const findsNoRoom = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ServiceQuotaExceededException';

const toStatus = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode ?? 0;

export async function listEdgeEntries(): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  for await (const { Items = [] } of paginateListKeys({ client: store(), pageSize: keysAtOnce }, toStoreAddress()))
    for (const { Key, Value } of Items) if (Key !== undefined && Value !== undefined) values.set(Key, Value);
  return values;
}
