/** The store of withdrawn media: the service's limits, concurrent writers, and the delay until the edge reads a write. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFrontKeyValueStoreClient, UpdateKeysCommand } from '@aws-sdk/client-cloudfront-keyvaluestore';
import { beforeAll, expect, test } from 'vitest';
import { listEdgeEntries, writeEdgeEntries } from '../../../functions/platform/aws/edge-store.ts';
import { type LocalKeyValueStore, startKeyValueStore } from '../../../infra/local/key-value-store/key-value-store.ts';
import { createTemporaryFolder } from '../../support/dedicated-platform.ts';
import { eventually, is } from '../../support/eventually.ts';

const delayMs = 150;
const dataDir = createTemporaryFolder();
let store: LocalKeyValueStore;

beforeAll(async () => {
  store = await startKeyValueStore({ dataDir, delayMs });
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local-secret',
    AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE: store.url.replace('127.0.0.1', 'localhost'),
    WITHDRAWALS_STORE_ARN: store.arn,
  });
  return () => store.close();
});

const write = (...entries: [string, string | undefined][]) => writeEdgeEntries(new Map(entries));

test('shows a write to the edge after a delay, and a deletion too', async () => {
  await write(['vods/one', '*'], ['vods/two', 'G:ts:1:2']);
  expect(await store.edge.exists('vods/one')).toBe(false);
  await eventually(() => store.edge.exists('vods/one'), is(true));
  expect(await store.edge.get('vods/two')).toBe('G:ts:1:2');
  await write(['vods/one', undefined], ['vods/never', undefined]);
  await eventually(() => store.edge.exists('vods/one'), is(false));
  await expect(store.edge.get('vods/one')).rejects.toThrow('KeyNotFound');
});

test('keeps the entries of concurrent writers, even more than fit in one call or one page', async () => {
  const keys = Array.from({ length: 130 }, (_, index) => `clips/${String(index).padStart(3, '0')}`);
  await Promise.all([
    write(...keys.slice(0, 70).map((key) => [key, '*'] as [string, string])),
    write(...keys.slice(70).map((key) => [key, '*'] as [string, string])),
  ]);
  const found = [...(await listEdgeEntries()).keys()].filter((key) => key.startsWith('clips/'));
  expect(found).toEqual(keys);
  await sleep(delayMs);
  const again = await startKeyValueStore({ dataDir });
  expect(await again.edge.exists('clips/129')).toBe(true);
  await again.close();
});

test('rejects the requests that the service rejects', async () => {
  await expect(write(['k'.repeat(513), '*'])).rejects.toThrow('too long');
  await expect(write(['vods/long', 'x'.repeat(1025)])).rejects.toThrow('1024 bytes');
  const client = new CloudFrontKeyValueStoreClient({});
  const outdated = new UpdateKeysCommand({ KvsARN: store.arn, IfMatch: 'KV0', Puts: [{ Key: 'a', Value: 'b' }] });
  await expect(client.send(outdated)).rejects.toMatchObject({ name: 'ConflictException' });
  const unsigned = await fetch(`${store.url}/key-value-stores/${encodeURIComponent(store.arn)}`);
  expect(unsigned.status).toBe(403);
});
