/** Entitlements that follow from the provider's events. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChargeFact,
  computeEntitlements,
  eventAccessMs,
  type SubscriptionFact,
} from '../../../functions/money/payments/rules.ts';
import { cases } from '../../support/test-profile.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const seasonEnd = Date.parse('2027-06-30T22:00:00Z');
const event = { id: 'e1', title: 'Final', sport: 'SOCCER' as const };
const charge = (fields: Partial<ChargeFact> = {}): ChargeFact => ({
  id: 'ch',
  createdAt: now,
  paid: true,
  refunded: false,
  lostDispute: false,
  amount: 199,
  event: null,
  pass: null,
  withdrawn: false,
  ...fields,
});
const subscription = (fields: Partial<SubscriptionFact> = {}): SubscriptionFact => ({
  id: 'sub',
  status: 'active',
  startedAt: now,
  endsAt: seasonEnd,
  endedAt: null,
  product: 'PT_MONTHLY',
  screens: 1,
  ...fields,
});
const derive = (subscriptions: SubscriptionFact[], charges: ChargeFact[], ends = new Map<string, number>()) => {
  const matches = [...ends].map(
    ([id, time]) => [id, { ...event, scheduledFinishDate: new Date(time).toISOString() }] as const,
  );
  return computeEntitlements({ subscriptions, charges }, new Map(matches));
};

describe('an event', () => {
  test('[A-CONST-3] lasts 90 days from the later of the purchase and the end of the event', () => {
    const readEndOfRight = (ends: Map<string, number>) =>
      Date.parse(derive([], [charge({ event })], ends).purchases[0]!.until);
    expect(readEndOfRight(new Map())).toBe(now + eventAccessMs);
    expect(readEndOfRight(new Map([['e1', now + 1000]]))).toBe(now + 1000 + eventAccessMs);
    expect(readEndOfRight(new Map([['e1', now - 1000]]))).toBe(now + eventAccessMs);
  });

  test('[A-PAY-20] is revoked by a refund or a lost dispute, and not granted by an unpaid charge', () => {
    for (const fields of [{ refunded: true }, { lostDispute: true }, { paid: false }]) {
      expect(derive([], [charge({ event, ...fields })]).purchases).toEqual([]);
    }
  });
});

describe('the season', () => {
  test('[A-CONST-4][A-PAY-19] an active subscription lasts until the end of the season', () => {
    expect(derive([subscription()], [charge()]).subscription).toEqual({
      provider: 'stripe',
      from: new Date(now).toISOString(),
      to: new Date(seasonEnd).toISOString(),
      error: null,
      renewal: null,
    });
  });

  test('[A-PAY-20] names the error of a failed subscription', () => {
    const error = (fact: SubscriptionFact, ...charges: ChargeFact[]) =>
      derive([fact], charges).subscription?.error?.type;
    expect(error(subscription({ status: 'past_due' }), charge())).toBe('PDS_ERROR');
    expect(error(subscription({ status: 'canceled', endedAt: now + 1000 }), charge())).toBe('PDS_STRIPE_CANCELLED');
    expect(error(subscription(), charge({ lostDispute: true }))).toBe('PDS_STRIPE_DISPUTE_CLOSED');
    expect(error(subscription(), charge({ refunded: true }))).toBe('PDS_STRIPE_CANCELLED');
    expect(error(subscription({ status: 'canceled', endedAt: seasonEnd }), charge())).toBeUndefined();
  });

  test('[A-PAY-20] a subscription that its owner cancelled ends with its month, before and after without an error', () => {
    const wish = { endsAt: now + 1000, isCancelled: true };
    const read = (fact: Partial<SubscriptionFact>) =>
      derive([subscription({ ...wish, ...fact })], [charge()]).subscription;
    const ending = { to: new Date(now + 1000).toISOString(), cancelled: true, error: null, renewal: null };
    expect(read({})).toMatchObject(ending);
    expect(read({ status: 'canceled', endedAt: now + 1000 })).toMatchObject(ending);
    expect(derive([subscription(wish)], [charge({ lostDispute: true })]).subscription?.cancelled).toBeUndefined();
  });

  test('[A-PAY-20] restores access with a new subscription', () => {
    const old = subscription({ id: 'old', status: 'canceled', endedAt: now - 1000, startedAt: now - 5000 });
    expect(derive([old, subscription()], [charge()]).subscription?.error).toBeNull();
  });
});

test('[A-PAY-21] entitlements do not depend on the order of the events', () => {
  const facts = fc.array(
    fc.record({
      id: fc.uuid(),
      createdAt: fc.integer({ min: now - 1e9, max: now }),
      paid: fc.boolean(),
      refunded: fc.boolean(),
      lostDispute: fc.boolean(),
      amount: fc.constantFrom(0, 199),
      withdrawn: fc.boolean(),
      event: fc.constantFrom(null, event, { ...event, id: 'e2' }),
      pass: fc.constant(null),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(facts, (charges) => {
      const distinct = charges.filter(
        ({ createdAt }, index) => charges.findIndex((other) => other.createdAt === createdAt) === index,
      );
      const one = derive([subscription({ startedAt: now - 2e9 })], distinct);
      expect(derive([subscription({ startedAt: now - 2e9 })], distinct.toReversed())).toEqual(one);
    }),
    cases(),
  );
});
