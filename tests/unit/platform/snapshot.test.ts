/** A snapshot returns its rows in order, even if their members differ. */
import { zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packSnapshot, unpackSnapshot } from '../../../functions/platform/lists/snapshot.ts';

const row = fc.record(
  {
    id: fc.uuid(),
    title: fc.string({ unit: 'grapheme' }),
    renderOrder: fc.option(fc.integer()),
    clubIds: fc.array(fc.uuid()),
    awaiting: fc.option(fc.constantFrom('new', 'again')),
  },
  { requiredKeys: ['id', 'title'] },
);

test('[V-ENT-2] returns the rows that were written', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.record({ row, sequence: fc.nat() })), (sequence, entries) => {
      expect(unpackSnapshot(packSnapshot({ sequence, entries }))).toEqual({ sequence, entries });
    }),
  );
});

test('reads repeated values once without confusing texts with other types', () => {
  const values = [null, 'null', ['a'], '["a"]', '', 0, '0', false];
  const rows = Array.from({ length: 400 }, (_, index) => ({
    id: `${index}`,
    title: `Ñora – ${index} \u{1f3c0}`,
    any: values[index % values.length],
    sometimes: index % 3 ? undefined : 'x',
  }));
  const entries = rows.map(({ sometimes, ...row }, sequence) => ({
    row: sometimes ? { ...row, sometimes } : row,
    sequence,
  }));
  const read = unpackSnapshot<(typeof rows)[number]>(packSnapshot({ sequence: 400, entries })).entries;
  expect(read).toEqual(entries);
  expect(read[2]?.row.any).toBe(read[10]?.row.any);
});

test('reads the previous format too', () => {
  const columns = { id: ['a', 'b'], title: ['Ñora – A', 'B'], awaiting: ['new', '\u0000'] };
  const before = zstdCompressSync(JSON.stringify({ sequence: 7, sequences: [3, 7], columns }));
  expect(unpackSnapshot(before)).toEqual({
    sequence: 7,
    entries: [
      { row: { id: 'a', title: 'Ñora – A', awaiting: 'new' }, sequence: 3 },
      { row: { id: 'b', title: 'B' }, sequence: 7 },
    ],
  });
});
