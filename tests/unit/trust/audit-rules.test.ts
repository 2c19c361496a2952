/** Chains of the audit and their anchors. */
import { describe, expect, test } from 'vitest';
import { type AuditEntry, createNextEntry, emptyHead, toHead } from '../../../functions/platform/audit/rules.ts';
import {
  findBreaks,
  findCut,
  findUnanchored,
  isAuthentic,
  listRequiredHeads,
  signAnchor,
} from '../../../functions/trust/audit/rules.ts';

const now = Date.parse('2026-11-27T10:00:00Z');
const year = 366 * 86_400_000;
const change = { kind: 'vods', id: 'A', action: 'CHANGE', after: { visible: false } } as const;
const actor = { role: 'ADMIN', userId: 'U', via: 'PATCH /live/vods/{id}' } as const;

function createChain(length: number, everyMs = 1): AuditEntry[] {
  const chain: AuditEntry[] = [];
  for (let each = 0; each < length; each += 1) {
    const last = chain.at(-1);
    const head = last ? toHead(last) : emptyHead;
    chain.push(createNextEntry(change, actor, { chain: 'CHAIN#rights#0', head, now: now + each * everyMs }));
  }
  return chain;
}

const toAnchor = (at: number, entry: AuditEntry) => ({
  at: new Date(at).toISOString(),
  heads: { [entry.pk]: toHead(entry) },
});

/** Positions and reasons of the breaks of a chain, with the anchors that were written before it was altered. */
function verify(entries: AuditEntry[], anchored: AuditEntry[] = [], at = now + 100) {
  const required = listRequiredHeads(
    'CHAIN#rights#0',
    anchored.map((entry) => toAnchor(now + 50, entry)),
    at,
  );
  return [
    ...findBreaks(entries, { before: undefined, required, now: at }),
    ...findCut('CHAIN#rights#0', Number(entries.at(-1)?.sk ?? 0), required),
  ].map(({ at: position, reason }) => [Number(position), reason]);
}

/** Changes an entry and computes the hashes of all that follow again. */
function rewrite(chain: AuditEntry[], index: number): AuditEntry[] {
  const written = chain.slice(0, index);
  for (const entry of chain.slice(index)) {
    const head = written.at(-1) ? toHead(written.at(-1) as AuditEntry) : emptyHead;
    const about = written.length === index ? { ...change, id: 'B' } : change;
    written.push(createNextEntry(about, actor, { chain: entry.pk, head, now: Date.parse(entry.at) }));
  }
  return written;
}

describe('[F-AUDIT-1] findBreaks', () => {
  const chain = createChain(6);
  const [one, two, three] = chain as [AuditEntry, AuditEntry, AuditEntry];
  const end = chain[5] as AuditEntry;

  test('accepts a chain as it was written', () => {
    expect(verify(chain, [three, end])).toEqual([]);
  });

  test.each([
    ['changed', [one, { ...two, after: { visible: true } }, three], [], [[2, 'CHANGED']]],
    ['removed within', [one, three], [], [[3, 'MISSING']]],
    ['replaced within', [one, rewrite(chain, 1)[1] as AuditEntry, three], [], [[3, 'UNLINKED']]],
    ['removed at the end', chain.slice(0, 5), [end], [[6, 'MISSING']]],
    ['removed at the end, three of them', chain.slice(0, 3), [end], [[6, 'MISSING']]],
    ['removed at the start', chain.slice(1), [end], [[2, 'MISSING']]],
    ['removed at the start, the first half', chain.slice(3), [end], [[4, 'MISSING']]],
    ['removed, all', [], [end], [[6, 'MISSING']]],
    ['changed and hashed again to the end', rewrite(chain, 1), [three], [[3, 'REWRITTEN']]],
    ['changed and hashed again from the first', rewrite(chain, 0), [end], [[6, 'REWRITTEN']]],
  ] as const)('reports entries that were %s', (_, entries, anchored, expected) => {
    expect(verify([...entries], [...anchored])).toEqual(expected);
  });

  test('accepts that expired entries are absent at the start, and out of order', () => {
    const yearly = createChain(6, year);
    const later = now + 4 * year + 1_000;
    // The first two entries, of year 0 and 1, expired after three years each.
    expect(verify(yearly.slice(2), [yearly[0] as AuditEntry], later)).toEqual([]);
    expect(verify([yearly[0], ...yearly.slice(2)] as AuditEntry[], [yearly[1] as AuditEntry], later)).toEqual([]);
    expect(verify(yearly.slice(3), [], later)).toEqual([[4, 'MISSING']]);
  });

  test('accepts a chain that starts again after all of its entries have expired', () => {
    const last = createChain(3).at(-1) as AuditEntry;
    const again = [createNextEntry(change, actor, { chain: last.pk, head: emptyHead, now: now + 4 * year })];
    expect(verify(again, [last], now + 4 * year)).toEqual([]);
  });
});

describe('[F-AUDIT-1] anchors', () => {
  const [entry] = createChain(1) as [AuditEntry];
  const anchor = toAnchor(now, entry);

  test('are authentic only as they were signed', () => {
    const signed = signAnchor(anchor, 'key');
    expect(isAuthentic(signed, 'key')).toBe(true);
    expect(isAuthentic(signed, 'other')).toBe(false);
    expect(isAuthentic({ ...signed, heads: {} }, 'key')).toBe(false);
    expect(isAuthentic({ ...signed, signature: '' }, 'key')).toBe(false);
  });

  test('count as recorded first, whatever a later one records', () => {
    const forged = { ...toHead(entry), hash: 'other' };
    const later = { at: new Date(now + 1).toISOString(), heads: { [entry.pk]: forged } };
    expect(listRequiredHeads(entry.pk, [anchor, later], now)).toEqual([toHead(entry)]);
  });

  test('are missed once an entry is older than two days', () => {
    const day = 86_400_000;
    expect(findUnanchored(entry, [], now + day)).toEqual([]);
    expect(findUnanchored(entry, [], now + 3 * day)).toMatchObject([{ reason: 'UNANCHORED' }]);
    expect(findUnanchored(entry, [anchor], now + 3 * day)).toEqual([]);
  });
});
