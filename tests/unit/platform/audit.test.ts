/** Entries of the audit. */
import { describe, expect, test } from 'vitest';
import { createNextEntry, describeChange, emptyHead } from '../../../functions/platform/audit/rules.ts';

const now = Date.parse('2026-11-27T10:00:00Z');
const change = {
  kind: 'vods',
  id: 'A',
  action: 'CHANGE',
  before: { visible: true },
  after: { visible: false },
} as const;

test('[F-AUDIT-1] keeps entries about rights for three years and those about money for six', () => {
  const computeYears = (kind: 'vods' | 'purchases') => {
    const place = { chain: 'CHAIN', head: emptyHead, now };
    const { expiresAt } = createNextEntry({ ...change, kind }, { role: 'SYSTEM', via: 'x' }, place);
    return Math.round((expiresAt * 1000 - now) / (365.25 * 86_400_000));
  };
  expect([computeYears('vods'), computeYears('purchases')]).toEqual([3, 6]);
});

describe('[F-AUDIT-1] a change', () => {
  const about = { kind: 'vods', id: 'A' } as const;
  const kept = ['visible', 'clubIds'];
  const describeIt = (before: object, after: object, bySystem = false) =>
    describeChange(about, { before: before as never, after: after as never, kept, bySystem });

  test('keeps the values that decide something and only the names of other fields', () => {
    const before = { visible: true, clubIds: ['1'], title: 'Uno', version: 1 };
    expect(describeIt(before, { ...before, clubIds: ['1', '2'], title: 'Dos', version: 2 })).toEqual({
      ...about,
      action: 'CHANGE',
      before: { clubIds: ['1'] },
      after: { clubIds: ['1', '2'] },
      fields: ['title'],
    });
  });

  test('has no entry if nothing changed, or if the system changed only bookkeeping fields', () => {
    expect(describeIt({ visible: true, version: 1 }, { visible: true, version: 2, state: null })).toBeUndefined();
    expect(describeIt({ progress: 1 }, { progress: 2 }, true)).toBeUndefined();
    expect(describeIt({ progress: 1 }, { progress: 2 })).toMatchObject({ fields: ['progress'] });
  });
});
