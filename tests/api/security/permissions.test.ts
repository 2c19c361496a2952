/**
 * Every endpoint × every kind of caller × own, other, hidden and missing items, compared with the table
 * `permissions.md`. Requests go through the local gateway, whose functions have only the grants of their role.
 */
import { describe, expect, test } from 'vitest';
import { type ContractKey, contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { createPerson, type Person } from '../../support/api.ts';
import {
  type CallerName,
  callers,
  clubMark,
  type Kind,
  makers,
  missingThing,
  type Names,
  ourClub,
  type State,
  states,
  theirClub,
} from './fixtures.ts';
import { readPermissions } from './permission-table.ts';
import { findKinds, findListedKind, send } from './requests.ts';

const table = readPermissions();
const callerNames = Object.keys(callers) as CallerName[];
const keys = Object.keys(contract) as ContractKey[];

describe('permissions', () => {
  test('[B-PERM-9] lists exactly the endpoints of the contract', () => {
    expect(Object.keys(table).sort()).toEqual([...keys].sort());
  });

  for (const key of keys) {
    test(`[B-PERM-1][B-PERM-9] ${key}`, async () => {
      const row: Record<string, string> = {};
      for (const name of callerNames) row[name] = await measureCell(key, name);
      expect(row).toEqual(table[key]);
    });
  }
});

/** Measures a cell as in the table: one status, one per state if they differ, or a status and the listed items. */
async function measureCell(key: ContractKey, name: CallerName): Promise<string> {
  const list = findListedKind(key);
  if (list) return measureListCell(key, list, name);
  const kinds = findKinds(key);
  if (kinds.length === 0) return String(await requestStatus(key, {}, name));
  const found: string[] = [];
  for (const kind of kinds) {
    const statuses: number[] = [];
    for (const state of states) statuses.push(await requestItemStatus(key, kind, state, name));
    found.push(new Set(statuses).size === 1 ? `${statuses[0]}` : statuses.join(' '));
  }
  return [...new Set(found)].join(' or ');
}

const kept = new Map<string, Promise<Names>>();

/** Reuses an item after reads and refusals; recreates it after a change. */
async function requestItemStatus(key: ContractKey, kind: Kind, state: State, name: CallerName): Promise<number> {
  if (state === 'missing') return requestStatus(key, missingThing(kind), name);
  const label = `${kind} ${state}`;
  const before = await kept.get(label);
  const made = before && !isOutdated(before) ? Promise.resolve(before) : makers[kind](state);
  kept.set(label, made);
  const names = await made;
  const status = await requestStatus(key, names, name, kind === 'club' ? findStaff(names, state, name) : undefined);
  if (status < 400 && !key.startsWith('GET ')) kept.delete(label);
  return status;
}

/** True after 15 s: reconciliation ends a broadcast that IVS does not know within half a minute. */
const isOutdated = ({ startedAt }: Names) => startedAt !== undefined && Date.now() - Date.parse(startedAt) > 15_000;

const people = new Map<CallerName, Promise<Person | undefined>>();

async function requestStatus(
  key: ContractKey,
  names: Names,
  name: CallerName,
  special?: Promise<Person>,
): Promise<number> {
  const caller = special ?? people.get(name) ?? callers[name]();
  if (!special) people.set(name, caller);
  const { status } = await send(key, names, await caller);
  if (status < 400 && (!key.startsWith('GET ') || key.endsWith('/logout'))) people.delete(name);
  return status;
}

function findStaff({ id }: Names, state: State, name: CallerName): Promise<Person> | undefined {
  const isTheirs =
    (name === 'staff of the club' && state === 'own') || (name === 'staff of another club' && state === 'other');
  return isTheirs ? createPerson('CLUB_STAFF', { clubId: String(id) }) : undefined;
}

async function measureListCell(key: ContractKey, kind: Kind, name: CallerName): Promise<string> {
  const things = { own: makers[kind]('own'), other: makers[kind]('other'), hidden: makers[kind]('hidden') };
  await Promise.all(Object.values(things));
  const caller = await callers[name]();
  // Excludes the items of other tests, which fill many pages, and whose deletion would move an item to a page already
  // read.
  const { shape = {} } = ((contract[key] as Endpoint).query ?? {}) as { shape?: object };
  const filter = kind === 'club' ? { search: clubMark } : 'clubIds' in shape ? { clubIds: [ourClub, theirClub] } : {};
  let status = 0;
  let text = '';
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await send(key, {}, caller, { query: { page, ...filter } });
    const body = await answer.text();
    status = answer.status;
    text += body;
    pages = Number(/"totalPages":(\d+)/.exec(body)?.[1] ?? 1);
  }
  const found: string[] = [];
  for (const [state, made] of Object.entries(things)) {
    const { id, slug } = await made;
    if (text.includes(String(slug ?? id))) found.push(state);
  }
  return [status, ...found].join(' ');
}
