/** Rules of accounts and of televisions. */
import { describe, expect, test } from 'vitest';
import {
  claims,
  createUserItem,
  findLoginError,
  isUnclaimed,
  toClosedFields,
  toPublicUser,
} from '../../../functions/people/accounts/rules.ts';
import { isOver, mayUseTelevision, nameDevice, toExpiry } from '../../../functions/people/televisions/rules.ts';
import type { StoredUser } from '../../../functions/platform/auth/rules.ts';
import { codeMinutes } from '../../../shared/contract/televisions.ts';
import { buildUser } from '../../support/records.ts';

describe('an account', () => {
  const blank = { withoutPassword: true } as const;

  test('begins without any right', () => {
    const known = { id: '1', role: 'REGULAR_BASIC' as const, name: 'Ana', surname: 'Ruiz', email: 'ana@x.test' };
    const user = createUserItem(known, 0);
    expect(user).toMatchObject({ ...known, purchases: [], subscription: null, clubId: null, disabled: false });
    expect(user.sessionsValidFrom).toBe('1970-01-01T00:00:00.000Z');
    expect(createUserItem({ ...known, phone: '600' }, 0).phone).toBe('600');
  });

  test('made by an email alone is free for who proves the mailbox, until somebody gave it a right', () => {
    expect(isUnclaimed(buildUser('REGULAR_BASIC', blank))).toBe(true);
    expect(isUnclaimed(buildUser('REGULAR_BASIC'))).toBe(false);
    for (const name of claims)
      expect(isUnclaimed(buildUser('REGULAR_BASIC', { ...blank, [name]: {} as never }))).toBe(false);
    const isFree = (fields: Partial<StoredUser>) => isUnclaimed(buildUser('REGULAR_BASIC', { ...blank, ...fields }));
    expect([isFree({ disabled: true }), isFree({ externalId: 'x' })]).toEqual([false, false]);
    expect([isFree({ emailConfirmedAt: '2026' }), isFree({ role: 'CLUB_STAFF' })]).toEqual([false, false]);
  });

  test('shows its owner neither amounts nor what the operator stores about it', () => {
    const purchases = [{ id: 'e', title: 'Derbi', sport: 'SOCCER' as const, until: '2027', amount: 199 }];
    const stored = { ...blank, purchases, stripeCustomerId: 'cus_1', families: ['a SOCCER alevin 2026'] };
    const shown = toPublicUser(buildUser('REGULAR_BASIC', stored));
    expect(shown).toMatchObject({ hasPassword: false, hasFamilies: true, acceptsMarketing: false, hidesResults: null });
    expect(JSON.stringify(shown)).not.toMatch(/199|cus_1|alevin/);
    expect(shown.sportEvents).toEqual([{ id: 'e', title: 'Derbi', sport: 'SOCCER', until: '2027' }]);
    const plain = toPublicUser(buildUser('REGULAR_BASIC', { passes: [], families: [] }));
    expect(plain).toMatchObject({ hasPassword: true, declinesClubs: false });
    for (const name of ['hasFamilies', 'passes']) expect(plain).not.toHaveProperty(name);
    const passes = [{ product: 'PT_SEASON' as const, club: null, from: '2026', until: '2027' }];
    expect(toPublicUser(buildUser('REGULAR_BASIC', { passes, declinesClubs: true }))).toMatchObject({
      passes,
      declinesClubs: true,
    });
  });
});

describe('a login with the right password', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const range = (days: number) => ({
    from: '2026-01-01T00:00:00Z',
    to: new Date(now + days * 86_400_000).toISOString(),
  });
  const former = { externalId: 'x', partnerSubscription: range(0), emailConfirmedAt: null };
  const until = range(9).to;
  const purchases = [{ id: 'e', title: '', sport: 'SOCCER' as const, until }];
  const passes = [{ product: 'PT_CLUB_PASS' as const, club: null, from: '', until }];
  const byCard = (days: number) => ({ provider: 'stripe' as const, ...range(days) });
  test.each<[string, Parameters<typeof buildUser>, string | undefined]>([
    ['a viewer', ['REGULAR_BASIC'], undefined],
    ['an account that is closed', ['ADMIN', toClosedFields(now)], 'SR4006'],
    ['staff of a club', ['CLUB_STAFF', { clubId: 'a' }], undefined],
    ['staff without a club', ['CLUB_STAFF', { clubId: null }], 'SR4006'],
    ['a viewer whose partner ended now', ['REGULAR_BASIC', former], 'SSN4003'],
    ['a customer of the partner', ['REGULAR_BASIC', { ...former, partnerSubscription: range(9) }], undefined],
    ['somebody whom the partner never knew', ['REGULAR_BASIC', { ...former, externalId: null }], undefined],
    ['a customer without a subscription', ['REGULAR_BASIC', { ...former, partnerSubscription: null }], undefined],
    ['a former customer with a match', ['REGULAR_BASIC', { ...former, purchases }], undefined],
    ['a former customer with a pass', ['REGULAR_BASIC', { ...former, passes }], undefined],
    ['a former customer with both', ['REGULAR_BASIC', { ...former, purchases, passes }], undefined],
    ['a former customer with a card to mend', ['REGULAR_BASIC', { ...former, subscription: byCard(-1) }], undefined],
    ['a former customer who pays by card', ['REGULAR_BASIC', { ...former, subscription: byCard(9) }], undefined],
    ['a former customer who is staff now', ['CLUB_STAFF', { ...former, clubId: 'a' }], undefined],
  ])('of %s: %3$s', (_, [role, fields], expected) =>
    expect(findLoginError(buildUser(role, fields), now)).toBe(expected),
  );

  test('is open to a former customer who subscribes, and ends what began before an account was closed', () => {
    expect(findLoginError(buildUser('REGULAR_BASIC', former), now, true)).toBeUndefined();
    expect(toClosedFields(now)).toEqual({ disabled: true, sessionsValidFrom: '2026-11-20T12:00:00.000Z' });
  });
});

describe('a television', () => {
  test.each([
    ['REGULAR_BASIC', true],
    ['REGULAR_SUBSCRIBER', true],
    ['CLUB_STAFF', false],
    ['ADMIN', false],
  ] as const)('may be used by %s: %s', (role, expected) => expect(mayUseTelevision({ role })).toBe(expected));

  test.each([
    ['Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0)', 'Televisión Samsung'],
    ['Mozilla/5.0 (Web0S; Linux/SmartTV)', 'Televisión LG'],
    ['Mozilla/5.0 (Linux; Android 9; AFTMM)', 'Amazon Fire TV'],
    ['Mozilla/5.0 (Linux; Android 12; BRAVIA 4K)', 'Televisión Sony'],
    ['Mozilla/5.0 (PlayStation 5)', 'Consola PlayStation'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18)', 'Un móvil o una tableta'],
    ['<script>alert(1)</script>', 'Un ordenador o una televisión'],
    [undefined, 'Un ordenador o una televisión'],
  ])('that says %s is called %s', (agent, name) => expect(nameDevice(agent)).toBe(name));

  test('has a code that ends at its last second, so that it stops asking', () => {
    const now = 1_764_410_400_999;
    const expiresAt = toExpiry(now);
    expect(expiresAt).toBe(1_764_410_400 + codeMinutes * 60);
    expect([isOver({ expiresAt }, expiresAt * 1000 - 1), isOver({ expiresAt }, expiresAt * 1000)]).toEqual([
      false,
      true,
    ]);
  });
});
