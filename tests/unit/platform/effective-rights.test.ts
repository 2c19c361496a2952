/** Roles, purchases and the subscription that count at an instant, from all sources of rights. */
import { describe, expect, test } from 'vitest';
import { computeFamilyEnd, type StoredUser, withEffectiveRights } from '../../../functions/platform/auth/rules.ts';
import { buildUser } from '../../support/records.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const inDays = (days: number) => iso(now + days * 86_400_000);
const range = (days: number) => ({ from: inDays(-99), to: inDays(days) });
const card = (days: number, fields: object = {}) => ({ provider: 'stripe', ...range(days), ...fields });
const failed = { error: { type: 'PDS_ERROR' as const, url: null } };
const season = (until: string) => ({ product: 'PT_SEASON' as const, club: null, from: inDays(-9), until });
const bought = (id: string, days: number, title = 'comprado') => ({
  id,
  title,
  sport: 'SOCCER' as const,
  until: inDays(days),
});
const byHand = (fields: Partial<NonNullable<StoredUser['grants']>>) => ({
  grants: { events: [], subscription: null, log: [], ...fields },
});
const partner = (days: number) => ({ partnerSubscription: range(days), emailConfirmedAt: inDays(-9) });
const read = (fields: Partial<StoredUser>) => withEffectiveRights(buildUser('REGULAR_BASIC', fields), now);

describe('the subscription that counts', () => {
  test.each<[string, Partial<StoredUser>, string | null]>([
    ['nothing', {}, null],
    ['a card', { subscription: card(9) }, 'stripe'],
    ['the partner', partner(9), 'partner'],
    ['the partner, to an address that nobody confirmed', { partnerSubscription: range(9) }, null],
    ['an operator', byHand({ subscription: range(9) }), 'cantera'],
    ['a season', { passes: [season(inDays(9))] }, 'stripe'],
    ['a card and the partner', { ...partner(99), subscription: card(9) }, 'stripe'],
    ['the partner and an operator', { ...partner(9), ...byHand({ subscription: range(99) }) }, 'partner'],
    ['a card that failed, and the partner', { ...partner(9), subscription: card(9, failed) }, 'partner'],
  ])('from %s: %4$s', (_, fields, provider) => {
    const user = read(fields);
    expect(user.subscription?.provider ?? null).toBe(provider);
    expect(user.role).toBe(provider ? 'REGULAR_SUBSCRIBER' : 'REGULAR_BASIC');
  });

  test.each<[string, Partial<StoredUser>, string | undefined]>([
    ['a month and a season', { subscription: card(9), passes: [season(inDays(9))] }, 'PT_SEASON'],
    ['a month and a season that ends now', { subscription: card(9), passes: [season(iso(now))] }, undefined],
    [
      'a family plan and a season',
      { subscription: card(9, { plan: 'PT_FAMILY' }), passes: [season(inDays(9))] },
      'PT_FAMILY',
    ],
    ['the partner and a season', { ...partner(9), passes: [season(inDays(9))] }, 'PT_SEASON'],
  ])('of %s gives most: %4$s', (_, fields, plan) => expect(read(fields).subscription?.plan).toBe(plan));

  test.each<[string, Partial<StoredUser>, unknown[]]>([
    ['a card', { subscription: card(-1) }, ['stripe', 'PDS_EXPIRED']],
    ['a card that failed before', { subscription: card(-1, failed) }, ['stripe', 'PDS_ERROR']],
    ['the partner’s, and a failed card', { ...partner(-1), subscription: card(-5, failed) }, ['stripe', 'PDS_ERROR']],
    ['the partner’s after a card', { ...partner(-1), subscription: card(-5) }, ['partner', 'PDS_EXPIRED']],
    ['a card after the partner’s', { ...partner(-5), subscription: card(-1) }, ['stripe', 'PDS_EXPIRED']],
    ['an operator’s', byHand({ subscription: range(-1) }), [undefined, undefined]],
  ])('%s that has ended says why', (_, fields, expected) => {
    const { subscription, role } = read(fields);
    expect([subscription?.provider, subscription?.error?.type]).toEqual(expected);
    expect(role).toBe('REGULAR_BASIC');
  });
});

test('a match given by hand counts beside bought ones, and not twice', () => {
  const { purchases } = read({
    purchases: [bought('a', 9), bought('b', -1), bought('c', 0)],
    ...byHand({ events: [bought('a', 99, 'regalado'), bought('d', 9, 'regalado'), bought('e', -1, 'regalado')] }),
  });
  expect(purchases.map(({ id, title }) => [id, title])).toEqual([
    ['a', 'comprado'],
    ['d', 'regalado'],
  ]);
  expect(read({}).purchases).toEqual([]);
});

test('passes end at their instant, and an account without any has none', () => {
  const passes = [season(iso(now)), season(iso(now + 1))];
  expect(read({ passes }).passes).toEqual([passes[1]]);
  expect(read({})).not.toHaveProperty('passes');
});

test('a family sees its team’s matches until a year after the season', () => {
  const families = ['c1 SOCCER alevin 2026'];
  const readAt = (at: number) => withEffectiveRights(buildUser('REGULAR_BASIC', { families }), at).families;
  expect(computeFamilyEnd(2026)).toBe(Date.parse('2028-07-01T00:00:00Z'));
  expect([readAt(computeFamilyEnd(2026) - 1), readAt(computeFamilyEnd(2026))]).toEqual([families, []]);
  expect(read({})).not.toHaveProperty('families');
});
