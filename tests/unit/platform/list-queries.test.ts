/** After any changes, ordered rows and filtered lists equal a fresh sort and filter. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListQueries } from '../../../functions/platform/lists/list-queries.ts';
import { compareRenderOrder } from '../../../functions/platform/lists/pagination.ts';
import type { Change } from '../../../functions/platform/lists/sorted-rows.ts';
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
/** Flags per row: it remains, lists are read before the next change, and they are read with groups. */
const change = fc.tuple(row, fc.boolean(), fc.boolean(), fc.boolean());
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
      const rows = new ListQueries<Row>([...byId.values()], { compare, group: ({ created }) => created });
      const pending: Change<Row>[] = [];
      for (const [changed, isThere, isAskedFor, isGrouped] of changes) {
        pending.push([byId.get(changed.id), isThere ? changed : undefined]);
        if (isThere) byId.set(changed.id, changed);
        else byId.delete(changed.id);
        if (pending.length < most) continue;
        rows.change(pending.splice(0));
        const expected = [...byId.values()].sort(compare);
        expect(rows.rows).toEqual(expected);
        if (!isAskedFor) continue;
        for (const filter of [{ ordered: true }, { ordered: false }]) {
          expect(rows.find(filter, matchesOrdered).rows).toEqual(expected.filter(matchesOrdered(filter)));
        }
        for (const search of ['atl', 'Sur, Atlético', 'nadie']) {
          const titled = expected.filter(({ title = '' }) => matchesSearch(title, search));
          const found = rows.find({ search, ordered: true }, matchesOrdered);
          expect(found.rows).toEqual(titled.filter(matchesOrdered({ ordered: true })));
          if (!isGrouped) continue;
          const { texts, at } = found.groups;
          expect(Array.from(at, (number) => texts[number])).toEqual(found.rows.map((one) => one.created));
        }
        expect(rows.find('2026-01-02', matchesCreation).rows).toEqual(expected.filter(matchesCreation('2026-01-02')));
      }
    }),
  );
});

test('searches again only after a change to a matching row', () => {
  const rows = new ListQueries<Row>([{ id: 'a', renderOrder: 1, created: '2026-01-01' }], {
    compare: compareRenderOrder,
  });
  const { rows: found } = rows.find({ ordered: true }, matchesOrdered);
  const other = { id: 'b', renderOrder: null, created: '2026-01-01' };
  rows.change([[undefined, other]]);
  expect(rows.find({ ordered: true }, matchesOrdered).rows).toBe(found);
  rows.change([[other, { ...other, renderOrder: 2 }]]);
  expect(rows.find({ ordered: true }, matchesOrdered).rows.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('[V-LIST-1] shares aggregated values between searches', () => {
  const createRow = (id: string, title: string, created: string) => ({ id, title, renderOrder: null, created });
  const matchAll = () => () => true;
  const first = [createRow('a', 'rivera', '2026-01-03'), createRow('b', 'norte', '2026-01-02')];
  const rows = new ListQueries<Row>(first, { compare: compareRenderOrder, group: ({ created }) => created });
  const { groups } = rows.find({}, matchAll);
  rows.change([[undefined, createRow('c', 'norte', '2026-01-01')]]);
  const found = rows.find({ search: 'norte' }, matchAll).groups;
  expect(found.texts).toBe(groups.texts);
  expect(Array.from(found.at, (number) => found.texts[number])).toEqual(['2026-01-02', '2026-01-01']);
});

test('keeps earlier results unchanged', () => {
  const rows = new ListQueries<Row>([{ id: 'a', renderOrder: 1, created: '2026-01-01' }], {
    compare: compareRenderOrder,
  });
  const held = rows.rows;
  rows.change([[held[0], undefined]]);
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
    rows.change([[createRow(number), createRow(number + 1)]]);
    expect(rows.find({ search: `jornada ${number}.` }, matchAll).rows).toEqual([]);
    expect(rows.find({ search: `jornada ${number + 1}.` }, matchAll).rows).toHaveLength(1);
  }
});

test('[A-PROF-2] finds rows by a text of their group, until the text changes', () => {
  const texts = new Map([['2026-01-01', 'final']]);
  const groupTexts = { sequence: 1, refresh: async () => undefined, get: (group: string) => texts.get(group) };
  const createRow = (id: string, created: string) => ({ id, title: 'tarde', renderOrder: null, created });
  const order = { compare: compareCreation, group: ({ created }: Row) => created, groupTexts };
  const rows = new ListQueries<Row>([createRow('a', '2026-01-02'), createRow('b', '2026-01-01')], order);
  const matchAll = () => () => true;
  const find = (search: string) => rows.find({ search }, matchAll).rows.map(({ id }) => id);
  expect([find('Final'), find('tarde'), find('final tarde')]).toEqual([['b'], ['a', 'b'], []]);
  rows.change([[undefined, createRow('c', '2026-01-01')]]);
  expect(find('Final')).toEqual(['c', 'b']);
  texts.set('2026-01-01', 'vuelta');
  groupTexts.sequence += 1;
  expect([find('Final'), find('vuelta')]).toEqual([[], ['c', 'b']]);
});
