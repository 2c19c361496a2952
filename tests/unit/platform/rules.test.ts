/** Rules about callers, holds, what may be shown, and the audit's chains. */
import { describe, expect, test } from 'vitest';
import {
  chainKey,
  chooseRetention,
  createNextEntry,
  emptyHead,
  hashEntry,
  itemKey,
  listChains,
  toCanonicalJson,
  toSortKey,
} from '../../../functions/platform/audit/rules.ts';
import {
  computeSessionLifetime,
  findOwnClub,
  isAdmin,
  isCameraToken,
  isClubStaff,
  isScorerToken,
  isViewer,
  manages,
} from '../../../functions/platform/auth/rules.ts';
import { applyAudience, isHeldByRights } from '../../../functions/platform/shown/rules.ts';
import {
  assertMayShow,
  familiesHold,
  hideUntilPublished,
  isHeldByMatter,
  rightsHold,
} from '../../../functions/platform/withholding/rules.ts';
import { buildUser } from '../../support/records.ts';

const dayMs = 86_400_000;
type Item = Parameters<typeof assertMayShow>[0];
const held = (...matters: string[]): Item => ({ visible: false, withheld: { matters, wasVisible: true } });

describe('a caller', () => {
  test.each([
    ['ADMIN', null, true, false, false, true],
    ['CLUB_STAFF', 'a', false, true, false, true],
    ['CLUB_STAFF', 'b', false, true, false, false],
    ['CLUB_STAFF', null, false, false, false, false],
    ['REGULAR_SUBSCRIBER', null, false, false, true, false],
    ['REGULAR_BASIC', null, false, false, true, false],
    ['REGULAR_BASIC', 'a', false, false, true, false],
  ] as const)('%s of the club %s: admin, club staff, viewer, manages an item of a', (role, clubId, ...expected) => {
    const user = buildUser(role, { clubId });
    expect([isAdmin(user), isClubStaff(user), isViewer(user), manages({ user }, { clubIds: ['a'] })]).toEqual(expected);
  });

  test('on the staff of a club has that club; an admin has none', () => {
    const users = [buildUser('CLUB_STAFF', { clubId: 'a' }), buildUser('ADMIN', { clubId: 'a' })];
    expect(users.map((user) => findOwnClub({ user }))).toEqual(['a', undefined]);
  });

  test('who is a visitor manages nothing', () => expect(manages(undefined, { clubIds: [] })).toBe(false));

  test.each([
    ['ADMIN', false, 1],
    ['ADMIN', true, 7],
    ['CLUB_STAFF', true, 365],
    ['REGULAR_BASIC', false, 1],
    ['REGULAR_BASIC', true, 365],
  ] as const)('%s that asked to be remembered (%s) stays for %i days', (role, remember, days) =>
    expect(computeSessionLifetime({ role }, remember)).toBe(days * dayMs),
  );

  test('with a scorer link has another kind of token than a session', () => {
    const secret = 'x'.repeat(43);
    expect(isScorerToken(`mesa.01KB.${secret}`)).toBe(true);
    for (const token of [
      `01KB.${secret}`,
      `xmesa.01KB.${secret}`,
      `mesa.01KB.${secret}x`,
      `mesa..${secret}`,
      `mesa.01KB.${secret}\n`,
      '',
    ])
      expect(isScorerToken(token)).toBe(false);
  });

  test('[G-PHONE-1] with a camera link has another kind of token than a scorer', () => {
    const secret = 'x'.repeat(43);
    expect(isCameraToken(`camara.01KB.${secret}`)).toBe(true);
    for (const token of [
      `mesa.01KB.${secret}`,
      `xcamara.01KB.${secret}`,
      `camara.01KB.${secret}x`,
      `camara..${secret}`,
      '',
    ])
      expect(isCameraToken(token)).toBe(false);
    expect(isScorerToken(`camara.01KB.${secret}`)).toBe(false);
  });
});

describe('an item', () => {
  test.each<[string, Item, boolean, boolean]>([
    ['visible', { visible: true }, false, false],
    ['withheld by a matter', held('01M'), true, false],
    ['without image rights', held(rightsHold), false, true],
    [
      'without image rights, and hidden by staff',
      { ...held(rightsHold), withheld: { matters: [rightsHold], wasVisible: false } },
      false,
      false,
    ],
    ['for families', held(familiesHold), false, false],
  ])('that is %s: held by a matter, held by rights, and shown by an edit', (_, item, byMatter, byRights) => {
    expect([isHeldByMatter(item), isHeldByRights(item)]).toEqual([byMatter, byRights]);
    const show = () => assertMayShow(item, { visible: true });
    if (byMatter) expect(show).toThrow(expect.objectContaining({ code: 'MTT4090' }));
    else expect(show).not.toThrow();
    expect(() => assertMayShow(item, { visible: false })).not.toThrow();
  });

  test('that is hidden until staff publish it comes back by no release', () => {
    expect(hideUntilPublished({ visible: true })).toEqual({ visible: false });
    expect(hideUntilPublished(held('01M'))).toEqual({
      visible: false,
      withheld: { matters: ['01M'], wasVisible: false },
    });
  });

  test('for families is held back from everybody, and released when it is for everybody again', () => {
    const item = { visible: true, audience: 'FAMILIES' as const };
    const closed = applyAudience(item, 'facts', 'recording', false);
    expect(closed).toMatchObject(held(familiesHold));
    expect(applyAudience(closed, 'facts', 'recording', false)).toBe(closed);
    expect(applyAudience({ ...closed, audience: undefined }, 'facts', 'recording', false)).toMatchObject({
      visible: true,
    });
    // Unchecked facts keep it hidden where rights are enforced.
    expect(applyAudience({ ...closed, audience: undefined }, 'facts', 'recording', true)).toMatchObject(
      held(rightsHold),
    );
  });
});

describe('the audit', () => {
  test('has eight chains for rights and eight for money, and entries that sort by position', () => {
    expect([chooseRetention('vods'), chooseRetention('purchases')]).toEqual(['rights', 'money']);
    expect(listChains()).toHaveLength(16);
    expect(listChains()).toContain(chainKey('money', 7));
    expect([9, 10, 100].map(toSortKey).toSorted().map(Number)).toEqual([9, 10, 100]);
    expect(itemKey({ kind: 'vods', id: '1' })).toBe('vods#1');
  });

  test('hashes equal entries alike, whatever the order of their fields, and any change differently', () => {
    const change = { kind: 'vods', id: '1', action: 'CHANGE', after: { b: [1, { d: 1, c: 2 }], a: null } } as const;
    const entry = createNextEntry(change, { role: 'SYSTEM', via: 'x' }, { chain: 'C', head: emptyHead, now: 0 });
    expect(toCanonicalJson({ b: 1, a: { d: 2, c: 3 } })).toBe('{"a":{"c":3,"d":2},"b":1}');
    const reversed = Object.fromEntries(Object.entries(entry).toReversed()) as typeof entry;
    expect(hashEntry(reversed)).toBe(entry.hash);
    expect(hashEntry({ ...entry, via: 'y' })).not.toBe(entry.hash);
  });
});
