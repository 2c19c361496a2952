/** Plans: what each gives a right to, which one makes another superfluous, and what is left of a period. */
import { describe, expect, test } from 'vitest';
import { nameOrder } from '../../../functions/money/orders/rules.ts';
import {
  type ChargeFact,
  computeEntitlements,
  listHeld,
  listSuperseded,
  losesRights,
  splitPeriod,
} from '../../../functions/money/payments/rules.ts';
import { listRights, type StoredUser, withEffectiveRights } from '../../../functions/platform/auth/rules.ts';
import { countScreens, decideAccess } from '../../../functions/viewing/playback/rules.ts';
import { consents, describeOrderTerms } from '../../../shared/domain/order.ts';
import { findRight, isCovered, nameProduct, type ProductType, productTypes } from '../../../shared/domain/plans.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(now + days * dayMs).toISOString();
const club = { id: 'c1', name: 'Deportivo' };
const season = { product: 'PT_SEASON' as const, club: null, from: inDays(-1), until: inDays(200) };
const clubPass = { ...season, product: 'PT_CLUB_PASS' as const, club };
const user = (fields: Partial<StoredUser>): StoredUser =>
  ({ role: 'REGULAR_BASIC', purchases: [], subscription: null, clubId: null, ...fields }) as unknown as StoredUser;
const read = (fields: Partial<StoredUser>) => withEffectiveRights(user(fields), now);
const match = (id: string, clubIds: string[]) => ({
  event: { id, isPublic: false, clubIds } as unknown as Parameters<typeof decideAccess>[1]['event'],
  clubIds,
});
const watch = (fields: Partial<StoredUser>, ...wanted: Parameters<typeof match>) =>
  decideAccess({ user: read(fields), sessionHash: 'h' }, match(...wanted)).reason;
const family = { provider: 'stripe', from: inDays(-1), to: inDays(200), plan: 'PT_FAMILY' as const, screens: 3 };
const broken = { ...family, error: { type: 'PDS_ERROR' as const, url: null } };
const otherPass = { ...clubPass, club: { id: 'c2', name: 'x' } };
const around = { from: inDays(-9), to: inDays(9) };
const partner = { emailConfirmedAt: inDays(-9), partnerSubscription: around };

describe('[F-MONEY-3] the one rule of access', () => {
  test.each<[string, Partial<StoredUser>, string[], string]>([
    ['a season opens every match', { passes: [season] }, ['c9'], 'SUBSCRIPTION'],
    ['a season that has ended opens none', { passes: [{ ...season, until: inDays(-1) }] }, ['c9'], 'PAYMENT_REQUIRED'],
    ['a club pass opens the matches of its club', { passes: [clubPass] }, ['c9', 'c1'], 'PURCHASE'],
    ['a club pass opens no match of others', { passes: [clubPass] }, ['c9'], 'PAYMENT_REQUIRED'],
    ['a family plan opens every match', { subscription: family }, ['c9'], 'SUBSCRIPTION'],
    ['a plan with an error opens none', { subscription: broken }, ['c9'], 'PAYMENT_REQUIRED'],
  ])('%s', (_, fields, clubIds, reason) => expect(watch(fields, 'e1', clubIds)).toBe(reason));

  test('the clubs of the match decide, not those of its recording', () => {
    const caller = { user: read({ passes: [clubPass] }), sessionHash: 'h' };
    expect(decideAccess(caller, { ...match('e1', ['c9']), clubIds: ['c1'] }).granted).toBe(false);
  });

  test('the plan that gives most counts, with its screens', () => {
    const rights = listRights(read({ subscription: family, passes: [season, clubPass] }));
    expect(rights.map(({ product, screens }) => [product, screens])).toEqual([
      ['PT_FAMILY', 3],
      ['PT_CLUB_PASS', 1],
    ]);
    expect(findRight(rights, { eventId: undefined, clubIds: ['c1'] })?.screens).toBe(3);
    expect([countScreens(read({ subscription: family })), countScreens(read({ passes: [season] }))]).toEqual([3, 1]);
    expect(listRights(read({ passes: [season] }))).toMatchObject([{ product: 'PT_SEASON', of: null, screens: 1 }]);
  });

  test('a plan with fewer screens, or the end of a club pass, takes a right away', () => {
    const before = user({ subscription: family, passes: [clubPass] });
    expect(losesRights(before, user({ passes: [season, clubPass] }), now)).toBe(true);
    expect(losesRights(before, user({ subscription: family }), now)).toBe(true);
    expect(losesRights(user({ passes: [season] }), before, now)).toBe(false);
  });
});

const month = { ...family, plan: undefined, screens: undefined };
test.each<[string, Partial<StoredUser>, ProductType[]]>([
  ['nothing', {}, [...productTypes]],
  ['a pass of the club', { passes: [clubPass] }, ['PT_MONTHLY', 'PT_SEASON', 'PT_FAMILY']],
  ['a pass of another club', { passes: [otherPass] }, [...productTypes]],
  ['the month', { subscription: month }, ['PT_SEASON', 'PT_FAMILY']],
  ['the season', { passes: [season] }, ['PT_FAMILY']],
  ['the partner’s subscription', partner, ['PT_FAMILY']],
  ['the family plan', { subscription: family }, []],
])('[F-MONEY-3] a holder of %s is offered what gives more', (_, fields, offered) => {
  const rights = listRights(read(fields));
  const wanted = (product: ProductType) => ({ product, eventId: 'e1', clubIds: ['c1'] });
  expect(productTypes.filter((product) => !isCovered(rights, wanted(product)))).toEqual(offered);
});

const charge = (fields: Partial<ChargeFact>): ChargeFact => ({
  id: 'ch',
  createdAt: now,
  paid: true,
  refunded: false,
  lostDispute: false,
  amount: 4900,
  event: null,
  pass: { product: 'PT_SEASON', club: null, until: inDays(200) },
  withdrawn: false,
  ...fields,
});

describe('[F-MONEY-3] the holders of a plan are those who may watch by it because they paid:', () => {
  const charged = (fields: Partial<ChargeFact>) =>
    computeEntitlements({ subscriptions: [], charges: [charge(fields)] }, new Map());
  test.each<[string, Partial<StoredUser>, ProductType[]]>([
    ['nobody without a plan', {}, []],
    ['a season', charged({}), ['PT_SEASON']],
    ['a season of which a part went back', charged({ amount: 100 }), ['PT_SEASON']],
    ['no season that went back whole', charged({ refunded: true }), []],
    ['no season from which its buyer has withdrawn', charged({ withdrawn: true }), []],
    ['no season that the bank took back', charged({ lostDispute: true }), []],
    ['a season by a coupon of 100 %', charged({ amount: 0 }), ['PT_SEASON']],
    ['no season that has ended', { passes: [{ ...season, until: inDays(-1) }] }, []],
    ['passes of two clubs, once', { passes: [clubPass, otherPass] }, ['PT_CLUB_PASS']],
    ['a family plan, not the season below it', { subscription: family, passes: [season] }, ['PT_FAMILY']],
    ['a month', { subscription: { ...family, plan: undefined } }, ['PT_MONTHLY']],
    ['no plan with an error', { subscription: broken }, []],
    ['nothing of the partner', partner, []],
    ['nothing that was granted by hand', { grants: { events: [], subscription: around, log: [] } }, []],
  ])('%s', (_, fields, products) => expect([...listHeld(user(fields), now).keys()]).toEqual(products));
});

test.each<[string, Partial<ChargeFact>, number]>([
  ['that is paid', {}, 1],
  ['that is pending', { paid: false }, 0],
  ['that was refunded', { refunded: true }, 0],
  ['that the bank took back', { lostDispute: true }, 0],
  ['from which its buyer has withdrawn', { withdrawn: true }, 0],
])('[F-MONEY-3] a season %s gives %3$d rights', (_, fields, count) => {
  const { passes, subscription, purchases } = computeEntitlements(
    { subscriptions: [], charges: [charge(fields)] },
    new Map(),
  );
  expect(passes).toHaveLength(count);
  expect([subscription, purchases]).toEqual([null, []]);
  if (count) expect(passes).toEqual([{ ...season, from: new Date(now).toISOString() }]);
});

describe('[F-MONEY-3] nobody pays twice:', () => {
  const one = (id: string, product: ProductType, startedAt: number, status = 'active') =>
    ({ id, product, status, startedAt }) as const;
  const month = (status?: string) => one('a', 'PT_MONTHLY', 1, status);
  const [later, family] = [one('b', 'PT_MONTHLY', 2), one('b', 'PT_FAMILY', 2)];
  const pass = (product: 'PT_SEASON' | 'PT_CLUB_PASS', days: number) =>
    charge({ pass: { product, club: product === 'PT_SEASON' ? null : club, until: inDays(days) } });
  test.each([
    ['a month ends with a family plan', [month(), family], [], ['a']],
    ['of two months, the newer stays', [month(), later], [], ['a']],
    ['a month ends with a season', [month()], [charge({})], ['a']],
    ['a family plan stays beside a season', [family], [charge({})], []],
    ['a month stays once the season is refunded', [month()], [charge({ refunded: true })], []],
    ['a failed month ends with a new one', [month('past_due'), later], [], ['a']],
    ['a failed month alone waits for its card', [month('past_due')], [], []],
    ['a trial counts as running', [month(), { ...later, status: 'trialing' }], [], ['a']],
    ['a month stays beside a season that has ended', [month()], [pass('PT_SEASON', 0)], []],
    ['a month stays beside the pass of a club', [month()], [pass('PT_CLUB_PASS', 200)], []],
    ['a failed month ends with a season', [month('past_due'), { ...family, status: 'past_due' }], [charge({})], ['a']],
    ['one that never began is left alone', [month('incomplete_expired'), family], [], []],
    ['an ended month is left alone', [month('canceled'), family], [], []],
  ])('%s', (_, subscriptions, charges, ended) => expect(listSuperseded(subscriptions, charges, now)).toEqual(ended));
});

test.each([
  [0, { used: 1, total: 30 }, 676],
  [8.5, { used: 9, total: 30 }, 490],
  [29.9, { used: 30, total: 30 }, 0],
  [99, { used: 30, total: 30 }, 0],
])('[F-LAW-4] after %d days of a month of 6,99 €', (after, days, rest) =>
  expect(splitPeriod(699, { from: now, to: now + 30 * dayMs }, now + after * dayMs)).toEqual({ days, rest }),
);

test('[F-LAW-1][F-LAW-6] each plan has a name, a sentence and terms of its own', () => {
  const terms = (product: ProductType) => describeOrderTerms(product, { price: 9.99, seasonLastDay: '06-30', now });
  expect(terms('PT_SEASON')).toEqual({
    duration: 'Hasta el 30 de junio de 2027, con la temporada',
    renewal: 'Pago único: no se renueva',
  });
  expect(terms('PT_CLUB_PASS')).toEqual(terms('PT_SEASON'));
  expect(terms('PT_FAMILY').renewal).toMatch(/^Se cobran 9,99\s€ cada mes hasta que la canceles/);
  expect(new Set(Object.values(consents).map(({ id }) => id)).size).toBe(productTypes.length);
  expect(productTypes.map((product) => nameProduct(product, club))).toEqual([
    'Suscripción mensual',
    'Partido',
    'Temporada completa',
    'Abono de Deportivo',
    'Plan familiar',
  ]);
  expect(nameOrder({ product: 'PT_CLUB_PASS', event: null, club })).toBe('Abono de Deportivo');
  expect(nameOrder({ product: 'PT_SPORT_EVENT', event: { id: 'e', title: 'Final', start: '' }, club: null })).toBe(
    'Final',
  );
});
