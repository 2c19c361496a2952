/** Stored data about a person is exported and ends with the account, as infra/tables.ts states. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { findItemKind } from '../../../infra/item-kinds.ts';
import { tables } from '../../../infra/tables.ts';
import { call, createClub, createContentVideo, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually, has } from '../../support/eventually.ts';
import { buyMatch } from '../money/customers.ts';

const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { getDocumentClient, tableName } = await import('../../../functions/platform/aws/dynamo-client.ts');

interface Found {
  table: string;
  pk: string;
  sk: string;
}

/** Items of all tables that contain one of the texts, except the copies that end by themselves. */
async function findItems(texts: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { name } of tables) {
    let start: Record<string, unknown> | undefined;
    do {
      const page = await getDocumentClient().send(
        new ScanCommand({ TableName: tableName(name), ...(start && { ExclusiveStartKey: start }) }),
      );
      for (const item of page.Items ?? []) {
        const text = JSON.stringify(item);
        if (texts.some((one) => text.includes(one))) found.push({ table: name, pk: item.pk, sk: item.sk });
      }
      start = page.LastEvaluatedKey;
    } while (start);
  }
  return found;
}

test('[A-ENT-1] everything about a person is exported, and ends with the account or is kept for a stated reason', async () => {
  const { user, token } = await createPerson('REGULAR_BASIC');
  await setPassword(user.id, 'mi-clave-actual');
  const [event, club] = [await createEvent(), await createClub()];
  const vod = { kind: 'vods', id: (await createVod()).id };
  const report = { kind: 'contentvideos', id: (await createContentVideo()).id };
  for (const params of [vod, report]) {
    await call('PUT /users/me/list/{kind}/{id}', { token, params });
    await call('PUT /users/me/progress/{kind}/{id}', { token, params, body: { position: 30 } });
  }
  await call('PUT /users/me/favorite-clubs/{clubId}', { token, params: { clubId: club } });
  await call('PUT /users/me/alerts/sportevents/{id}', { token, params: { id: event.id } });
  await call('PUT /users/me/alerts/clubs/{clubId}', { token, params: { clubId: club } });
  await call('PATCH /users/me/alerts', { token, body: { mail: false } });
  await call('POST /users/me/calendar', { token });
  await call('POST /public/newsletter', { body: { email: user.email } });
  await buyMatch({ user, token }, event.id);
  await eventually(async () => (await call('GET /users/me', { token })).data.user.sportEvents, has({ length: 1 }));

  const stored = await findItems([user.id, user.email]);
  const { data } = await call('GET /users/me/data', { token });
  for (const item of stored) {
    const kind = findItemKind(item.table, item);
    expect([item.table, kind?.key ?? item.sk, kind === undefined || kind.personal === 'none']).not.toContain(true);
    const fields =
      kind && kind.personal !== 'none' && typeof kind.personal.export !== 'string' ? kind.personal.export : [];
    // Fields that need not have a value, such as the surname of a buyer, belong to the account itself.
    if (item.table !== 'users')
      for (const field of fields) expect([field, isFilled(data[field])]).toEqual([field, true]);
  }
  const tablesWithItems = new Set(stored.map(({ table }) => table));
  for (const table of ['users', 'sessions', 'clubs', 'library', 'alerts', 'purchases', 'messages'])
    expect([...tablesWithItems]).toContain(table);

  await call('DELETE /users/me', { token, body: { password: 'mi-clave-actual' } });
  const isErased = ({ table, pk, sk }: Found) => {
    const { personal } = findItemKind(table, { pk, sk }) ?? {};
    if (personal === undefined || personal === 'none') return true;
    return personal.erase === 'account' || (typeof personal.erase === 'object' && !('kept' in personal.erase));
  };
  const listRemaining = async () => (await findItems([user.id, user.email])).filter(isErased);
  await eventually(listRemaining, has({ length: 0 }));
  expect(await listRemaining()).toEqual([]);
});

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null);
