/** Image rights that a match lacks, and the uses in which it may be shown. */
import { describe, expect, test } from 'vitest';
import { withEffectiveRights } from '../../../functions/platform/auth/rules.ts';
import { applyChecked, isShownFor, mayBeShown, withChosenVisibility } from '../../../functions/platform/shown/rules.ts';
import { release, rightsHold, withhold } from '../../../functions/platform/withholding/rules.ts';
import { findTeamPurposes, listLacks, type Played, type Statements } from '../../../functions/trust/rights/rules.ts';
import { formatLack, formatLacks, type Lack, type Purpose, purposes } from '../../../shared/domain/image-rights.ts';
import { buildUser } from '../../support/records.ts';

const match: Played = {
  sport: 'SOCCER',
  category: 'cadete',
  season: 2026,
  clubIds: ['home', 'away'],
  competition: 'futbol-liga',
  hasRival: true,
};

interface Stated {
  teams?: Record<string, readonly Purpose[]>;
  permission?: readonly Purpose[];
  hasDocument?: boolean;
  contracts?: string[];
}

const createStatements = ({
  teams = {},
  permission,
  hasDocument = true,
  contracts = ['home'],
}: Stated): Statements => ({
  listTeams: (clubId) => (teams[clubId] ? [{ purposes: teams[clubId] }] : []),
  findPermission: () => permission && { purposes: permission, hasDocument },
  hasContract: (clubId) => contracts.includes(clubId),
});

const reasons = (played: Partial<Played>, statements: Stated) =>
  listLacks({ ...match, ...played }, createStatements(statements)).map(({ reason, clubId = null, purposes: of }) => [
    reason,
    clubId,
    of,
  ]);

describe('[F-RIGHTS-1] a match of minors', () => {
  test('lacks nothing once both sides have stated all purposes', () => {
    expect(reasons({}, { teams: { home: purposes, away: purposes } })).toEqual([]);
  });

  test('lacks a purpose that one side has not authorised', () => {
    expect(reasons({}, { teams: { home: purposes, away: ['live', 'recording'] } })).toEqual([
      ['TEAM', 'away', ['clips', 'sponsors']],
    ]);
  });

  test('needs the competition’s permission for a side that is not on the platform', () => {
    expect(reasons({}, { teams: { home: purposes } })).toEqual([['RIVAL', 'away', purposes]]);
    expect(reasons({}, { teams: { home: purposes }, permission: ['live'] })).toEqual([
      ['RIVAL', 'away', ['recording', 'clips', 'sponsors']],
    ]);
    expect(reasons({ clubIds: ['home'] }, { teams: { home: purposes } })).toEqual([['RIVAL', null, purposes]]);
    expect(reasons({ clubIds: ['home'] }, { teams: { home: purposes }, permission: purposes })).toEqual([]);
  });

  test('lacks only the document where the competition permits it without one', () => {
    const statements = createStatements({ teams: { home: purposes }, permission: purposes, hasDocument: false });
    const [lack, ...others] = listLacks(match, statements);
    expect(lack).toEqual({ reason: 'RIVAL', purposes, clubId: 'away', lacksDocument: true });
    expect(others).toEqual([]);
    expect(formatLack(lack as Lack, 'Norte')).toMatch(/^el documento del permiso de la competición para Norte/);
    const withdrawn = createStatements({ teams: { home: purposes }, permission: [], hasDocument: false });
    expect(listLacks(match, withdrawn)).toEqual([{ reason: 'RIVAL', purposes, clubId: 'away' }]);
  });

  test('needs the statement of the club itself if it is on the platform, whatever the competition permits', () => {
    expect(reasons({}, { teams: { home: purposes, away: [] }, permission: purposes })).toEqual([
      ['TEAM', 'away', purposes],
    ]);
    expect(reasons({}, { teams: { home: purposes }, permission: purposes, contracts: ['home', 'away'] })).toEqual([
      ['TEAM', 'away', purposes],
    ]);
  });

  test('[F-RIGHTS-5] needs a club that has accepted the contract, as one of adults does', () => {
    const nobody = { teams: { home: purposes, away: purposes }, contracts: [] };
    expect(reasons({}, nobody)).toEqual([['CONTRACT', 'home', purposes]]);
    expect(reasons({ category: 'senior' }, nobody)).toEqual([['CONTRACT', 'home', purposes]]);
  });

  test('counts as one of minors while its category is unknown, but not if it is senior', () => {
    expect(reasons({ category: null }, {})).toEqual([['CATEGORY', null, purposes]]);
    expect(reasons({ category: 'senior' }, {})).toEqual([]);
  });

  test('requires the rights of every club in a tournament', () => {
    const clubIds = ['home', 'away', 'third'];
    expect(reasons({ clubIds }, { teams: { home: purposes, away: purposes } })).toEqual([['RIVAL', 'third', purposes]]);
  });

  test('a recording without a match needs the teams that it names', () => {
    expect(reasons({ clubIds: ['home'], hasRival: false }, { teams: { home: purposes } })).toEqual([]);
  });
});

describe('the purposes of a club’s teams', () => {
  const a = { team: 'A' as const, purposes };
  const b = { team: 'B' as const, purposes: ['live'] as const };
  const none = { team: 'B' as const, purposes: [] };
  const all = { purposes: ['live', 'recording'] as const };

  test.each([
    ['nothing, where nothing is stated', [], 'A', undefined],
    ['those of the team with the letter', [a, b, all], 'B', ['live']],
    ['those of the team with the letter, also where it has more', [a, b, all], 'A', purposes],
    ['none, where the team with the letter has withdrawn all', [none, all], 'B', []],
    ['those of all teams, for a letter without a statement', [a, all], 'C', ['live', 'recording']],
    ['none, for a letter without a statement, where only others are stated', [a], 'B', []],
    ['those of all teams, for a match without a letter', [all], undefined, ['live', 'recording']],
    ['only those of every team, for a match without a letter', [a, b, all], undefined, ['live']],
    ['only those of every team, without a common statement', [a, b], undefined, ['live']],
    ['none, for a match without a letter, where one team alone is stated', [a], undefined, []],
    ['none, for a match without a letter, once a team has withdrawn all', [all, none], undefined, []],
  ] as const)('are %s', (_title, stated, letter, wanted) => {
    expect(findTeamPurposes(stated, letter)).toEqual(wanted);
  });

  test('are named with their team where they are missing', () => {
    const statements: Statements = { ...createStatements({}), listTeams: () => [a, b] };
    const lacks = listLacks({ ...match, category: 'alevin', teams: { home: 'A', away: 'B' } }, statements);
    const team = { category: 'alevin', letter: 'B' };
    expect(lacks).toEqual([{ reason: 'TEAM', clubId: 'away', team, purposes: ['recording', 'clips', 'sponsors'] }]);
    expect(formatLack(lacks[0]!, 'CD Sauce')).toBe(
      'la autorización de las familias del Alevín B de CD Sauce (grabación, clips y patrocinadores y redes)',
    );
  });

  test('of one team do not let the competition’s permission stand for another', () => {
    const statements: Statements = {
      ...createStatements({ permission: purposes }),
      listTeams: (clubId) => (clubId === 'home' ? [{ purposes }] : [a]),
    };
    const [only] = listLacks({ ...match, teams: { away: 'B' } }, statements);
    expect(only).toMatchObject({ reason: 'TEAM', clubId: 'away', purposes });
  });
});

const lack = (...of: Purpose[]): Lack => ({ reason: 'TEAM', clubId: 'away', purposes: of });

describe('[F-RIGHTS-2] mayBeShown', () => {
  const shown = { visible: true };
  const decide = (item: Parameters<typeof mayBeShown>[0], use: Parameters<typeof mayBeShown>[2] = 'page') =>
    mayBeShown(item, 'EVERYBODY', use, Date.parse('2026-11-27T10:00:00Z'));

  test('answers with the reason', () => {
    expect(decide(shown)).toEqual({ ok: true });
    expect(decide({ visible: false })).toEqual({ ok: false, reason: 'HIDDEN' });
    expect(decide({ ...withhold(shown, 'matter')!, lacks: [lack('live')] })).toEqual({ ok: false, reason: 'WITHHELD' });
    expect(decide({ ...shown, lacks: [lack('live', 'recording')] })).toEqual({ ok: false, reason: 'TEAM' });
    const airtimes = [{ from: '2026-11-27T11:00:00.000Z', until: '2026-11-27T12:00:00.000Z' }];
    expect(decide({ ...shown, airtimes }, 'live')).toEqual({ ok: false, reason: 'CAMERA_TIME' });
    expect(mayBeShown({ visible: false, lacks: [lack('live')] }, 'STAFF', 'live', 0)).toEqual({ ok: true });
  });

  test('closes each purpose separately, and the page once both live and recording are closed', () => {
    const item = { ...shown, lacks: [lack('live', 'sponsors')] };
    const open = (['page', ...purposes] as const).filter((use) => isShownFor(item, use));
    expect(open).toEqual(['page', 'recording', 'clips']);
    expect(isShownFor({ ...shown, lacks: [lack('live'), lack('recording')] }, 'page')).toBe(false);
    expect(isShownFor(undefined, 'page')).toBe(false);
  });
});

test('[F-RIGHTS-2] mayBeShown allows only invited families to see their matches, without image rights', () => {
  const lacks = [lack('live', 'recording')];
  const item = { ...withhold({ visible: true }, rightsHold)!, lacks, audience: 'FAMILIES' as const };
  expect(mayBeShown(item, 'FAMILIES', 'live', 0)).toEqual({ ok: true });
  expect(mayBeShown(item, 'EVERYBODY', 'live', 0)).toEqual({ ok: false, reason: 'FAMILIES' });
  expect(mayBeShown({ ...item, audience: 'EVERYBODY' }, 'FAMILIES', 'live', 0)).toEqual({ ok: false, reason: 'TEAM' });
  expect(mayBeShown(withhold(item, 'matter')!, 'FAMILIES', 'live', 0)).toEqual({ ok: false, reason: 'WITHHELD' });
  const hidden = { visible: false, audience: 'FAMILIES' as const };
  expect(mayBeShown(hidden, 'FAMILIES', 'live', 0)).toMatchObject({ reason: 'HIDDEN' });
});

describe('[F-RIGHTS-2] applyChecked', () => {
  const event = { visible: true };
  const check = (item: Parameters<typeof applyChecked>[0], isEnforced = true) =>
    applyChecked(item, 'facts', 'page', isEnforced);

  test('changes nothing on a stage that only warns, and removes holds of another setting', () => {
    expect(check(event, false)).toBe(event);
    expect(check(check(event), false)).toEqual(event);
  });

  test('does not publish an item that was never checked, or has changed since', () => {
    expect(check(event)).toMatchObject({ visible: false, withheld: { matters: [rightsHold], wasVisible: true } });
    expect(check({ ...event, lacks: [], lacksOf: 'others' }).visible).toBe(false);
    expect(check({ ...event, lacks: [], lacksOf: 'facts' }).visible).toBe(true);
  });

  test('shows an item once nothing is missing, unless staff have hidden it meanwhile', () => {
    const held = check(event);
    expect(check({ ...held, lacks: [], lacksOf: 'facts' })).toMatchObject({ visible: true });
    const hidden = withChosenVisibility(held, false);
    expect(check({ ...hidden, lacks: [], lacksOf: 'facts' })).toMatchObject({ visible: false });
  });

  test('keeps an item hidden while a matter holds it too, whichever ends first', () => {
    const both = withhold(check(event), 'matter')!;
    const rights = { lacks: [], lacksOf: 'facts' };
    const afterRights = check({ ...both, ...rights });
    expect(afterRights.visible).toBe(false);
    expect(check(release(afterRights, 'matter')!).visible).toBe(true);
    const afterMatter = check(release(both, 'matter')!);
    expect(afterMatter.visible).toBe(false);
    expect(check({ ...afterMatter, ...rights }).visible).toBe(true);
  });
});

test('[F-RIGHTS-2] names the missing authorisation in one sentence', () => {
  const lacks: Lack[] = [
    { reason: 'TEAM', clubId: 'home', purposes: ['live', 'recording', 'clips'] },
    { reason: 'RIVAL', clubId: 'away', purposes },
    { reason: 'CATEGORY', purposes },
  ];
  expect(formatLacks(lacks, (id) => ({ home: 'CD Sauce', away: 'CB Ribera' })[id ?? ''] ?? '')).toBe(
    'Falta la autorización de las familias de CD Sauce (directo, grabación y clips), el permiso de la competición para CB Ribera, que no está en Cantera TV (todos los usos) y la categoría, para saber si juegan menores.',
  );
});

test('[F-RIGHTS-4] a family’s right ends a year after the season', () => {
  const user = buildUser('REGULAR_BASIC', { families: ['C1 SOCCER cadete 2024', 'C1 SOCCER cadete 2026'] });
  const effective = withEffectiveRights(user, Date.parse('2026-11-20T10:00:00Z'));
  expect(effective.families).toEqual(['C1 SOCCER cadete 2026']);
});
