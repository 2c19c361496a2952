/** Rules of purchases that no fact from the payment provider sets off. */
import { expect, test } from 'vitest';
import { type ChargeFact, computeAccessEnd, isMoneyReturned } from '../../../functions/money/payments/rules.ts';
import { isKnownWatchable } from '../../../functions/money/unseen/rules.ts';

const finish = '2026-11-29T12:00:00.000Z';

test('[A-PAY] access to a match ends ninety days after its planned end', () =>
  expect(computeAccessEnd({ scheduledFinishDate: finish })).toBe('2027-02-27T12:00:00.000Z'));

const charge = (fields: Partial<ChargeFact> = {}): ChargeFact => ({
  id: 'c',
  createdAt: 1_000_000,
  paid: true,
  refunded: false,
  lostDispute: false,
  amount: 999,
  event: null,
  pass: null,
  withdrawn: false,
  ...fields,
});

test.each<[string, ChargeFact[], boolean]>([
  ['whose payment stands', [charge()], false],
  ['that was refunded', [charge({ refunded: true })], true],
  ['that was lost in a dispute', [charge({ lostDispute: true })], true],
  ['whose newer payment stands', [charge({ refunded: true }), charge({ createdAt: 2_000_000 })], false],
  ['whose payment failed', [charge({ paid: false, refunded: true })], false],
  ['beside a refunded match', [charge({ refunded: true, event: { id: 'e', title: '', sport: 'SOCCER' } })], false],
  ['after a former one that was refunded', [charge({ refunded: true, createdAt: 0 })], false],
])('the money of a subscription %s was returned: %s', (_, charges, expected) => {
  const subscription = {
    product: 'PT_MONTHLY' as const,
    screens: 1,
    id: 's',
    status: 'active',
    startedAt: 1_000_000,
    endsAt: 9e9,
    endedAt: null,
  };
  expect(isMoneyReturned(subscription, charges)).toBe(expected);
});

test.each<[string, Parameters<typeof isKnownWatchable>[0], Parameters<typeof isKnownWatchable>[1], number, boolean]>([
  ['with a recording', { visible: false, finish }, [{ visible: true, status: 'FINISHED' }], 48, true],
  ['with a hidden recording', { visible: true, finish }, [{ visible: false, status: 'FINISHED' }], 48, false],
  ['to come', { visible: true, finish }, [], -1, true],
  ['that ended a day ago', { visible: true, finish }, [], 24, false],
  ['that is hidden', { visible: false, finish }, [], -1, false],
  ['that is cancelled', { visible: true, state: 'CANCELLED', finish }, [], -1, false],
])('the index shows that a match %s can be watched', (_, event, recordings, hours, expected) =>
  expect(isKnownWatchable(event, recordings, Date.parse(finish) + hours * 3_600_000)).toBe(expected),
);
