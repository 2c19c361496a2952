/**
 * Mass assignment: every writing endpoint gets, beside its own fields, those that decide permissions and every other
 * stored field. They are ignored or rejected.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { withRetries } from '../../../functions/platform/aws/retries.ts';
import { tables } from '../../../infra/tables.ts';
import { type ContractKey, contract } from '../../../shared/contract/contract.ts';
import type { Access, Endpoint } from '../../../shared/contract/endpoint.ts';
import { callers, makers, type Names, ourClub, theirClub } from './fixtures.ts';
import { bodies, findKind, listFields, send } from './requests.ts';

const { getItems } = await import('../../../functions/platform/aws/dynamo.ts');
const { tableName } = await import('../../../functions/platform/aws/dynamo-client.ts');
const { userKey } = await import('../../../functions/platform/auth/sessions.ts');

type Fields = Record<string, unknown>;

const somebody = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** Values that would increase the sender's rights. */
const coveted: Fields = {
  id: somebody,
  role: 'ADMIN',
  clubId: theirClub,
  clubIds: [theirClub],
  isPublic: true,
  visible: true,
  ownerId: somebody,
  createdBy: somebody,
  subscription: { provider: 'stripe', from: '2020-01-01T00:00:00.000Z', to: '2999-01-01T00:00:00.000Z' },
};

/** Fields that club staff may not set even where admins may: their club is fixed, and they publish nothing. */
const neverForStaff = ['clubId', 'clubIds', 'isPublic'];

const mostRestricted: Record<Access, () => ReturnType<(typeof callers)['admin']> | Promise<undefined>> = {
  public: callers.visitor,
  viewer: callers.basic,
  staff: callers['staff of the club'],
  scorer: callers['staff of the club'],
  phone: callers['staff of the club'],
  clubStaff: callers['staff of the club'],
  admin: callers.admin,
  partner: callers.visitor,
};

const writing = Object.keys(bodies) as ContractKey[];

describe('mass assignment', () => {
  for (const key of writing) {
    test(`[B-PERM-9] ${key}: ignores or rejects fields that decide permissions`, async () => {
      await sendAndCompare(key, without(coveted, listFields(key)));
      if (key.includes('/clubStaff/')) {
        for (const field of neverForStaff) await sendAndCompare(key, { [field]: coveted[field] });
      }
    });
  }

  test('[B-PERM-9] stores no field outside of the schemas', async () => {
    const stored = new Set<string>();
    for await (const item of scanTables()) for (const name of Object.keys(item)) stored.add(name);
    const smuggle = async (key: ContractKey) => {
      const names = [...stored].filter((name) => !listFields(key).includes(name));
      const more = Object.fromEntries(names.map((name) => [name, `contrabando por ${key}`]));
      await send(key, await createThing(key, 'own'), await pickCaller(key), { more });
    };
    // In sequence they take minutes when AWS faults are injected; all at once, connections time out on a busy machine.
    const waiting = writing.values();
    const work = async () => {
      for (const key of waiting) await smuggle(key);
    };
    await Promise.all(Array.from({ length: 8 }, work));
    for await (const item of scanTables()) expect(JSON.stringify(item)).not.toContain('contrabando');
  });
});

async function sendAndCompare(key: ContractKey, more: Fields): Promise<void> {
  const names = await createThing(key, 'hidden');
  const caller = await pickCaller(key);
  const touched = [names.id, names.vodId, names.sportEventId, caller?.user.id].filter((id) => id !== undefined);
  const before = await readRecords(touched);
  const answer = await send(key, names, caller, { more });
  const made = findCreatedIds(await answer.text());
  expect(await readRecords(touched)).toEqual(before);
  for (const record of await readRecords(made)) {
    for (const [field, value] of Object.entries(pick(more, Object.keys(record)))) {
      expect(record[field], field).not.toEqual(value);
    }
    if (caller && 'clubIds' in record && key.includes('/clubStaff/')) expect(record.clubIds).toEqual([ourClub]);
  }
}

const createThing = async (key: ContractKey, state: 'own' | 'hidden'): Promise<Names> => {
  const kind = findKind(key);
  return kind ? makers[kind](state) : {};
};

const pickCaller = (key: ContractKey) => mostRestricted[(contract[key] as Endpoint).access]();

/** Reads the permission fields of all items stored under these ids. */
async function readRecords(ids: readonly string[]): Promise<Fields[]> {
  const items = tables.map(({ name }) => name);
  const keys = ids.flatMap((id) => [
    ...items.map((table) => ({ table, key: { pk: id, sk: 'ITEM' } })),
    { table: 'users' as const, key: userKey(id) },
  ]);
  const found = await getItems(keys);
  return found.flatMap((item) => (item ? [pick(item, Object.keys(coveted))] : []));
}

function findCreatedIds(answer: string): string[] {
  const { data } = JSON.parse(answer) as { data?: string | { id?: string } };
  const id = typeof data === 'string' ? data : data?.id;
  return id ? [id] : [];
}

async function* scanTables(): AsyncGenerator<Fields> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(withRetries()));
  for (const { name } of tables) {
    for await (const page of paginateScan({ client }, { TableName: tableName(name) })) yield* page.Items ?? [];
  }
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
