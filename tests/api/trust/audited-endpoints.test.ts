/** The audit has one entry for each request of the back office that changes something. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { findItemKind } from '../../../infra/item-kinds.ts';
import { type ContractKey, contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { createClub, createPerson } from '../../support/api.ts';
import { findItems } from '../../support/find-items.ts';
import { callers, makers, type Names, ourClub, theirClub } from '../security/fixtures.ts';
import { findKinds, send } from '../security/requests.ts';

const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { listChains } = await import('../../../functions/platform/audit/rules.ts');
const { matters } = await import('../../../functions/trust/matters/store.ts');
type Entry = import('../../../functions/platform/audit/rules.ts').AuditEntry;

/** Position of the last entry read of each chain, so that reads skip the thousands that other tests add. */
const lastRead = new Map<string, string>();

async function readNewEntries(): Promise<Entry[]> {
  const read = async (chain: string) => {
    const found = await queryAll<Entry>('audit', chain, { after: lastRead.get(chain) ?? '0' });
    const last = found.at(-1)?.sk;
    if (last) lastRead.set(chain, last);
    return found;
  };
  return (await Promise.all(listChains().map(read))).flat();
}

const [home, away] = [`CD Registro ${ulid()}`, `UD Registro ${ulid()}`];
const admin = await createPerson('ADMIN');
const staff = await callers['staff of the club']();
const importer = await createPerson('CLUB_STAFF', { clubId: await createClub(home) });
await createClub(away);

/** Endpoints that change no data of staff, operators or the system, with the reason. */
const exempt: Partial<Record<ContractKey, string>> = {
  'PATCH /session': 'renews the viewer’s own stream',
  'POST /uploads/{id}/parts': 'signs addresses; the video that is uploaded has its own entries',
  'POST /sportevents/{id}/phone/publishers': 'the entry is of the source that the phone becomes',
  'POST /sportevents/{id}/phone/uploads': 'refused here: another phone’s broadcast, which has an entry of its own',
  'POST /sportevents/{id}/phone/segments': 'likewise',
  'POST /sportevents/{id}/phone/end': 'likewise',
  'POST /sportevents/{id}/phone/probe': 'measures a line: the bytes expire unread',
  'POST /liveusers/{slug}/clips': 'refused here: the moment is outside of the broadcast',
  'DELETE /clubStaff/clubs/{id}': 'refused to all club staff',
  'PUT /clubStaff/vods/{id}/segments': 'refused to all club staff',
};

const fixture = (hour: number) => `fecha;hora;local;visitante\n2095-03-06;${hour}:00;${home};${away}`;

/** Bodies that cause a change, for endpoints where those of the permission matrix do not. */
const bodies: [RegExp, (names: Names) => Record<string, unknown>][] = [
  [/live\/fixtures$/, () => ({ csv: fixture(10), dry: false })],
  [/clubStaff\/fixtures$/, () => ({ csv: fixture(18), dry: false })],
  [/competitions/, () => ({ win: 4 })],
  [/^PUT \/live.*\/clubs$/, () => ({ clubIds: [ourClub, theirClub] })],
  // Staff may change the order of the clubs only.
  [/^PUT \/clubStaff.*\/clubs$/, () => ({ clubIds: [theirClub, ourClub] })],
  // A contract is accepted once.
  [/rights\/contract$/, ({ newClub }) => ({ clubId: newClub })],
];

async function prepare(key: ContractKey, names: Names): Promise<void> {
  const removal = key.replace('POST ', 'DELETE ').replace('/recover', '') as ContractKey;
  if (key.endsWith('/recover')) await send(removal, names, admin);
  if (key === 'DELETE /sportevents/{id}/camera-link') await send('POST /sportevents/{id}/camera-link', names, admin);
  if (key === 'DELETE /sportevents/{id}/scorer-link') await send('POST /sportevents/{id}/scorer-link', names, admin);
  if (key.startsWith('PUT /clubStaff/') && key.endsWith('/clubs'))
    await send(key.replace('clubStaff', 'live') as ContractKey, names, admin, {
      more: { clubIds: [ourClub, theirClub] },
    });
  if (key === 'POST /matters/{id}/release')
    await matters.change(String(names.id), (matter) => ({ ...matter, holds: true }));
  // The profile is created on first use.
  if (key === 'PATCH /live/users/me') await send(key, names, admin);
}

const changing = (Object.keys(contract) as ContractKey[]).filter((key) => {
  const { access } = contract[key] as Endpoint;
  const isRead = key.startsWith('GET ') || key.startsWith('HEAD ');
  return !isRead && ['admin', 'clubStaff', 'staff', 'scorer', 'phone'].includes(access) && !exempt[key];
});

describe('[F-AUDIT-1] every endpoint of the back office that changes something', () => {
  test.each(changing)('%s leaves one entry of its item', async (key) => {
    const { access } = contract[key] as Endpoint;
    const [kind] = findKinds(key);
    const names = kind ? await makers[kind]('own') : {};
    const ofClub = key.endsWith('/fixtures')
      ? importer
      : kind === 'club'
        ? await createPerson('CLUB_STAFF', { clubId: names.id })
        : staff;
    const caller = access === 'clubStaff' ? ofClub : admin;
    await prepare(key, names);
    const [, toMore = () => ({})] = bodies.find(([pattern]) => pattern.test(key)) ?? [];
    const more = toMore({ ...names, newClub: await createClub() });
    const response = await send(key, names, caller, { more });
    const requestId = response.headers.get('apigw-requestid');
    // The other requests are refused because of their items, as in the permission matrix.
    expect([200, 201, 202, 400, 404, 409]).toContain(response.status);
    const entries = (await readNewEntries()).filter((entry) => entry.requestId === requestId);
    if (response.status >= 400) {
      expect(entries).toEqual([]);
      return;
    }
    const { id } = { ...names, ...((await response.json().catch(() => ({}))) as { data?: { id?: string } }).data };
    const itself = entries.filter((entry) => id === undefined || kind === 'upload' || entry.id === id);
    expect(itself.map(({ kind, action, role, person }) => ({ kind, action, role, person }))).toEqual([
      {
        kind: expect.any(String),
        action: expect.any(String),
        person: caller.user.id,
        role: caller === admin ? 'ADMIN' : 'CLUB_STAFF',
      },
    ]);
  });
});

/** Fields that hold ids of staff, whose accounts only an admin ends; the items are about something else. */
const staffMarks = [
  'clubs {id} / ITEM: contract',
  'vods {id} / ITEM: withdrawn',
  'broadcasts {id} / ITEM: ownerId',
  'broadcasts BROADCASTS#{channel} / {id}: withdrawn',
  'scores {event} / LINK: madeBy',
  'scores {event} / CAMERA: madeBy',
  'uploads {id} / UPLOAD: createdBy',
  'uploads DELETED#{kind} / {id}: deletedBy',
  'uploads DELETED#{kind} / {id}: closing',
  'rights {id} / ITEM: userIds',
];

test('[A-ENT-1] an item that is stated to be about nobody holds no id of a person', async () => {
  const ids = [admin, staff, importer].map(({ user }) => user.id);
  const found = (await findItems(ids)).flatMap(({ table, item }) => {
    const kind = findItemKind(table, item);
    const fields = Object.keys(item).filter((name) => ids.some((id) => JSON.stringify(item[name]).includes(id)));
    return kind?.personal === 'none' ? fields.map((field) => `${table} ${kind.key}: ${field}`) : [];
  });
  const unstated = [...new Set(found)].filter((mark) => !staffMarks.includes(mark) && !mark.includes(' LOG / '));
  expect(unstated, 'infra/tables.ts states `none` about an item with the id of a person').toEqual([]);
});
