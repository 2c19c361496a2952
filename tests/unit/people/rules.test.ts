/** Rules of accounts and of televisions. */
import { describe, expect, test } from 'vitest';
import { claims, createUserItem, isUnclaimed, toPublicUser } from '../../../functions/people/accounts/rules.ts';
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
    const rights: Partial<StoredUser>[] = [
      { disabled: true },
      { externalId: 'x' },
      { emailConfirmedAt: '2026' },
      { role: 'CLUB_STAFF' },
    ];
    for (const fields of rights) expect(isUnclaimed(buildUser('REGULAR_BASIC', { ...blank, ...fields }))).toBe(false);
  });

  test('shows its owner neither amounts nor what the operator stores about it', () => {
    const purchases = [{ id: 'e', title: 'Derbi', sport: 'SOCCER' as const, until: '2027', amount: 199 }];
    const shown = toPublicUser(
      buildUser('REGULAR_BASIC', {
        ...blank,
        purchases,
        stripeCustomerId: 'cus_1',
        families: ['a SOCCER alevin 2026'],
      }),
    );
    expect(shown).toMatchObject({ hasPassword: false, hasFamilies: true, acceptsMarketing: false, hidesResults: null });
    expect(JSON.stringify(shown)).not.toMatch(/199|cus_1|alevin/);
    expect(toPublicUser(buildUser('REGULAR_BASIC'))).not.toHaveProperty('hasFamilies');
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
