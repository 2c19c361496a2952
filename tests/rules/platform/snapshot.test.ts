/** A snapshot gives back the rows that went into it, in their order, also where rows differ in what they have. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packed, unpacked } from '../../../functions/platform/catalogue/snapshot.ts';

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

test('[V-ENT-2] a snapshot gives back what went into it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.record({ row, sequence: fc.nat() })), (sequence, entries) => {
      expect(unpacked(packed({ sequence, entries }))).toEqual({ sequence, entries });
    }),
  );
});
