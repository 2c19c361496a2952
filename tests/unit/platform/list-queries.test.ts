/** After any changes, ordered rows and filtered lists equal a fresh sort and filter. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, ListQueries } from '../../../functions/platform/lists/list-queries.ts';
import { compareRenderOrder } from '../../../functions/platform/lists/pagination.ts';
import { matchesSearch } from '../../../shared/domain/search-text.ts';

interface Row {
  id: string;
  title?: string;
  renderOrder: number | null;
  created: string;
}

const row = fc.record({
  id: fc.integer({ min: 0, max: 12 }).map((number) => `id${number}`),
  title: fc.constantFrom('atletico norte', 'atletico sur', 'rivera'),
  renderOrder: fc.option(fc.integer({ min: 0, max: 3 })),
  created: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'),
});
/** Flags per row: it remains, and lists are read before the next change. */
const change = fc.tuple(row, fc.boolean(), fc.boolean());
/** Changes arrive one by one, or as a batch from another function. */
const atOnce = fc.constantFrom(1, 7, 60);
/** Compares rows by creation. Never 0, even for a row and itself, as in two of the collections. */
const compareCreation = (a: Row, b: Row) =>
  a.created < b.created ? 1 : a.created > b.created ? -1 : a.id < b.id ? 1 : -1;

const matchesOrdered = (filter: { ordered: boolean }) => (one: Row) => (one.renderOrder !== null) === filter.ordered;
const matchesCreation = (created: string) => (one: Row) => one.created === created;

test.each([
  ['by render order', compareRenderOrder],
  ['newest first', compareCreation],
])('[V-ENT-2] sorts rows %s, whatever changes arrive', (_, compare) => {
  fc.assert(
    fc.property(fc.array(row), fc.array(change, { maxLength: 180, size: 'max' }), atOnce, (first, changes, most) => {
      const byId = new Map(first.map((one) => [one.id, one]));
      const rows = new ListQueries<Row>([...byId.values()], { compare });
      const pending: Change<Row>[] = [];
      for (const [changed, isThere, isAskedFor] of changes) {
        pending.push({ id: changed.id, row: isThere ? changed : undefined });
        if (isThere) byId.set(changed.id, changed);
        else byId.delete(changed.id);
        if (pending.length < most) continue;
        rows.change(pending.splice(0));
        const expected = [...byId.values()].sort(compare);
        expect(rows.rows).toEqual(expected);
        if (!isAskedFor) continue;
        for (const filter of [{ ordered: true }, { ordered: false }]) {
          expect(rows.find(filter, matchesOrdered)).toEqual(expected.filter(matchesOrdered(filter)));
        }
        for (const search of ['atl', 'Sur, Atlético', 'nadie']) {
          const titled = expected.filter(({ title = '' }) => matchesSearch(title, search));
          const found = rows.find({ search, ordered: true }, matchesOrdered);
          expect(found).toEqual(titled.filter(matchesOrdered({ ordered: true })));
        }
        expect(rows.find('2026-01-02', matchesCreation)).toEqual(expected.filter(matchesCreation('2026-01-02')));
      }
    }),
  );
});

test('returns the same array until a row changes, by which a list knows that its items are current', () => {
  const rows = new ListQueries<Row>([{ id: 'a', renderOrder: 1, created: '2026-01-01' }], {
    compare: compareRenderOrder,
  });
  const found = rows.find({ ordered: true }, matchesOrdered);
  rows.change([]);
  expect(rows.find({ ordered: true }, matchesOrdered)).toBe(found);
  rows.change([{ id: 'a', row: { id: 'a', renderOrder: 2, created: '2026-01-01' } }]);
  expect(rows.find({ ordered: true }, matchesOrdered)).not.toBe(found);
});

test('forgets results once there are a thousand, also of searches that find nothing', () => {
  const rows = new ListQueries<Row>([], { compare: compareRenderOrder });
  const matchAll = () => () => true;
  const first = rows.find({ search: 'x' }, matchAll);
  for (let number = 0; number < 900; number += 1) rows.find({ search: `x${number}` }, matchAll);
  expect(rows.find({ search: 'x' }, matchAll)).toBe(first);
  for (let number = 900; number < 1_100; number += 1) rows.find({ search: `x${number}` }, matchAll);
  expect(rows.find({ search: 'x' }, matchAll)).not.toBe(first);
});

test('keeps earlier results unchanged', () => {
  const rows = new ListQueries<Row>([{ id: 'a', renderOrder: 1, created: '2026-01-01' }], {
    compare: compareRenderOrder,
  });
  const held = rows.rows;
  rows.change([{ id: 'a', row: undefined }]);
  expect([held.length, rows.rows.length]).toEqual([1, 0]);
});

test('[V-LIST-1] finds a renamed row by its new title only, after any number of changes', () => {
  const createRow = (number: number) => ({
    id: 'a',
    title: `jornada ${number}.`,
    renderOrder: 1,
    created: '2026-01-01',
  });
  const rows = new ListQueries<Row>([createRow(0)], { compare: compareRenderOrder });
  const matchAll = () => () => true;
  for (let number = 0; number < 300; number += 1) {
    rows.change([{ id: 'a', row: createRow(number + 1) }]);
    expect(rows.find({ search: `jornada ${number}.` }, matchAll)).toEqual([]);
    expect(rows.find({ search: `jornada ${number + 1}.` }, matchAll)).toHaveLength(1);
  }
});

test('[A-PROF-2] finds rows by another text of theirs, until the text changes', () => {
  const texts = new Map([['2026-01-01', 'final']]);
  const alsoFoundBy = { sequence: 1, refresh: async () => undefined, get: ({ created }: Row) => texts.get(created) };
  const createRow = (id: string, created: string) => ({ id, title: 'tarde', renderOrder: null, created });
  const order = { compare: compareCreation, alsoFoundBy };
  const rows = new ListQueries<Row>([createRow('a', '2026-01-02'), createRow('b', '2026-01-01')], order);
  const matchAll = () => () => true;
  const find = (search: string) => rows.find({ search }, matchAll).map(({ id }) => id);
  expect([find('Final'), find('tarde'), find('final tarde')]).toEqual([['b'], ['a', 'b'], []]);
  rows.change([{ id: 'c', row: createRow('c', '2026-01-01') }]);
  expect(find('Final')).toEqual(['c', 'b']);
  texts.set('2026-01-01', 'vuelta');
  alsoFoundBy.sequence += 1;
  expect([find('Final'), find('vuelta')]).toEqual([[], ['c', 'b']]);
});
