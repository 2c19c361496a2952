/**
 * CloudFront KeyValueStore of withdrawn media, which the edge reads on each request. A write needs the store's newest
 * ETag; after one, edge locations follow within seconds.
 */
import {
  CloudFrontKeyValueStoreClient,
  DescribeKeyValueStoreCommand,
  paginateListKeys,
  UpdateKeysCommand,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
// Registers SigV4A, which only this service requires.
import '@aws-sdk/signature-v4a';
import { environment } from './environment.ts';
import { retryUntilDone, withRetries } from './retries.ts';

let client: CloudFrontKeyValueStoreClient | undefined;

const store = () => {
  client ??= new CloudFrontKeyValueStoreClient(withRetries());
  return client;
};

const toStoreAddress = () => ({ KvsARN: environment('WITHDRAWALS_STORE_ARN') });

/** AWS's limit of keys in one UpdateKeys call. */
const keysAtOnce = 50;

/** Sets entries; undefined deletes one. Idempotent. */
export async function writeEdgeEntries(entries: ReadonlyMap<string, string | undefined>): Promise<void> {
  const all = [...entries];
  for (let from = 0; from < all.length; from += keysAtOnce) await update(all.slice(from, from + keysAtOnce));
}

/** Other writers use the store as well: a call with an outdated ETag is repeated with the new one. */
async function update(entries: readonly (readonly [string, string | undefined])[]): Promise<void> {
  const Puts = entries.flatMap(([Key, Value]) => (Value === undefined ? [] : [{ Key, Value }]));
  const Deletes = entries.flatMap(([Key, Value]) => (Value === undefined ? [{ Key }] : []));
  await retryUntilDone(async () => {
    const { ETag } = await store().send(new DescribeKeyValueStoreCommand(toStoreAddress()));
    try {
      await store().send(new UpdateKeysCommand({ ...toStoreAddress(), IfMatch: ETag, Puts, Deletes }));
      return true;
    } catch (error) {
      if (isOutdated(error)) return undefined;
      throw error;
    }
  });
}

/** The API reference does not name the error for an outdated ETag, so both possible ones are retried. */
const isOutdated = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'ConflictException' || (error.name === 'ValidationException' && /match|etag/i.test(error.message)));

export async function listEdgeEntries(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { Items = [] } of paginateListKeys({ client: store(), pageSize: keysAtOnce }, toStoreAddress()))
    for (const { Key, Value } of Items) if (Key !== undefined && Value !== undefined) found.set(Key, Value);
  return found;
}
