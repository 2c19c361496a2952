/** Entitlements that follow from the provider's events. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  awaitsSync,
  type ChargeFact,
  computeEntitlements,
  eventAccessMs,
  type SubscriptionFact,
} from '../../../functions/money/payments/rules.ts';
import { buildUser } from '../../support/records.ts';
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

test('[A-PAY-20] an event that was bought twice is one purchase, with both amounts and the later end', () => {
  const other = { ...event, id: 'e0' };
  const charges = [charge({ event, createdAt: now + 5 }), charge({ event: other }), charge({ event, amount: 99 })];
  expect(derive([], charges).purchases.map(({ id, amount, until }) => [id, amount, Date.parse(until)])).toEqual([
    ['e0', 199, now + eventAccessMs],
    ['e1', 298, now + 5 + eventAccessMs],
  ]);
});

describe('a pass', () => {
  const club = { id: 'c1', name: 'Deportivo' };
  const sold = (days: number, fields: Partial<ChargeFact['pass']> = {}) => ({
    product: 'PT_CLUB_PASS' as const,
    club,
    until: new Date(now + days * 86_400_000).toISOString(),
    ...fields,
  });
  const read = (...charges: Partial<ChargeFact>[]) =>
    derive([], charges.map(charge)).passes.map(
      ({ product, club: of, from, until }) =>
        `${product} ${of?.id} from ${Date.parse(from) - now} for ${(Date.parse(until) - now) / 86_400_000}`,
    );
  const ofSeason = sold(9, { product: 'PT_SEASON', club: null });
  const ofOther = sold(9, { club: { id: 'c2', name: 'B' } });
  const soldAt = (after: number) => ({ pass: sold(9), createdAt: now + after });

  test.each<[string, Partial<ChargeFact>[], string[]]>([
    [
      'that lasts longer counts',
      [{ pass: sold(9) }, { pass: sold(20) }, { pass: sold(3) }],
      ['PT_CLUB_PASS c1 from 0 for 20'],
    ],
    ['that lasts as long counts from the first', [soldAt(7), soldAt(3), soldAt(5)], ['PT_CLUB_PASS c1 from 3 for 9']],
    [
      'of each club, and the season, count beside each other',
      [{ pass: ofSeason }, { pass: ofOther }, { pass: sold(9) }],
      ['PT_CLUB_PASS c1 from 0 for 9', 'PT_CLUB_PASS c2 from 0 for 9', 'PT_SEASON undefined from 0 for 9'],
    ],
  ])('[F-MONEY-3] %s', (_, charges, expected) => expect(read(...charges)).toEqual(expected));
});

test.each<[string, Partial<Parameters<typeof awaitsSync>[0]>, Parameters<typeof buildUser>[1], boolean]>([
  ['a match that the account lacks', { eventId: 'e1' }, { purchases: [purchase('e2')] }, true],
  ['a match that the account has', { eventId: 'e1' }, { purchases: [purchase('e2'), purchase('e1')] }, false],
  ['the pass of another club', { productType: 'PT_CLUB_PASS', clubId: 'c1' }, { passes: [pass('c2')] }, true],
  ['the pass of the club', { productType: 'PT_CLUB_PASS', clubId: 'c1' }, { passes: [pass('c2'), pass('c1')] }, false],
  ['a season beside the pass of a club', { productType: 'PT_SEASON' }, { passes: [pass('c1')] }, true],
  ['a season', { productType: 'PT_SEASON' }, { passes: [pass(null)] }, false],
  ['a payment that failed', { eventId: 'e1', status: 'failed' }, {}, false],
])('[A-PAY-21] waits for the provider’s event after %s: %4$s', (_, payment, fields, expected) => {
  const paid = {
    productType: 'PT_SPORT_EVENT',
    status: 'paid',
    date: new Date(now).toISOString(),
    eventId: null,
    clubId: null,
  };
  const user = buildUser('REGULAR_BASIC', fields);
  expect(awaitsSync({ ...paid, ...payment } as Parameters<typeof awaitsSync>[0], user, now)).toBe(expected);
});

function purchase(id: string) {
  return { id, title: 'Final', sport: 'SOCCER' as const, until: new Date(now + 1).toISOString(), amount: 199 };
}

function pass(clubId: string | null) {
  return {
    product: clubId ? ('PT_CLUB_PASS' as const) : ('PT_SEASON' as const),
    club: clubId ? { id: clubId, name: 'Deportivo' } : null,
    from: new Date(now - 1).toISOString(),
    until: new Date(seasonEnd).toISOString(),
  };
}

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

  test('[A-PAY-19] says plan, screens and the next charge, while its last payment stands', () => {
    const renewal = { at: now + 1000, amount: 1299 };
    const read = (fields: Partial<SubscriptionFact>, paid = charge()) =>
      derive([subscription({ product: 'PT_FAMILY', screens: 3, renewal, ...fields })], [paid]).subscription;
    const sold = { plan: 'PT_FAMILY', screens: 3 };
    const next = { at: new Date(now + 1000).toISOString(), amount: 1299 };
    expect(read({})).toMatchObject({ ...sold, renewal: next });
    expect(read({ status: 'trialing' })).toMatchObject({ ...sold, renewal: next });
    expect(read({ status: 'past_due' })).toMatchObject({ ...sold, renewal: null });
    expect(read({}, charge({ refunded: true }))).toMatchObject({ ...sold, renewal: null });
  });

  test.each<[string, Partial<SubscriptionFact>[], number | null]>([
    ['that never began is none', [{ status: 'incomplete' }, { status: 'incomplete_expired' }], null],
    ['that runs comes before a later one that ended', [{ status: 'canceled', startedAt: now + 9 }, {}], 0],
    ['of two that run is the newer', [{ startedAt: now - 9 }, { startedAt: now + 3 }, { startedAt: now + 1 }], 3],
    ['of two that ended is the newer', [{ status: 'canceled', startedAt: now - 9 }, { status: 'unpaid' }], 0],
  ])('[A-PAY-19] a subscription %s', (_, facts, startedAfter) => {
    const from = derive(facts.map(subscription), [charge()]).subscription?.from;
    expect(from ? Date.parse(from) - now : null).toBe(startedAfter);
  });

  test.each([
    [60_000, 'PDS_STRIPE_CANCELLED'],
    [60_001, undefined],
  ])('[A-PAY-20] a refund of a payment %d ms before its start: %s', (before, expected) =>
    expect(
      derive([subscription()], [charge({ refunded: true, createdAt: now - before })]).subscription?.error?.type,
    ).toBe(expected),
  );

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
