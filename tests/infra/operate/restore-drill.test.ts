/** The restore drill with item-by-item copies in place of DynamoDB's point-in-time recovery. */
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Restorer, runDrill, type Verdict } from '../../../infra/operate/restore-drill.ts';
import { tables } from '../../../infra/tables.ts';
import { startDedicatedPlatform } from '../../support/dedicated-platform.ts';
import { buildEvent } from '../../support/records.ts';

await startDedicatedPlatform();
const client = new DynamoDBClient({});
const prefix = String(process.env.TABLE_PREFIX);

beforeAll(async () => {
  const { events } = await import('../../../functions/league/events/store.ts');
  for (let index = 0; index < 6; index += 1) await events.create(buildEvent({ id: `event-${index}` }));
  await events.remove('event-5');
});

type Item = Record<string, unknown>;

/** Creates a restorer that copies tables, changed by `breaks`. */
function createRestorer(breaks: (table: string, items: Item[]) => Item[] = (_, items) => items): Restorer {
  const documents = DynamoDBDocumentClient.from(client);
  return {
    async restore(from, to) {
      await client.send(
        new CreateTableCommand({
          TableName: to,
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
        }),
      );
      const { Items = [] } = await documents.send(new ScanCommand({ TableName: from, ConsistentRead: true }));
      for (const Item of breaks(from, Items)) await documents.send(new PutCommand({ TableName: to, Item }));
    },
    async remove(TableName) {
      const { TableNames = [] } = await client.send(new ListTablesCommand({}));
      if (TableNames.includes(TableName)) await client.send(new DeleteTableCommand({ TableName }));
    },
  };
}

const run = (restorer: Restorer) => runDrill({ prefix, at: new Date(), client, restorer }, () => {});
const findFaults = (verdicts: Verdict[], table: string) => verdicts.find((one) => one.table === table)?.faults;

test('accepts complete copies and deletes them', async () => {
  const verdicts = await run(createRestorer());
  expect(verdicts.filter(({ faults }) => faults.length > 0)).toEqual([]);
  // Six created, one removed: five items and seven log entries.
  expect(verdicts.find(({ table }) => table === 'events')?.items).toBe(12);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  expect(TableNames.filter((name) => name.includes('drill-'))).toEqual([]);
});

test.each([
  [
    'an item is lost',
    (items: Item[]) => items.filter(({ pk }) => pk !== 'event-1'),
    /event-1 is in the log and not an item/,
  ],
  ['a log has a gap', (items: Item[]) => items.filter(({ sk }) => sk !== '000000000002'), /gap before 000000000003/],
  [
    'an item differs',
    (items: Item[]) => items.map((item) => (item.sk === 'ITEM' ? { ...item, title: 'Otro' } : item)),
    /differs although/,
  ],
  [
    'an item is lost whose log entry was cut',
    (items: Item[]) => items.filter(({ pk, sk }) => pk !== 'event-0' && sk !== '000000000001'),
    /event-0 is an item and not in the copy/,
  ],
  ['it is empty', () => [], /empty/],
])('rejects a copy when %s', async (_, breaks, fault) => {
  const verdicts = await run(createRestorer((table, items) => (table.endsWith('-events') ? breaks(items) : items)));
  expect(findFaults(verdicts, 'events')).toContainEqual(expect.stringMatching(fault));
  expect(verdicts.filter(({ faults }) => faults.length > 0)).toHaveLength(1);
});

describe('what was closed after the time of the restore', () => {
  const open = (items: Item[]) =>
    items.map((item) =>
      item.pk === 'event-0' && item.sk === 'ITEM' ? { ...item, version: 1, withheld: undefined } : item,
    );
  const restorer = () => createRestorer((table, items) => (table.endsWith('-events') ? open(items) : items));
  const runSince = (at: Date) => runDrill({ prefix, at, client, restorer: restorer() }, () => {});
  let since: Date;
  beforeAll(async () => {
    const { events } = await import('../../../functions/league/events/store.ts');
    const { withhold } = await import('../../../functions/platform/withholding/rules.ts');
    since = new Date();
    await events.change('event-0', (event) => withhold(event, 'M1'));
  });

  test('[F-TAKE-1] is closed again from the audit', async () => {
    expect(findFaults(await runSince(since), 'events')).toEqual([]);
  });

  test('[F-TAKE-1] is a fault if the audit does not tell it', async () => {
    expect(findFaults(await runSince(new Date(Date.now() + 120_000)), 'events')).toEqual([
      'event-0 would lose the hold M1 in a restore',
    ]);
  });
});

test('restores all tables at the same time', async () => {
  const { restore, ...restorer } = createRestorer();
  const begun: string[] = [];
  const all = Promise.withResolvers<void>();
  const verdicts = await run({
    ...restorer,
    async restore(from, to, at) {
      begun.push(from);
      if (begun.length === tables.length) all.resolve();
      await all.promise;
      await restore(from, to, at);
    },
  });
  expect(verdicts.map(({ table }) => table)).toEqual(tables.map(({ name }) => name));
}, 60_000);

test('leaves no copy behind when one of the restores fails', async () => {
  const restorer = createRestorer();
  const restore: Restorer['restore'] = async (from, to, at) => {
    if (from.endsWith('-clubs')) throw new Error('cut off');
    await restorer.restore(from, to, at);
  };
  await expect(run({ ...restorer, restore })).rejects.toThrow('cut off');
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  expect(TableNames.filter((name) => name.includes('drill-'))).toEqual([]);
});

test('can be repeated after a failure', async () => {
  const failing = createRestorer();
  await expect(run({ ...failing, restore: async () => Promise.reject(new Error('cut off')) })).rejects.toThrow(
    'cut off',
  );
  expect((await run(createRestorer())).every(({ faults }) => faults.length === 0)).toBe(true);
});
