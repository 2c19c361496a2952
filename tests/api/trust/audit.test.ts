/** The audit: one entry per change, in the transaction of the change, in chains that reveal alterations. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { partnerApiKey } from '../../../infra/local/keys.ts';
import type { AuditView } from '../../../shared/contract/audit.ts';
import { call, createClub, createEvent, createPerson, createVod, type Person } from '../../support/api.ts';
import { eventually, has, isFilled } from '../../support/eventually.ts';
import { callers } from '../security/fixtures.ts';
import { send } from '../security/requests.ts';

const { queryItems } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { transact, updateWrite } = await import('../../../functions/platform/aws/dynamo.ts');
const { listChains } = await import('../../../functions/platform/audit/rules.ts');
const { verifyAudit } = await import('../../../functions/trust/audit/anchors.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
type Entry = import('../../../functions/platform/audit/rules.ts').AuditEntry;

const admin = await createPerson('ADMIN');

async function readEntries(matches: (entry: Entry) => boolean): Promise<Entry[]> {
  const found: Entry[] = [];
  for (const chain of listChains())
    for await (const page of queryItems<Entry>('audit', chain)) found.push(...page.filter(matches));
  return found.sort((a, b) => a.at.localeCompare(b.at));
}

describe('[F-AUDIT-1] the audit', () => {
  const list = async (query: object) => (await call('GET /live/audit', { token: admin.token, query })).data.entries;

  test('records actor, item, time, old and new values, without secrets or personal data', async () => {
    const clubId = await createClub();
    const vod = await createVod({ title: 'Jornada 7', clubIds: [clubId], visible: true });
    await call('PATCH /live/vods/{id}', {
      token: admin.token,
      params: { id: vod.id },
      body: { visible: false, title: 'Jornada 7 (otra vez)' },
    });
    const [entry] = await eventually(
      () => list({ kind: 'vods', item: vod.id }),
      (found) => found[0]?.action === 'CHANGE',
    );
    expect(entry).toMatchObject({
      kind: 'vods',
      itemId: vod.id,
      name: 'Jornada 7 (otra vez)',
      action: 'CHANGE',
      role: 'ADMIN',
      person: { id: admin.user.id },
      via: 'PATCH /live/vods/{id}',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      before: { visible: true },
      after: { visible: false },
      fields: expect.arrayContaining(['title']),
    });
    const cameraId = (
      await call('POST /live/cameras', { token: admin.token, body: { slug: `auditada-${ulid().toLowerCase()}` } })
    ).data.id;
    await call('POST /live/cameras/{id}/stream-key', { token: admin.token, params: { id: cameraId } });
    const { streamKey } = (await call('GET /live/cameras/{id}', { token: admin.token, params: { id: cameraId } })).data;
    const all = JSON.stringify(await readEntries(() => true));
    expect(all).not.toContain(streamKey);
    expect(all).not.toMatch(/@cantera\.test/);
    expect(await list({ kind: 'cameras', item: cameraId })).toMatchObject([
      { fields: expect.arrayContaining(['streamKey']) },
      { action: 'CREATE' },
    ]);
  });

  test('records changes by the system that viewers see, not its bookkeeping', async () => {
    const vod = await createVod({ status: 'STARTED', clubIds: [] });
    await vods.change(vod.id, (item) => ({ ...item, progress: 40 }));
    await vods.change(vod.id, (item) => ({ ...item, status: 'FINISHED' as const }));
    const entries = await readEntries((entry) => entry.item === `vods#${vod.id}` && entry.action === 'CHANGE');
    expect(entries).toMatchObject([
      { role: 'SYSTEM', person: 'SYSTEM', before: { status: 'STARTED' }, after: { status: 'FINISHED' } },
    ]);
  });

  test('records grants and ends of the partner’s right, without its customer’s data', async () => {
    const userId = `cliente-${ulid()}`;
    const body = { email: `${userId.toLowerCase()}@cantera.test`, userId, to: '2999-01-01' };
    const headers = { 'x-api-key': partnerApiKey };
    const made = await call('POST /partner/customers', { headers, body });
    expect(made).toMatchObject({ status: 200 });
    const { id } = made.data;
    await call('DELETE /partner/customers/{userId}', { headers, params: { userId } });
    const entries = await readEntries((entry) => entry.item === `users#${id}`);
    expect(entries.map(({ action, role }) => ({ action, role }))).toEqual([
      { action: 'CREATE', role: 'PARTNER' },
      { action: 'CHANGE', role: 'PARTNER' },
    ]);
    expect(entries[1]?.before).toMatchObject({ partnerSubscription: { to: expect.stringMatching(/^2999/) } });
  });

  test('filters by person, item and day, page by page', async () => {
    const other = await createPerson('ADMIN');
    const clubId = await createClub();
    for (let each = 0; each < 55; each += 1)
      await call('PATCH /live/clubs/{id}', {
        token: other.token,
        params: { id: clubId },
        body: { name: `Club ${ulid()}` },
      });
    const person = other.user.email;
    const first = (await call('GET /live/audit', { token: admin.token, query: { person } })).data;
    expect(first.entries).toHaveLength(50);
    expect(first.next).not.toBeNull();
    const rest = (await call('GET /live/audit', { token: admin.token, query: { person, cursor: first.next ?? '' } }))
      .data;
    expect(new Set([...first.entries, ...rest.entries].map(({ id }: AuditView) => id)).size).toBe(55);
    expect(await list({ person, from: '2020-01-01', to: '2020-12-31' })).toEqual([]);
    expect(await list({ person, kind: 'vods' })).toEqual([]);
    const today = await list({ kind: 'clubs' });
    expect(today.some(({ itemId }: AuditView) => itemId === clubId)).toBe(true);
    for (const query of [
      { from: '2020-01-01', to: '2026-01-01' },
      { cursor: 'inventado' },
      { cursor: Buffer.from('{"day":"1999-01-01"}').toString('base64url') },
      { cursor: Buffer.from('{"after":{"at":"1999-01-01T00:00:00.000Z","pk":"x","sk":"1"}}').toString('base64url') },
    ])
      expect((await call('GET /live/audit', { token: admin.token, query })).status).toBe(400);
  });

  test('is exported as CSV without cells that a spreadsheet would execute', async () => {
    const { id } = await createEvent({ title: '=HYPERLINK("x")', clubIds: [] });
    await eventually(() => list({ kind: 'events', item: id }), isFilled);
    const response = await send('GET /live/audit/csv', {}, admin, { query: { kind: 'events', item: id } });
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    const text = await response.text();
    expect(text.split('\r\n')[0]).toContain('"primer cambio";"último cambio";"quién"');
    expect(text).toContain(`"Evento";"'=HYPERLINK(""x"")"`);
    expect(text).toContain(`/sportevents/manage/${id}"`);
    expect(text).not.toMatch(/(^|;)"[=+@-]/m);
  });

  test('is exported part by part, with names instead of ids and several changes as one act', async () => {
    const other = await createPerson('ADMIN');
    const clubId = await createClub(`Lliria ${ulid()}`);
    const rival = await createClub();
    const event = await createEvent({ clubIds: [clubId, rival] });
    const edit = (body: object) =>
      call('PATCH /live/sportevents/{id}', { token: other.token, params: { id: event.id }, body: body as never });
    for (const visible of [false, true, false]) await edit({ visible });
    expect((await edit({ homeClubId: clubId, awayClubId: rival })).status).toBe(200);
    const { name } = (await call('GET /live/clubs/{id}', { token: admin.token, params: { id: clubId } })).data.club;
    const read = async (query: object) => {
      const response = await send('GET /live/audit/csv', {}, admin, { query: query as never });
      return { text: await response.text(), next: response.headers.get('x-next-cursor') };
    };
    const { text, next } = await eventually(
      () => read({ person: other.user.id, kind: 'events' }),
      ({ text: lines }) => lines.includes(name),
    );
    expect(next).toBeNull();
    const lines = text.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/"4";"[^"]*Visible: sí → no/);
    expect(lines[0]).toContain(`Club local: — → ${name}`);
    // These days have no changes: each part ends after its share of them.
    const first = await read({ kind: 'competitions', from: '2025-01-01', to: '2025-12-31' });
    expect(first.next).not.toBeNull();
    const second = await read({ kind: 'competitions', from: '2025-01-01', to: '2025-12-31', cursor: first.next });
    expect([first.text.includes('último cambio'), second.text]).toEqual([true, '\r\n']);
  });

  test('shows club staff the last change of the items that they manage', async () => {
    const clubId = await createClub();
    const own = await createPerson('CLUB_STAFF', { clubId });
    const event = await createEvent({ clubIds: [clubId] });
    await call('PATCH /live/sportevents/{id}', {
      token: admin.token,
      params: { id: event.id },
      body: { visible: false },
    });
    const read = (caller: Person) =>
      call('GET /audit/last', { token: caller.token, query: { kind: 'events', item: event.id } });
    await eventually(async () => (await read(own)).data.entry, has({ action: 'CHANGE' }));
    expect((await read(await callers['staff of another club']())).status).toBe(404);
  });

  test('records a hundred concurrent changes, each in a chain that verifies', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => createVod({ clubIds: [] })));
    const ids = new Set(made.map(({ id }) => `vods#${id}`));
    expect(await readEntries((entry) => ids.has(entry.item))).toHaveLength(100);
    const { entries, breaks } = await verifyAudit(Date.now());
    expect(entries).toBeGreaterThan(100);
    expect(breaks).toEqual([]);
  });
});

// Last, because it breaks a chain of the tests' platform.
test('[F-AUDIT-1] says where a chain was altered', async () => {
  const [victim] = await readEntries(() => true);
  const { pk, sk } = victim as Entry;
  const rename = (name: string) =>
    transact([updateWrite('audit', { pk, sk }, { expression: 'SET via = :via', values: { ':via': name } })]);
  await rename('otro');
  expect((await verifyAudit(Date.now())).breaks).toEqual([{ chain: pk, at: sk, reason: 'CHANGED' }]);
  await rename((victim as Entry).via);
  expect((await verifyAudit(Date.now())).breaks).toEqual([]);
});
