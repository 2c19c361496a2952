/** Rules of matters' times, families and statements; tests/unit/trust/matter-rules.test.ts has hiding and answers. */
import { describe, expect, test } from 'vitest';
import * as families from '../../../functions/trust/families/rules.ts';
import {
  canAppeal,
  type Decision,
  findUndoEnd,
  isExpired,
  isHiddenFirst,
  isWaiting,
  keepsItem,
  toDeadline,
  toItemKey,
  toMatterNumber,
  undoMs,
} from '../../../functions/trust/matters/rules.ts';
import * as rights from '../../../functions/trust/rights/rules.ts';

const now = Date.parse('2026-11-29T10:00:00.000Z');
const yearMs = 365 * 86_400_000;
const decision = { answer: 'HIDE', at: now, isSettled: false } as Decision;

describe('a matter', () => {
  test('is answered within 28 days, kept for three years, and has a number that people can say', () => {
    expect(toDeadline(now)).toBe('2026-12-27T10:00:00.000Z');
    expect(isExpired({ changedAt: now }, now + 3 * yearMs)).toBe(false);
    expect(isExpired({ changedAt: now }, now + 3 * yearMs + 1)).toBe(true);
    expect(toMatterNumber('01KB00000000000000ABCDEFGH', now)).toBe('CTV-2026-ABCDEFGH');
    expect(toItemKey({ kind: 'vods', id: '1' })).toBe('vods/1');
  });

  test.each([
    ['OPEN', true],
    ['APPEALED', true],
    ['ASKED', true],
    ['KEPT', false],
    ['HIDDEN', false],
  ] as const)('that is %s waits for an answer: %s', (state, expected) => expect(isWaiting(state)).toBe(expected));

  test('is hidden first while nobody has decided', () => {
    expect(isHiddenFirst({ holds: true })).toBe(true);
    expect(isHiddenFirst({ holds: false })).toBe(false);
    expect(isHiddenFirst({ holds: true, decision })).toBe(false);
  });

  test('can be undone for twenty seconds, and appealed against once, after both sides know', () => {
    expect(findUndoEnd({ decision }, now + undoMs - 1)).toBe('2026-11-29T10:00:20.000Z');
    expect(findUndoEnd({ decision }, now + undoMs)).toBeNull();
    expect(findUndoEnd({ decision: { ...decision, isSettled: true } }, now)).toBeNull();
    const settled = { state: 'HIDDEN' as const, decision: { ...decision, isSettled: true } };
    expect(canAppeal(settled)).toBe(true);
    expect(canAppeal({ ...settled, appealBy: 'club' })).toBe(false);
    expect(canAppeal({ ...settled, state: 'APPEALED' })).toBe(false);
    expect(canAppeal({ ...settled, decision })).toBe(false);
  });

  test.each([
    ['KEEP', true],
    ['CUT', true],
    ['HIDE', false],
    ['ASK', false],
  ] as const)('answered with %s keeps its item: %s', (answer, expected) => expect(keepsItem(answer)).toBe(expected));
});

describe('a family', () => {
  test.each([
    ['WAITING', 'CONFIRMED', true],
    ['WAITING', 'REFUSED', true],
    ['WAITING', 'REVOKED', false],
    ['CONFIRMED', 'REVOKED', true],
    ['CONFIRMED', 'REFUSED', false],
    ['REFUSED', 'CONFIRMED', false],
    ['REVOKED', 'CONFIRMED', false],
  ] as const)('that is %s may become %s: %s', (before, after, expected) =>
    expect(families.mayDecide(before, after)).toBe(expected),
  );

  test.each([
    ['REFUSED', '2026-11-02', true],
    ['REVOKED', '2026-11-02', true],
    ['REVOKED', '2026-11-01', false],
    ['WAITING', '2026-11-02', false],
    ['CONFIRMED', '2026-11-02', false],
  ] as const)('that was %s on 1 November asks again with a code of %s: %s', (state, created, expected) =>
    expect(families.mayAskAgain({ state, decidedAt: '2026-11-01' } as families.StoredMember, created)).toBe(expected),
  );

  test('sees its team until a year after the season, with a mailbox that is its own', () => {
    const end = Date.UTC(2028, 6, 1);
    expect(families.computeExpiry(2026)).toBe(end / 1000);
    expect([families.isInTime(2026, end - 1), families.isInTime(2026, end)]).toEqual([true, false]);
    expect([families.isProved({ emailConfirmedAt: '2026' }), families.isProved({ emailConfirmedAt: null })]).toEqual([
      true,
      false,
    ]);
  });
});

test('a statement is kept for three years after its season, to 1 August', () => {
  const end = Date.UTC(2030, 7, 1);
  expect(rights.computeExpiry(2026)).toBe(end / 1000);
  expect([rights.isExpired({ season: 2026 }, end), rights.isExpired({ season: 2026 }, end + 1)]).toEqual([false, true]);
});

test('missing rights are the same only with the same purposes and club', () => {
  const lack = { reason: 'TEAM' as const, purposes: ['live' as const], clubId: 'a' };
  expect(rights.isSame(undefined, undefined)).toBe(true);
  expect(rights.isSame([lack], [{ ...lack }])).toBe(true);
  expect(rights.isSame([lack], [{ ...lack, clubId: 'b' }])).toBe(false);
  expect(rights.isSame([lack], [])).toBe(false);
});
