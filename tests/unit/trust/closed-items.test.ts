/** Edits of matches and recordings that somebody closed, and what a recording inherits from its match. */
import { describe, expect, test } from 'vitest';
import {
  findTeamLetters,
  type StoredEvent,
  serialiseRightsFacts,
  statesOtherTeam,
  withClosings,
  withClubs,
  withEdit,
} from '../../../functions/league/events/rules.ts';
import type { Caller } from '../../../functions/platform/auth/rules.ts';
import {
  assertMayDelete,
  inheritHolds,
  isChosenVisible,
  listMatterHolds,
  listMatters,
} from '../../../functions/platform/withholding/rules.ts';
import { assertKeepsAudience, inheritFromMatch, type StoredVod } from '../../../functions/recordings/vods/rules.ts';
import { assertKeepsLacks } from '../../../functions/trust/rights/rules.ts';
import type { Lack } from '../../../shared/domain/image-rights.ts';

const staff = (clubId: string) => ({ user: { id: `staff of ${clubId}`, role: 'CLUB_STAFF', clubId } }) as Caller;
const admin = { user: { id: 'admin', role: 'ADMIN', clubId: null } } as Caller;
const at = '1970-01-01T00:00:00.000Z';
const january = '2027-01-09T10:00:00.000Z';
const match = (fields: Partial<StoredEvent> = {}) =>
  ({
    id: 'e',
    visible: true,
    sport: 'SOCCER',
    category: 'alevin',
    clubIds: ['A', 'B'],
    scheduledStartDate: '2026-11-28T10:00:00.000Z',
    ...fields,
  }) as StoredEvent;
const forFamilies = (owner: string, fields: Partial<StoredEvent> = {}) =>
  match({ audience: 'FAMILIES', closings: { families: { owner, by: 'x', at } }, ...fields });

describe('withClosings', () => {
  test.each([
    ['hides it', { visible: false }, 'hidden'],
    ['opens it to families only', { audience: 'FAMILIES' }, 'families'],
  ] as const)('stores who %s', (_, change, kind) => {
    const next = withClosings(match(), match(change), staff('A'), 0);
    expect(next.closings).toEqual({ [kind]: { owner: 'A', by: 'staff of A', at } });
  });

  const hidden = match({ visible: false, closings: { hidden: { owner: 'A', by: 'x', at } } });
  const closed = forFamilies('A');
  const created = match({ audience: 'FAMILIES' });
  test.each<[string, StoredEvent, Partial<StoredEvent>, Caller, boolean]>([
    ['the other club shows it', hidden, { visible: true }, staff('B'), false],
    ['its club shows it', hidden, { visible: true }, staff('A'), true],
    ['the other club opens it to everybody', closed, { audience: undefined }, staff('B'), false],
    ['an admin opens it to everybody', closed, { audience: undefined }, admin, true],
    ['the other club invites another team', closed, { category: 'infantil' }, staff('B'), false],
    ['the other club moves it within the season', closed, { scheduledStartDate: january }, staff('B'), true],
    ['a club opens what an earlier release created for families', created, { audience: undefined }, staff('A'), false],
    ['a club edits what an earlier release created for families', created, { title: 'Otro' }, staff('A'), true],
    ['staff show what nobody closed', match({ visible: false }), { visible: true }, staff('B'), true],
  ])('%s', (_, before, change, caller, isAllowed) => {
    const edit = () => withClosings(before, { ...before, ...change } as StoredEvent, caller, 0);
    if (isAllowed) expect(edit).not.toThrow();
    else expect(edit).toThrow('Lo cerró');
  });

  test('forgets a closing with its opening, and keeps it otherwise', () => {
    expect(withClosings(closed, forFamilies('A', { audience: undefined }), admin, 0).closings).toBeUndefined();
    expect(withClosings(closed, forFamilies('A', { venue: 'B' }), staff('B'), 0).closings).toEqual(closed.closings);
  });
});

test.each<[string, Partial<StoredEvent>, Partial<StoredEvent>, boolean]>([
  ['the category changes', {}, { category: 'senior' }, true],
  ['a missing category is stated', { category: null }, { category: 'alevin' }, false],
  ['the competition changes', { competition: 'Liga A' }, { competition: 'Liga B' }, true],
  ['a missing competition is stated', {}, { competition: 'Liga B' }, false],
  ['the sport changes', {}, { sport: 'BASKET' }, true],
  ['a side’s letter changes', { homeClubId: 'A', homeTeam: 'A' }, { homeClubId: 'A', homeTeam: 'B' }, true],
  ['a side’s letter is removed', { homeClubId: 'A', homeTeam: 'A' }, { homeClubId: 'A' }, true],
  ['a side gets a letter', { homeClubId: 'A' }, { homeClubId: 'A', homeTeam: 'B' }, true],
  [
    'the sides are swapped with their letters',
    { homeClubId: 'A', awayClubId: 'B', homeTeam: 'A' },
    { homeClubId: 'B', awayClubId: 'A', awayTeam: 'A' },
    false,
  ],
  ['the ground changes', {}, { venue: 'Campo B' }, false],
])('statesOtherTeam: %s', (_, before, after, expected) => {
  expect(statesOtherTeam(match(before), match(after))).toBe(expected);
});

describe('the letters of a match’s teams', () => {
  const derby = match({ homeClubId: 'A', awayClubId: 'B', homeTeam: 'A', awayTeam: 'B' });
  const readFacts = (event: StoredEvent) =>
    serialiseRightsFacts({ ...event, start: event.scheduledStartDate, teams: findTeamLetters(event) });

  test.each<[string, StoredEvent, Readonly<Record<string, string>>]>([
    ['are those of its sides', derby, { A: 'A', B: 'B' }],
    ['are none without sides', match({ homeTeam: 'A' }), {}],
    ['end with a side that becomes another club’s', withEdit(derby, { homeClubId: 'C' }), { B: 'B' }],
    ['are those that a side’s edit states', withEdit(derby, { homeClubId: 'C', homeTeam: 'D' }), { C: 'D', B: 'B' }],
    ['stay with an edit of another field', withEdit(derby, { venue: 'Campo B' }), { A: 'A', B: 'B' }],
    ['end with a club that leaves, for good', withClubs(withClubs(derby, ['A']), ['A', 'B']), { A: 'A' }],
  ])('%s', (_, event, wanted) => expect(findTeamLetters(event)).toEqual(wanted));

  test('are facts of its rights, and a match without them keeps its facts', () => {
    expect(readFacts(derby)).not.toBe(readFacts({ ...derby, awayTeam: 'C' }));
    expect(readFacts(match())).toBe('["SOCCER","alevin",2026,"",["A","B"]]');
  });
});

const lack = (clubId: string | undefined, reason: Lack['reason'] = 'TEAM'): Lack => ({
  reason,
  purposes: ['live', 'recording'],
  ...(clubId && { clubId }),
});

test.each<[string, Caller, Lack[], Lack[], boolean]>([
  ['the other club’s lack is gone', staff('A'), [lack('B')], [], false],
  ['an unknown rival’s lack is gone', staff('A'), [lack(undefined, 'RIVAL')], [], false],
  ['the own lack is gone', staff('A'), [lack('A')], [], true],
  ['the other club’s lack is another one’s now', staff('A'), [lack('B')], [lack(undefined, 'CATEGORY')], true],
  ['a category is stated', staff('A'), [lack(undefined, 'CATEGORY')], [], true],
  ['an admin ends it', admin, [lack('B')], [], true],
])('assertKeepsLacks: %s', (_, caller, before, after, isAllowed) => {
  const check = () => assertKeepsLacks(caller, { lacks: before }, { lacks: after });
  if (isAllowed) expect(check).not.toThrow();
  else expect(check).toThrow('Lo cerró');
});

describe('a recording and its match', () => {
  const recording = (fields: Partial<StoredVod> = {}) => ({ id: 'v', visible: true, ...fields }) as StoredVod;
  const held = match({ visible: false, withheld: { matters: ['m1', 'IMAGE_RIGHTS'], wasVisible: true } });

  test('inherits the matters, not the holds that the recording has by itself', () => {
    expect(inheritFromMatch(recording(), held)).toMatchObject({
      visible: false,
      withheld: { matters: ['m1'], wasVisible: true },
    });
    expect(listMatterHolds(held)).toEqual(['m1']);
    expect(inheritHolds(recording(), undefined)).toEqual(recording());
  });

  test('may not be deleted while a matter withholds it', () => {
    const byRange = recording({ withheld: { matters: ['RANGE#r', 'FAMILIES'], wasVisible: true } });
    expect([listMatters(held), listMatters(byRange)]).toEqual([['m1'], []]);
    expect(() => assertMayDelete(byRange)).not.toThrow();
    expect(() => assertMayDelete(held)).toThrow(expect.objectContaining({ code: 'MTT4090' }));
  });

  test('inherits the audience with its owner, and keeps both without a match', () => {
    const joined = inheritFromMatch(recording(), forFamilies('A'));
    expect(joined).toMatchObject({ audience: 'FAMILIES', closings: { families: { owner: 'A' } } });
    expect(inheritFromMatch(joined, undefined)).toEqual(joined);
    expect(inheritFromMatch(joined, match()).audience).toBeUndefined();
    expect(() => assertKeepsAudience(staff('B'), joined, recording())).toThrow('Lo cerró');
    expect(() => assertKeepsAudience(staff('A'), joined, recording())).not.toThrow();
    expect(() => assertKeepsAudience(staff('B'), joined, joined)).not.toThrow();
    const created = inheritFromMatch(recording(), match({ audience: 'FAMILIES' }));
    expect(() => assertKeepsAudience(staff('A'), created, recording())).toThrow('Lo cerró');
  });

  test('isChosenVisible reads the choice of staff behind the holds', () => {
    expect([isChosenVisible(held), isChosenVisible(match()), isChosenVisible(match({ visible: false }))]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
