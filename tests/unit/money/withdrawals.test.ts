/** The right of withdrawal: its conditions, and the refund to the cent. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideWithdrawal, findLastMoment, type OrderPayment } from '../../../functions/money/withdrawals/rules.ts';
import { consents } from '../../../shared/domain/order.ts';
import { describeOutcome } from '../../../shared/domain/withdrawal-text.ts';
import { cases } from '../../support/test-profile.ts';

const hour = 3_600_000;
const day = 24 * hour;
const paidAt = Date.parse('2026-11-02T18:30:00Z');
const match = { consent: consents.PT_SPORT_EVENT };
const monthly = { consent: consents.PT_MONTHLY };
const payment = (fields: Partial<OrderPayment> = {}): OrderPayment => ({
  chargeId: 'ch',
  paidAt,
  amount: 199,
  returned: 0,
  isDisputed: false,
  period: null,
  ...fields,
});
const month = { subscriptionId: 'sub', from: paidAt, to: paidAt + 30 * day };
const ofMonth = (fields: Partial<OrderPayment> = {}) => payment({ amount: 699, period: month, ...fields });

test.each([
  ['never paid', match, undefined, false, { hasRight: false, reason: 'NOT_PAID' }],
  ['refunded already', match, payment({ returned: 199 }), false, { hasRight: false, reason: 'RETURNED' }],
  ['disputed at the bank', match, payment({ isDisputed: true }), false, { hasRight: false, reason: 'RETURNED' }],
  ['of a match that can be watched', match, payment(), true, { hasRight: false, reason: 'BEGUN' }],
  ['of a match that cannot be watched yet', match, payment(), false, { hasRight: true, refund: 199, days: null }],
  ['refunded in part', match, payment({ returned: 50 }), false, { hasRight: true, refund: 149, days: null }],
  ['without its box ticked', { consent: null }, payment(), true, { hasRight: true, refund: 199, days: null }],
  ['of a month, without its box', { consent: null }, ofMonth(), false, { hasRight: true, refund: 699, days: null }],
  // 699 × 9 / 30 = 209.7: the part of a cent stays with the buyer.
  ['of a month, on day nine', monthly, ofMonth(), false, { hasRight: true, refund: 490, days: { used: 9, total: 30 } }],
])('[F-LAW-4] an order %s', (_, order, paid, hasBegun, expected) => {
  expect(decideWithdrawal(order, paid, hasBegun, paidAt + 8 * day + hour)).toEqual(expected);
});

test('[F-LAW-4] the right ends with the fourteenth day in Madrid', () => {
  const last = findLastMoment(paidAt);
  expect(new Date(last).toISOString()).toBe('2026-11-16T23:00:00.000Z');
  expect(decideWithdrawal(monthly, ofMonth(), false, last - 1).hasRight).toBe(true);
  expect(decideWithdrawal(monthly, ofMonth(), false, last)).toEqual({ hasRight: false, reason: 'LATE' });
});

test('[F-LAW-4] the refund is in whole cents, at most the price, and shrinks each day', () => {
  const amounts = fc.record({
    amount: fc.integer({ min: 50, max: 100_000 }),
    returned: fc.integer({ min: 0, max: 100_000 }),
    total: fc.integer({ min: 28, max: 31 }),
    used: fc.integer({ min: 0, max: 13 }),
  });
  fc.assert(
    fc.property(amounts, ({ amount, returned, total, used }) => {
      const paid = ofMonth({ amount, returned, period: { ...month, to: paidAt + total * day } });
      const refundOn = (after: number) => {
        const outcome = decideWithdrawal(monthly, paid, false, paidAt + after * day);
        return outcome.hasRight ? outcome.refund : 0;
      };
      const refund = refundOn(used);
      expect(Number.isInteger(refund)).toBe(true);
      expect(refund).toBeGreaterThanOrEqual(0);
      expect(refund + returned).toBeLessThanOrEqual(Math.max(amount, returned));
      expect(refundOn(used + 0.5)).toBe(refund);
      if (used < 13) expect(refundOn(used + 1)).toBeLessThanOrEqual(refund);
    }),
    cases(),
  );
});

describe('[F-LAW-4] the words', () => {
  test('name the sum and the days', () =>
    expect(describeOutcome({ hasRight: true, refund: 490, days: { used: 9, total: 30 } })).toMatch(
      /^Te devolvemos 4,90\s€ antes de 14 días.*9 días de 30/,
    ));
  test.each(['NOT_PAID', 'RETURNED', 'LATE', 'BEGUN'] as const)('give the reason %s', (reason) =>
    expect(describeOutcome({ hasRight: false, reason })).toMatch(/\.$/),
  );
});
