/** Conflicting edits of shared items: a change of an outdated version is rejected, so that no saved change is lost. */
import { describe, expect, test } from 'vitest';
import type { ContractKey } from '../../../shared/contract/contract.ts';
import { toCompetitionKey } from '../../../shared/domain/competition.ts';
import { call, createPerson, type Person } from '../../support/api.ts';
import { callers, findVersion, makers, type Names, ourClub, ourCompetition, takeOffAir } from './fixtures.ts';
import { bodies, findKind, listFields, send } from './requests.ts';

const { imageRights, permissionKey, teamKey, toRightsId } = await import('../../../functions/trust/rights/store.ts');
const { readRules, readRulings } = await import('../../../functions/league/competitions/store.ts');

/** Endpoints that change only the caller's own data. */
const unguarded: ContractKey[] = [
  'PATCH /session',
  'PATCH /users/me',
  'PATCH /users/me/alerts',
  'PUT /users/me/alerts/devices',
  'PUT /users/me/progress/{kind}/{id}',
];
const changing = (Object.keys(bodies) as ContractKey[]).filter((key) => /^(PATCH|PUT) /.test(key));

describe('concurrent edits', () => {
  test('[B-UI-1] accepts a version in every change of shared items', () => {
    expect(changing.filter((key) => !listFields(key).includes('version')).sort()).toEqual(unguarded);
  });

  for (const key of changing.filter((candidate) => !unguarded.includes(candidate))) {
    test(`[B-UI-1] ${key}: returns a conflict to the second editor, who refetches and saves`, async () => {
      const kind = findKind(key);
      const names = kind ? await makers[kind]('own') : {};
      // A camera on air also changes by itself.
      if (kind === 'camera') await takeOffAir(String(names.id));
      const caller = await pickEditor(key, names);
      const version = kind ? await findVersion(kind, String(names.id)) : await readVersion(key, caller);
      const change = (seen: number) => send(key, names, caller, { more: { version: seen } });
      expect((await change(version)).status).toBe(200);
      const second = await change(version);
      expect([second.status, await second.json()]).toEqual([
        409,
        { code: 'REQ4090', message: 'Alguien ha cambiado estos datos mientras tanto. Vuelve a cargarlos.' },
      ]);
      expect((await change(version + 1)).status).toBe(200);
    });
  }
});

/** Picks a caller with permission to change the item: staff of its club if it has one. */
function pickEditor(key: ContractKey, { clubId, id }: Names): Promise<Person> {
  if (!key.includes('/clubStaff/')) return callers.admin();
  return clubId && clubId === id ? createPerson('CLUB_STAFF', { clubId }) : callers['staff of the club']();
}

/** Reads the version of items that have no id of their own. */
async function readVersion(key: ContractKey, caller: Person): Promise<number> {
  if (key.includes('/rights/')) return readStatementVersion(key);
  if (key.includes('tables')) return (await readRulings(ourCompetition)).version;
  return key.includes('competitions') ? (await readRules(ourCompetition)).version : readProfileVersion(caller);
}

/** A statement is created by its first change. */
async function readStatementVersion(key: ContractKey): Promise<number> {
  const body = await bodies[key as 'PUT /rights/teams']({});
  const { sport, season, name, category } = body as {
    sport: 'SOCCER';
    season: number;
    name?: string;
    category: 'alevin';
  };
  const identity = name
    ? permissionKey(toCompetitionKey({ sport, competition: name }) ?? '', season)
    : teamKey(ourClub, { sport, season, category });
  return (await imageRights.get(toRightsId(identity)))?.version ?? 0;
}

/** Reads the version of the broadcast profile, which is created by its first change. */
async function readProfileVersion({ token }: Person): Promise<number> {
  await call('PATCH /live/users/me', { token, body: { title: 'Directo' } });
  return Number((await call('GET /live/users/me', { token })).data.user.version);
}
