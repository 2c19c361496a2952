/** Every fifth answer is lost after the work was done; retries take effect once and are not rejected. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IvsClient, ListChannelsCommand } from '@aws-sdk/client-ivs';
import { afterAll, expect, test } from 'vitest';
import { withRetries } from '../../../functions/platform/aws/retries.ts';
import { type Platform, startPlatform } from '../../../infra/local/platform.ts';
import type { StripeData } from '../../../infra/local/stripe/objects.ts';
import { eventually, hasAtLeast } from '../../support/eventually.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const dataDir = createTemporaryFolder();
const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
const times = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

process.env.LOG_LEVEL = 'silent';
process.env.FAULTS = 'throttle:0.2,lost:0.2';
// Long minutes, so that scheduled jobs do not interfere.
const platform: Platform = await startPlatform({ config: { dataDir, ports }, minuteMs: 3_600_000 });
delete process.env.FAULTS;
afterAll(() => platform.close());

const { atVersion, getItems, isNew, putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { ConditionFailed } = await import('../../../functions/platform/aws/dynamo-errors.ts');
const { claimLease } = await import('../../../functions/viewing/playback/lease.ts');
const { createChannel, renewStreamKey } = await import('../../../functions/platform/aws/live-streaming.ts');
const { createCustomer } = await import('../../../functions/money/payments/stripe/customers.ts');

test('a retried conditional put succeeds; another item’s put conflicts', async () => {
  const put = (name: string, version: number) =>
    putItem('messages', { pk: name, sk: 'TRY', version }, version === 1 ? isNew : atVersion(version - 1));
  const names = times(40, (number) => `LOST#${number}`);
  await Promise.all(names.map((name) => put(name, 1)));
  await Promise.all(names.map((name) => put(name, 2)));
  for (const name of names) await expect(put(name, 2)).rejects.toBeInstanceOf(ConditionFailed);
});

test('a retried claim of the stream lease succeeds', async () => {
  const claims = times(40, (number) => ({ userId: `lost-${number}`, sessionHash: 'a', now: 1_000_000 }));
  const claimed = await Promise.all(claims.map((claim) => claimLease(claim)));
  expect(new Set(claimed)).toEqual(new Set(['taken']));
  const others = await Promise.all(claims.map((claim) => claimLease({ ...claim, sessionHash: 'b' })));
  expect(new Set(others)).toEqual(new Set([false]));
});

test('[11.27] a read of several items gets those it asked for, including what was written before', async () => {
  const key = (number: number, sk: string) => ({ table: 'messages' as const, key: { pk: `GATHERED#${number}`, sk } });
  const found = await Promise.all(
    times(70, async (number) => {
      await putItem('messages', { ...key(number, 'A').key, number });
      return getItems([key(number, 'A'), key(number, 'B')]);
    }),
  );
  for (const [number, [a, b]] of found.entries()) expect([a?.number, b]).toEqual([number, undefined]);
});

test('a source gets one channel, and its key can be renewed', async () => {
  const names = times(12, (number) => `camera-lost-${number}`);
  const made = await Promise.all(names.map(createChannel));
  const all = (await new IvsClient(withRetries()).send(new ListChannelsCommand({}))).channels ?? [];
  expect(all.map(({ name }) => name).sort()).toEqual(names.map((name) => `cantera-local-${name}`).toSorted());
  for (const { channelArn, streamKey } of made) expect(await renewStreamKey(channelArn)).not.toBe(streamKey);
});

test('a customer is created once', async () => {
  const people = times(12, (number) => ({ id: `lost-${number}`, email: 'a@familia.test', name: 'A', surname: 'B' }));
  const ids = await Promise.all(people.map((user) => createCustomer(user)));
  expect(new Set(ids).size).toBe(people.length);
  const file = join(dataDir, 'stripe.json');
  // The emulator writes the file a moment after its first change.
  const customers = () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StripeData).customers : {});
  const all = await eventually(() => Object.keys(customers()), hasAtLeast(ids.length));
  expect(all.sort()).toEqual(ids.toSorted());
});
