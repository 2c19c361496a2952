/** Collections with their list index: no lost or duplicated rows, and readers see their own writes. */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { ulid } from 'ulid';
import { describe, expect, test, vi } from 'vitest';
import { cases } from '../../support/test-profile.ts';
import { interceptCalls, lambda, options, recordCalls, type Thing } from './things.ts';

const { Collection } = await import('../../../functions/platform/lists/collection.ts');
const { cutLog } = await import('../../../functions/platform/lists/list-storage.ts');
const { deleteItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { queryItems } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { rebuildSnapshot } = await import('../../../infra/operate/rebuild-snapshot.ts');
const { runWithinRequest } = await import('../../../functions/platform/observability/current-request.ts');

describe('a collection', () => {
  test('[V-ENT-2] shows each writer its own writes and loses none, in any interleaving', async () => {
    const command = fc.record({
      lambda: fc.integer({ min: 0, max: 2 }),
      thing: fc.integer({ min: 0, max: 3 }),
      action: fc.constantFrom('create', 'change', 'remove', 'read'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
        const run = ulid();
        const ids = [0, 1, 2, 3].map(() => ulid());
        const lambdas = [lambda(), lambda(), lambda()];
        const expected = new Map<string, number>();
        for (const { lambda: at, thing, action } of commands) {
          const collection = lambdas[at]!;
          const id = ids[thing]!;
          if (action === 'create' && !expected.has(id)) {
            await collection.create({ id, title: run, count: 0 });
            expected.set(id, 0);
          } else if (action === 'change') {
            await collection.change(id, (item) => ({ ...item, count: item.count + 1 }));
            if (expected.has(id)) expected.set(id, (expected.get(id) ?? 0) + 1);
          } else if (action === 'remove') {
            await collection.remove(id);
            expected.delete(id);
          }
          const mine = (await collection.rows()).filter((row) => row.title === run);
          expect(new Set(mine.map((row) => row.id))).toEqual(new Set(expected.keys()));
          const items = await collection.items(mine);
          expect(new Map(items.map((item) => [item.id, item.count]))).toEqual(expected);
        }
      }),
      cases(6, 60),
    );
  });

  test('[V-ENT-2] counts exactly the increments of concurrent writers that succeed', async () => {
    const id = ulid();
    await lambda().create({ id, title: 'parallel', count: 0 });
    const writers = Array.from({ length: 4 }, lambda);
    const increment = (index: number) =>
      writers[index % 4]!.change(id, (item) => ({ ...item, count: item.count + 1 })).catch(() => undefined);
    const done = await Promise.all(Array.from({ length: 12 }, (_, index) => increment(index)));
    const succeeded = done.filter((item) => item !== undefined).length;
    expect((await lambda().get(id))?.count).toBe(succeeded);
    expect(succeeded).toBeGreaterThan(0);
  });

  test('[V-ENT-2] reads an item again if it changed during the read', async () => {
    const run = ulid();
    const id = ulid();
    const collection = lambda();
    await collection.create({ id, title: run, count: 0 });
    const rows = await collection.rows();
    const late = interceptCalls(async (command, send) => {
      const answer = await send();
      if (command instanceof BatchGetCommand) await collection.change(id, (item) => ({ ...item, count: 1 }));
      return answer;
    });
    try {
      await collection.items(rows.filter((row) => row.id === id));
    } finally {
      late.mockRestore();
    }
    const now = (await collection.rows()).filter((row) => row.id === id);
    expect(await collection.items(now)).toMatchObject([{ count: 1 }]);
  });

  describe('a listed item', () => {
    const matchesTitle = (title: string) => (row: { title: string }) => row.title === title;
    const readList = (collection: ReturnType<typeof lambda>, title: string) =>
      collection.list(title, matchesTitle, (rows) => ({ rows, total: rows.length }));

    test('[V-ENT-2] is read once, in parallel with the log', async () => {
      const title = ulid();
      const collection = lambda();
      await collection.rows();
      await lambda().create({ id: ulid(), title, count: 0 });
      await collection.rows();
      const sent = recordCalls();
      const read = vi.spyOn(collection, 'items');
      expect(await readList(collection, title)).toMatchObject({ total: 1, items: [{ count: 0 }] });
      // Items are requested before the log has answered; only unprocessed keys are requested again.
      expect(sent().slice(0, 2)).toEqual(['> Query', '> BatchGet']);
      expect(read).toHaveBeenCalledTimes(1);
    });

    test('[V-ENT-2] keeps the version of the request’s start, whatever the log gets meanwhile', async () => {
      const title = ulid();
      const id = ulid();
      const collection = lambda();
      await collection.create({ id, title, count: 0 });
      await readList(collection, title);
      await lambda().change(id, (item) => ({ ...item, count: 1 }));
      expect((await readList(collection, title)).items).toMatchObject([{ count: 1 }]);
      await lambda().create({ id: ulid(), title, count: 2 });
      const both = await readList(collection, title);
      expect([both.total, both.items.map(({ count }) => count)]).toEqual([2, [1, 2]]);
      await lambda().remove(id);
      expect(await readList(collection, title)).toMatchObject({ total: 1, items: [{ count: 2 }] });
    });

    test('[V-ENT-2] is read again if changed after a failed prefetch', async () => {
      const title = ulid();
      const id = ulid();
      const collection = lambda();
      await collection.create({ id, title, count: 0 });
      await lambda().change(id, (item) => ({ ...item, count: 1 }));
      const failing = interceptCalls(async (command, send) => {
        if (!(command instanceof BatchGetCommand)) return send();
        failing.mockRestore();
        throw new Error('too busy');
      });
      expect((await readList(collection, title)).items).toMatchObject([{ count: 1 }]);
    });
  });

  test('[V-ENT-2] reads the log once per request, again after a write and in the next request', async () => {
    const title = ulid();
    const collection = lambda();
    await collection.rows();
    /** Returns the count, and the number of log reads that it took. */
    const countReads = async () => {
      const seen = recordCalls();
      const asked = [collection.rows(), collection.find({}, () => () => true), collection.rows(1)] as const;
      const [rows] = await Promise.all(asked);
      const titled = rows.filter((row) => row.title === title).length;
      return [titled, seen().filter((call) => call === '> Query').length];
    };
    await runWithinRequest('first', async () => {
      expect(await countReads()).toEqual([0, 1]);
      await lambda().create({ id: ulid(), title, count: 0 });
      expect(await countReads()).toEqual([0, 0]);
      await collection.create({ id: ulid(), title, count: 0 });
      expect(await countReads()).toEqual([2, 0]);
    });
    await lambda().create({ id: ulid(), title, count: 0 });
    expect(await runWithinRequest('second', countReads)).toEqual([3, 1]);
  });

  test('[V-ENT-2] contains all parallel creations, in cold and warm Lambdas', async () => {
    const run = ulid();
    const warm = lambda();
    await warm.rows();
    await Promise.all(Array.from({ length: 20 }, () => lambda().create({ id: ulid(), title: run, count: 0 })));
    for (const reader of [warm, lambda()]) {
      expect((await reader.rows()).filter((row) => row.title === run)).toHaveLength(20);
    }
  });
});

describe('the log', () => {
  const cold = () => lambda().rows();

  test('[V-ENT-2] is cut behind its snapshot; Lambdas that slept meanwhile load the rows again', async () => {
    const run = ulid();
    const asleep = lambda();
    const removed = ulid();
    await lambda().create({ id: removed, title: run, count: 0 });
    await asleep.rows();
    await lambda().remove(removed);
    await lambda().createAll(Array.from({ length: 1_300 }, () => ({ id: ulid(), title: run, count: 0 })));
    expect(await cutLog('moments')).toBeGreaterThan(0);
    expect(await cutLog('moments')).toBe(0);
    for (const rows of [await asleep.rows(), await cold()])
      expect(rows.filter(({ title }) => title === run)).toHaveLength(1_300);
    await asleep.create({ id: ulid(), title: run, count: 0 });
    expect((await cold()).filter(({ title }) => title === run)).toHaveLength(1_301);
  });
});

describe('rebuilding rows', () => {
  interface Row {
    id: string;
    title: string;
    count?: number;
  }
  /** A warm Lambda of the release that added the column `count`. */
  const newRelease = () =>
    new Collection<Thing, Row>({ ...options, row: ({ id, title, count }) => ({ id, title, count }) });
  const readCount = async (id: string) => (await newRelease().rows()).find((row) => row.id === id)?.count;

  test('finds items of an older release by a new column, leaves them as they are, and may be repeated', async () => {
    const id = ulid();
    await lambda().create({ id, title: 'old', count: 7 });
    expect(await readCount(id)).toBeUndefined();
    const things = newRelease();
    expect([await things.rebuildRow(id), await things.rebuildRow(id)]).toEqual([true, false]);
    expect(await readCount(id)).toBe(7);
    expect(await things.get(id)).toMatchObject({ version: 1, title: 'old' });
    expect(await things.rebuildRow(ulid()), 'an item that is gone').toBe(false);
  });

  test('loses no change during traffic', async () => {
    const ids = [ulid(), ulid(), ulid()];
    for (const id of ids) await lambda().create({ id, title: 'old', count: 0 });
    const rebuild = async () => {
      const things = newRelease();
      for (const id of ids) await things.rebuildRow(id);
    };
    const writeContinuously = async () => {
      const things = newRelease();
      for (let round = 1; round <= 8; round += 1)
        for (const id of ids) await things.change(id, (thing) => ({ ...thing, count: thing.count + 1 }));
    };
    const remove = async () => newRelease().remove(ids[2] ?? '');
    await Promise.all([rebuild(), writeContinuously(), rebuild(), writeContinuously(), rebuild()]);
    await Promise.all([rebuild(), remove(), rebuild()]);
    expect(await Promise.all(ids.map(readCount))).toEqual([16, 16, undefined]);
    expect((await newRelease().rows()).some(({ id }) => id === ids[2])).toBe(false);
  });

  test('reads the same rows, and those written since, after a rebuild from the items with the end of the log alone', async () => {
    const run = ulid();
    const [removed, changed, later] = [ulid(), ulid(), ulid()];
    for (const id of [removed, changed]) await lambda().create({ id, title: run, count: 0 });
    await lambda().remove(removed);
    await lambda().change(changed, (thing) => ({ ...thing, count: 1 }));
    const listIds = async () => (await lambda().rows()).map(({ id }) => id);
    const before = await listIds();
    expect(await rebuildSnapshot('moments', lambda())).toBe(before.length);
    for await (const entries of queryItems<{ pk: string; sk: string }>('moments', 'LOG'))
      for (const { pk, sk } of entries.slice(0, -1)) await deleteItem('moments', { pk, sk });
    expect(await listIds()).toEqual(before);
    await lambda().create({ id: later, title: run, count: 2 });
    const cold = lambda();
    const items = await cold.items((await cold.rows()).filter(({ title }) => title === run));
    expect(new Map(items.map(({ id, count }) => [id, count]))).toEqual(
      new Map([
        [changed, 1],
        [later, 2],
      ]),
    );
  });
});
