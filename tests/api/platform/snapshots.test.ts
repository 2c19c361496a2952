/** Lists whose snapshot is damaged, or belongs to another time than their table. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { TableName } from '../../../functions/platform/aws/dynamo-client.ts';
import type { ListTable } from '../../../functions/platform/lists/list-tables.ts';
import { options, type Thing } from './things.ts';

const { Collection } = await import('../../../functions/platform/lists/collection.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { deleteItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { deleteObjects, readObject, writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { cutLog } = await import('../../../functions/platform/lists/list-storage.ts');
const { rebuildSnapshot } = await import('../../../infra/operate/rebuild-snapshot.ts');

/** The product has no collection over this table. */
const table = 'leases' as TableName as ListTable;
const [newest, former] = [`${table}/snapshot-2.json.zst`, `${table}/snapshot-2-former.json.zst`];

const lambda = () => new Collection<Thing, { id: string; title: string }>({ ...options, table, row: toRow });
const toRow = ({ id, title }: Thing) => ({ id, title });
const readCold = async () => (await lambda().rows()).map(({ id }) => id);

const address = (key: string) => ({ bucket: environment('CATALOGUE_BUCKET'), key });
const readSnapshotFile = async (key: string) => (await readObject(address(key))) ?? new Uint8Array();
const writeSnapshotFile = (key: string, body: Uint8Array) =>
  writeObject(address(key), body, { contentType: 'application/zstd' });

const readKeys = (pk: string) => queryAll<{ pk: string; sk: string }>(table, pk);

const create = async (id: string) => void (await lambda().create({ id, title: id, count: 0 }));

/** Puts the table back to where the log had `length` entries; each created one item. */
async function restoreTable(length: number): Promise<void> {
  for (const { pk, sk } of (await readKeys('LOG')).slice(length)) {
    await deleteItem(table, { pk: `t${Number(sk)}`, sk: 'ITEM' });
    await deleteItem(table, { pk, sk });
  }
}

async function countAlarms(act: () => Promise<unknown>): Promise<number> {
  // Metrics are lines of the log.
  vi.stubEnv('LOG_LEVEL', 'info');
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await act();
    return output.mock.calls.filter(([line]) => String(line).includes('SnapshotsUnusable')).length;
  } finally {
    output.mockRestore();
    vi.unstubAllEnvs();
  }
}

// Six items, a snapshot after the fourth and one after the sixth.
beforeEach(async () => {
  for (const { pk, sk } of await readKeys('LOG')) await deleteItem(table, { pk, sk });
  await deleteObjects(environment('CATALOGUE_BUCKET'), [newest, former]);
  for (const id of ids) await deleteItem(table, { pk: id, sk: 'ITEM' });
  for (const id of ids.slice(0, 4)) await create(id);
  await rebuildSnapshot(table, lambda());
  for (const id of ids.slice(4, 6)) await create(id);
  await rebuildSnapshot(table, lambda());
});
const ids = ['t1', 't2', 't3', 't4', 't5', 't6', 't7'];
const six = ids.slice(0, 6);

describe('[V-ENT-2] a cold function', () => {
  test.each([
    ['is damaged', (whole: Uint8Array) => whole.map((byte, at) => (at % 7 === 3 ? byte ^ 0xff : byte))],
    ['was cut', (whole: Uint8Array) => whole.slice(0, whole.length / 2)],
    ['is empty', () => new Uint8Array()],
  ])('reads a list whose snapshot %s, alarms, and the next write stores a new one', async (_, damage) => {
    const whole = await readSnapshotFile(newest);
    await writeSnapshotFile(newest, damage(whole));
    expect(await countAlarms(async () => expect(await readCold()).toEqual(six))).toBeGreaterThan(0);
    expect(await cutLog(table)).toBe(0);
    await create('t7');
    expect(await countAlarms(async () => expect(await readCold()).toEqual(ids))).toBe(0);
  });

  test('reads the whole log where both snapshots are damaged', async () => {
    for (const key of [newest, former]) await writeSnapshotFile(key, new Uint8Array([1, 2, 3]));
    expect(await readCold()).toEqual(six);
  });

  test('follows the log from an older snapshot', async () => {
    await writeSnapshotFile(newest, await readSnapshotFile(former));
    expect(await readCold()).toEqual(six);
  });

  test('passes over a snapshot that is newer than its restored table, and writes go on from there', async () => {
    await restoreTable(5);
    expect(await countAlarms(async () => expect(await readCold()).toEqual(six.slice(0, 5)))).toBeGreaterThan(0);
    await create('t7');
    expect(await readCold()).toEqual([...six.slice(0, 5), 't7']);
    expect((await readKeys('LOG')).map(({ sk }) => Number(sk))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('reads the whole log where both snapshots are newer than the restored table', async () => {
    await restoreTable(2);
    expect(await readCold()).toEqual(['t1', 't2']);
  });

  test('fails with the command to run where no snapshot fits a log that was cut', async () => {
    const [first] = await readKeys('LOG');
    if (first) await deleteItem(table, { pk: first.pk, sk: first.sk });
    await restoreTable(2);
    for (const request of [readCold, () => create('t7')])
      await expect(request()).rejects.toThrow(/npm run lists:rebuild -- --from-items/);
    await rebuildSnapshot(table, lambda());
    expect(await readCold()).toEqual(['t1', 't2', 't3']);
  });
});

test('[V-ENT-2] a warm function notices that its table was restored', async () => {
  const warm = lambda();
  expect(await warm.rows()).toHaveLength(6);
  await restoreTable(5);
  expect((await warm.rows()).map(({ id }) => id)).toEqual(six.slice(0, 5));
});
