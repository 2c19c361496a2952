/** Stored data about a person is exported and ends with the account, as infra/tables.ts states. */
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { findItemKind } from '../../../infra/item-kinds.ts';
import { type Personal, tables } from '../../../infra/tables.ts';
import { call, createClub, createContentVideo, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually, has } from '../../support/eventually.ts';
import { findItems } from '../../support/find-items.ts';
import { subscribePush } from '../../support/push.ts';
import { buyMatch } from '../money/customers.ts';

const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { readPushKey } = await import('../../../functions/reach/alerts/push.ts');

test('[A-ENT-1] everything about a person is exported, and ends with the account or is kept for a stated reason', async () => {
  const marketing = { accepted: true, changedAt: '2026-11-20' };
  const { user, token } = await createPerson('REGULAR_BASIC', { externalId: `SOCIO-${ulid()}`, marketing });
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
  await call('PUT /users/me/alerts/devices', { token, body: await subscribePush(await readPushKey()) });
  await call('POST /public/newsletter', { body: { email: user.email } });
  await buyMatch({ user, token }, event.id);
  await eventually(async () => (await call('GET /users/me', { token })).data.user.sportEvents, has({ length: 1 }));

  const stored = await findItems([user.id, user.email]);
  const { data } = await call('GET /users/me/data', { token });
  expect(data).toMatchObject({
    id: user.id,
    favoriteClubs: [club],
    myList: [report, vod],
    watched: [report, vod].map((video) => ({ ...video, position: 30 })),
    alerts: { events: [{ id: event.id }], clubs: [{ id: club }], mail: false, calendarSince: expect.any(String) },
    newsletter: { status: 'pending' },
    marketing,
    sessions: [expect.anything()],
  });
  // Fields have names; no row is exported as it is stored.
  for (const text of ['"pk"', '"sk"', '#', 'Hash', 'Secret', 'expiresAt":1'])
    expect(JSON.stringify(data)).not.toContain(text);
  for (const { table, item } of stored) {
    const kind = findItemKind(table, item);
    expect([table, kind?.key ?? item.sk, kind === undefined || kind.personal === 'none']).not.toContain(true);
    const fields =
      kind && kind.personal !== 'none' && typeof kind.personal.export !== 'string' ? kind.personal.export : [];
    // Fields that need not have a value, such as the surname of a buyer, belong to the account itself.
    if (table !== 'users') for (const field of fields) expect([field, isFilled(data[field])]).toEqual([field, true]);
  }
  const proved = new Set(stored.map(({ table, item }) => toKindName(table, findItemKind(table, item)?.key)));
  const unproved = listPersonalKinds().filter((kind) => !proved.has(kind));
  expect(
    unproved,
    'Store an item of each kind of infra/tables.ts here, or name the test that exports and erases it',
  ).toEqual(Object.keys(provedElsewhere));

  await call('DELETE /users/me', { token, body: { password: 'mi-clave-actual' } });
  const listRemaining = async () =>
    (await findItems([user.id, user.email])).filter(({ table, item }) => {
      const { personal } = findItemKind(table, item) ?? {};
      return personal === undefined || personal === 'none' || isErased(personal.erase);
    });
  await eventually(listRemaining, has({ length: 0 }));
  expect(await listRemaining()).toEqual([]);
});

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null);

/** Kinds of other people than this one, each with the test that reads their export and their end. */
const provedElsewhere: Record<string, string> = {
  'staff {id} / ITEM': 'people/staff-invitations',
  'clips {id} / ITEM': 'recordings/viewer-clips',
  'clips CUT#{recording}#{cut*} / CLIP': 'recordings/viewer-clips',
  'messages RETURNED#{address*} / STATE': 'people/returned-mail',
  'purchases USER#{id} / WITHDRAWAL#{number}': 'money/withdrawals',
  'purchases HOLDERS#{product} / USER#{id}': 'money/promotion-codes',
  'purchases INVOICES#{month} / {position}': 'money/invoice-requests',
  'purchases USER#{id} / INVOICE#{id}': 'money/invoice-requests',
  'views {item}#{shard} / USER#{id}': 'a count',
  'views {item}#{shard} / PARTS#{id}': 'a count',
  'matters {id} / ITEM': 'trust/matters',
  'rights {owner} / ENTRY#{id}': 'trust/rights',
  'rights FAMILIES#{club} / MEMBER#{team*}#{user}': 'trust/family-invitations',
  'rights FAMILYMEMBER#{id} / POINTER': 'trust/family-invitations',
  'rights USER#{id} / FAMILY#{member}': 'trust/family-invitations',
};

const isErased = (erase: Personal['erase']) => erase === 'account' || (typeof erase === 'object' && !('kept' in erase));

const toKindName = (table: string, key = '') => `${table} ${key}`;

/** Kinds that the export carries, or that end with the account. */
const listPersonalKinds = () =>
  tables.flatMap(({ name, items }) =>
    Object.entries(items)
      .filter(([, kind]) => kind !== 'none' && (typeof kind.export !== 'string' || isErased(kind.erase)))
      .map(([key]) => toKindName(name, key)),
  );
