/** The check that everything about a person is exported and erased, for a newcomer's note on a match. */
import { expect, test } from 'vitest';
import type { JobFunction } from '../../infra/function-spec.ts';
import { findItemKind } from '../../infra/item-kinds.ts';
import { requireItemKinds } from '../../infra/local/lambda/permissions.ts';
import type { Personal, TableSpec } from '../../infra/tables.ts';
import { findPersonalProblems, findUnstatedKeys } from '../runner/personal-items.ts';

const fields = ['alerts'] as const;
const alerts: TableSpec = {
  name: 'alerts',
  ofClubs: { job: 'forget-notes' },
  items: { 'USER#{id} / SETTINGS': { export: ['alerts'], erase: { job: 'forget-alerts' } } },
};
const job = (name: string, table: string, domainEvent = 'AccountDeleted') =>
  ({
    name,
    on: { domainEvents: [domainEvent] },
    grants: { tables: { [table]: ['DeleteItem'] } },
  }) as unknown as JobFunction;
const jobs = [job('forget-alerts', 'alerts'), job('forget-notes', 'alerts', 'ClubDeleted')];
const accounts = { tables: { alerts: ['Query'] } } as const;
const check = (more: Partial<Parameters<typeof findPersonalProblems>[0]> = {}) =>
  findPersonalProblems({ tables: [alerts], fields, jobs, accounts, ...more });
const noteTable = (note: Personal): TableSpec => ({
  name: 'library',
  ofClubs: 'none',
  items: { '{event} / NOTE#{user}': note },
});

test('[A-ENT-1] accepts items that are exported and erased', () => {
  expect(check()).toEqual([]);
});

test.each<[string, Personal, string]>([
  [
    'is not exported',
    { export: ['alerts'], erase: { kept: 'by law' } },
    'people/accounts may not read it for the export',
  ],
  ['has no job', { export: 'nowhere', erase: { job: 'forget-notes' } }, 'no job forget-notes handles AccountDeleted'],
  [
    'is not deleted by its job',
    { export: 'nowhere', erase: { job: 'forget-alerts' } },
    'forget-alerts has no grant DeleteItem on it',
  ],
  ['never expires', { export: 'nowhere', erase: 'expires' }, 'the table has no ttl'],
  ['stays with the account', { export: 'nowhere', erase: 'account' }, 'people/accounts may not delete it'],
])('[A-ENT-1] names an item that %s', (_, note, problem) => {
  const problems = check({ tables: [alerts, noteTable(note)] });
  expect(problems).toEqual([`infra/tables.ts: library {event} / NOTE#{user}: ${problem}`]);
});

test('[A-ENT-1] names a field that no item carries, and a job that erases what nothing states', () => {
  expect(check({ fields: ['alerts', 'notes'] })).toEqual([
    'infra/tables.ts: no item states the field notes of the export',
  ]);
  expect(check({ jobs: [...jobs, job('forget-more', 'library')] })).toEqual([
    'infra/tables.ts: no item states that forget-more erases it, though it handles AccountDeleted',
  ]);
});

test.each<[string, TableSpec['ofClubs'], string]>([
  ['has no job', { job: 'forget-alerts' }, 'no job forget-alerts handles ClubDeleted'],
  ['is not changed by its job', { job: 'forget-notes' }, 'forget-notes may not change it'],
])('[A-ENT-1] names a table of items of clubs that %s', (_, ofClubs, problem) => {
  expect(
    check({ tables: [alerts, { ...noteTable({ export: 'nowhere', erase: { kept: 'by law' } }), ofClubs }] }),
  ).toEqual([`infra/tables.ts: library: ${problem}`]);
});

test('[A-ENT-1] names a job of deleted clubs that no table states', () => {
  expect(check({ jobs: [...jobs, job('forget-more', 'alerts', 'ClubDeleted')] })).toEqual([
    'infra/tables.ts: no table states that forget-more ends items of a deleted club',
  ]);
});

test('[A-ENT-1] names the file of a key that no table states', () => {
  const file = 'functions/league/notes/store.ts';
  const [user, note] = ['USER', 'NOTE'].map((name) => `\`${name}#\${id}\``);
  const find = (code: string) => findUnstatedKeys(file, code, [alerts]);
  expect(find(`const key = { pk: ${user}, sk: ${note} };`)).toEqual([
    `infra/tables.ts: no item states the sk 'NOTE#…' of ${file}: say who it is about`,
  ]);
  expect(find(`const key = { pk: ${user}, sk: 'NOTES' };`)).toHaveLength(1);
  expect(find(`const key = { pk: ${user}, sk: 'SETTINGS' };`)).toEqual([]);
});

test('[A-ENT-1] finds the statement about an item by its key, and none for other keys', () => {
  const user = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  expect(findItemKind('library', { pk: `USER#${user}`, sk: `LIST#${user}#contentvideos` })?.key).toBe(
    'USER#{id} / LIST#{video*}',
  );
  expect(findItemKind('library', { pk: `USER#${user}`, sk: `NOTE#${user}` })).toBeUndefined();
  expect(findItemKind('clubs', { pk: user, sk: 'ITEM' })?.personal).toBe('none');
});

test('[A-ENT-1] the local platform refuses to write an item of no stated kind', () => {
  const write = (sk: string) => ({ TableName: 'library', Item: { pk: 'USER#01ARZ3NDEKTSV4RRFFQ69G5FAV', sk } });
  expect(() => requireItemKinds(write('NOTE#1'))).toThrow('The table library has no kind of item');
  expect(() => requireItemKinds({ TransactItems: [{ Put: write('LIST#1') }, { Put: write('NOTE#1') }] })).toThrow(
    'NOTE#1',
  );
  expect(() => requireItemKinds(write('LIST#1'))).not.toThrow();
});
