/** Entries of the audit and their chains. */
import { describe, expect, test } from 'vitest';
import {
  type AuditEntry,
  createNextEntry,
  describeChange,
  findBreaks,
} from '../../../functions/platform/audit/rules.ts';

const now = Date.parse('2026-11-27T10:00:00Z');
const change = {
  kind: 'vods',
  id: 'A',
  action: 'CHANGE',
  before: { visible: true },
  after: { visible: false },
} as const;

function createChain(length: number): AuditEntry[] {
  const chain: AuditEntry[] = [];
  for (let each = 0; each < length; each += 1) {
    const last = chain.at(-1);
    const head = { sequence: each, hash: last?.hash ?? '' };
    const actor = { role: 'ADMIN', userId: 'U', via: 'PATCH /live/vods/{id}' } as const;
    chain.push(createNextEntry(change, actor, { chain: 'CHAIN#rights#0', head, now: now + each }));
  }
  return chain;
}

describe('[F-AUDIT-1] chains', () => {
  test('verify as they were written, also without the expired first entries', () => {
    expect(findBreaks(createChain(5))).toEqual([]);
    expect(findBreaks(createChain(5).slice(2))).toEqual([]);
  });

  test('show an entry that was changed, removed or replaced', () => {
    const reasons = (entries: AuditEntry[]) => findBreaks(entries).map(({ at, reason }) => [Number(at), reason]);
    const [one, two, three] = createChain(3) as [AuditEntry, AuditEntry, AuditEntry];
    expect(reasons([one, { ...two, after: { visible: true } }, three])).toEqual([[2, 'CHANGED']]);
    expect(reasons([one, three])).toEqual([[3, 'MISSING']]);
    const head = { sequence: 1, hash: one.hash };
    const forged = createNextEntry({ ...change, id: 'B' }, { role: 'SYSTEM', via: 'x' }, { chain: one.pk, head, now });
    expect(reasons([one, forged, three])).toEqual([[3, 'UNLINKED']]);
  });

  test('keep entries about rights for three years and those about money for six', () => {
    const computeYears = (kind: 'vods' | 'purchases') => {
      const place = { chain: 'CHAIN', head: { sequence: 0, hash: '' }, now };
      const { expiresAt } = createNextEntry({ ...change, kind }, { role: 'SYSTEM', via: 'x' }, place);
      return Math.round((expiresAt * 1000 - now) / (365.25 * 86_400_000));
    };
    expect([computeYears('vods'), computeYears('purchases')]).toEqual([3, 6]);
  });
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
      ...{ action: 'CHANGE', before: { clubIds: ['1'] }, after: { clubIds: ['1', '2'] }, fields: ['title'] },
    });
  });

  test('has no entry if nothing changed, or if the system changed only bookkeeping fields', () => {
    expect(describeIt({ visible: true, version: 1 }, { visible: true, version: 2, state: null })).toBeUndefined();
    expect(describeIt({ progress: 1 }, { progress: 2 }, true)).toBeUndefined();
    expect(describeIt({ progress: 1 }, { progress: 2 })).toMatchObject({ fields: ['progress'] });
  });
});
