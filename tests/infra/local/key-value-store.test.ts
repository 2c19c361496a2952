/** The store of withdrawn media: the service's limits and errors, other writers, and the delay until the edge reads. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CloudFrontKeyValueStoreClient,
  DescribeKeyValueStoreCommand,
  UpdateKeysCommand,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
import { beforeAll, expect, test, vi } from 'vitest';
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

type Entry = [key: string, value: string | undefined];
const write = async (...entries: Entry[]) => (await writeEdgeEntries(async () => new Map(entries))).refused;
const readCurrent = async () => Object.fromEntries(await listEdgeEntries());
const createKeys = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}/${String(index).padStart(3, '0')}`);

test('shows a write to the edge after a delay, and a deletion too', async () => {
  await write(['vods/one', '*'], ['vods/two', 'G:ts:1:2']);
  expect(await store.edge.exists('vods/one')).toBe(false);
  await eventually(() => store.edge.exists('vods/one'), is(true));
  expect(await store.edge.get('vods/two')).toBe('G:ts:1:2');
  await write(['vods/one', undefined]);
  await eventually(() => store.edge.exists('vods/one'), is(false));
  await expect(store.edge.get('vods/one')).rejects.toThrow('KeyNotFound');
});

test('keeps the entries of concurrent writers, even more than fit in one call or one page', async () => {
  const keys = createKeys('clips', 130);
  await Promise.all([
    write(...keys.slice(0, 70).map((key): Entry => [key, '*'])),
    write(...keys.slice(70).map((key): Entry => [key, '*'])),
  ]);
  const found = [...(await listEdgeEntries()).keys()].filter((key) => key.startsWith('clips/'));
  expect(found).toEqual(keys);
  await sleep(delayMs);
  const again = await startKeyValueStore({ dataDir });
  expect(await again.edge.exists('clips/129')).toBe(true);
  await again.close();
});

test('[F-TAKE-1] stores all of ten simultaneous writers, whichever error the service has for an outdated version', async () => {
  const before = store.calls.outdated;
  const keys = createKeys('events', 10);
  await Promise.all(keys.map((key) => write([key, '*'])));
  expect(store.calls.outdated - before).toBeGreaterThan(2);
  expect(await readCurrent()).toMatchObject(Object.fromEntries(keys.map((key) => [key, '*'])));
});

test('[F-TAKE-1] decides again when somebody else writes between the decision and the call', async () => {
  const decisions = ['*', undefined];
  await writeEdgeEntries(async () => {
    const entries = new Map([['vods/turn', decisions.shift()]]);
    if (decisions.length === 1) await write(['vods/other', '*']);
    return entries;
  });
  expect(decisions).toEqual([]);
  expect(await readCurrent()).not.toHaveProperty('vods/turn');
});

test('[F-TAKE-1] deletes what is stored, although other keys of the same call never were', async () => {
  await write(['vods/here', '*'], ['vods/new', undefined]);
  expect(await write(['vods/here', undefined], ['vods/never', undefined], ['vods/added', '*'])).toEqual(new Map());
  const current = await readCurrent();
  expect([current['vods/here'], current['vods/added']]).toEqual([undefined, '*']);
});

test('[F-TAKE-1] stores the valid entries beside one that the service refuses, and names that one', async () => {
  const keys = createKeys('contentvideos', 20);
  const refused = await write(...keys.map((key): Entry => [key, '*']), ['vods/long', 'x'.repeat(1025)]);
  expect([...refused.keys()]).toEqual(['vods/long']);
  expect(await readCurrent()).toMatchObject(Object.fromEntries(keys.map((key) => [key, '*'])));
});

test('rejects the requests that the service rejects', async () => {
  expect(String((await write(['k'.repeat(513), '*'])).values().next().value)).toContain('too long');
  expect(String((await write(['vods/long', 'x'.repeat(1025)])).values().next().value)).toContain('1024 bytes');
  const client = new CloudFrontKeyValueStoreClient({});
  const { ETag } = await client.send(new DescribeKeyValueStoreCommand({ KvsARN: store.arn }));
  const send = (IfMatch: string | undefined, changes: object) =>
    client.send(new UpdateKeysCommand({ KvsARN: store.arn, IfMatch, ...changes }));
  const outdated = () => send('KV0', { Puts: [{ Key: 'a', Value: 'b' }] }).catch((error: Error) => error.name);
  expect([await outdated(), await outdated()].toSorted()).toEqual(['ConflictException', 'ValidationException']);
  const missing = { Puts: [{ Key: 'vods/joined', Value: '*' }], Deletes: [{ Key: 'vods/missing' }] };
  await expect(send(ETag, missing)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  expect(await readCurrent()).not.toHaveProperty('vods/joined');
  const many = { Puts: createKeys('many', 51).map((Key) => ({ Key, Value: '*' })) };
  await expect(send(ETag, many)).rejects.toThrow('at most 50 keys');
  const unsigned = await fetch(`${store.url}/key-value-stores/${encodeURIComponent(store.arn)}`);
  expect(unsigned.status).toBe(403);
});

test('[F-TAKE-1] names the entries for which a full store has no room, and deletes all the same', async () => {
  const folder = createTemporaryFolder();
  const full = await startKeyValueStore({ dataDir: folder, storeBytes: 2_000 });
  const address = process.env.AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE;
  process.env.AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE = full.url.replace('127.0.0.1', 'localhost');
  vi.resetModules();
  const { writeEdgeEntries: writeToFull } = await import('../../../functions/platform/aws/edge-store.ts');
  await writeToFull(async () => new Map([['vods/old', 'x'.repeat(900)]]));
  const { refused, isFull } = await writeToFull(
    async () =>
      new Map([
        ['vods/old', undefined],
        ['vods/big', 'y'.repeat(1_024)],
        ['vods/bigger', 'z'.repeat(1_024)],
      ]),
  );
  expect([[...refused.keys()], isFull]).toEqual([['vods/big', 'vods/bigger'], true]);
  expect(await full.edge.exists('vods/old')).toBe(false);
  process.env.AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE = address;
  await full.close();
});
