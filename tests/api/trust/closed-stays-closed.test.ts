/** Reopening items that another party closed, and recordings that join a closed match later. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod, inHours } from '../../support/api.ts';
import { findMatter, sendObjection } from '../../support/objections.ts';

const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { readObjectSize, writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { entryKey } = await import('../../../functions/recordings/media/deleted-entries.ts');
const { noteEventGarbage, sweepGarbage } = await import('../../../functions/recordings/media/garbage.ts');
const { advance } = await import('../../../functions/trust/matters/advance.ts');
const { undoMs } = await import('../../../functions/trust/matters/rules.ts');

const [ourClub, rivalClub] = [await createClub(), await createClub()];
const clubIds = [ourClub, rivalClub];
const ours = await createPerson('CLUB_STAFF', { clubId: ourClub });
const rival = await createPerson('CLUB_STAFF', { clubId: rivalClub });
const admin = await createPerson('ADMIN');
type Person = typeof admin;

const edit = ({ token }: Person, id: string, body: object) =>
  call('PATCH /clubStaff/sportevents/{id}', { token, params: { id }, body });
const editAsAdmin = (id: string, body: object) =>
  call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id }, body });
const readStatus = async (id: string) => (await call('GET /sportevents/{id}', { params: { id } })).status;
const readVodStatus = async (id: string) => (await call('GET /vods/{id}', { params: { id } })).status;

/** Decides to keep the item of a matter, finally. */
async function keep({ id, number }: Awaited<ReturnType<typeof findMatter>>): Promise<void> {
  const { version } = await findMatter(number);
  const body = { answer: 'KEEP' as const, reasons: 'No se la reconoce.', version };
  await call('POST /matters/{id}/decision', { token: admin.token, params: { id }, body });
  await advance(id, Date.now() + undoMs);
}

/** A match of minors that an objection hides. */
async function createHeldMatch() {
  const event = await createEvent({ clubIds });
  const { data } = await sendObjection({ page: `/evento/${event.id}` });
  expect(data.isHidden).toBe(true);
  return { event, matter: await findMatter(data.number) };
}

describe('a match that one club closed', () => {
  test('stays for families, and with the same families, whatever the other club sends', async () => {
    const { id } = await createEvent({ clubIds, category: 'alevin' });
    expect((await edit(ours, id, { audience: 'FAMILIES' })).status).toBe(200);
    const opening = [{ audience: 'EVERYBODY' }, { category: 'infantil' }, { sport: 'BASKETBALL' }, { category: null }];
    for (const body of opening) expect((await edit(rival, id, body)).code).toBe('CLS4030');
    expect((await edit(rival, id, { audience: 'FAMILIES', venue: 'Campo B' })).status).toBe(200);
    expect(await readStatus(id)).toBe(404);
    expect((await edit(ours, id, { audience: 'EVERYBODY' })).status).toBe(200);
    expect(await readStatus(id)).toBe(200);
  });

  test('stays for families if it was created so, by its club or by an admin', async () => {
    const dates = { scheduledStartDate: inHours(48), scheduledFinishDate: inHours(50) };
    const body = { title: 'Amistoso', category: 'alevin', audience: 'FAMILIES', ...dates };
    const made = await call('POST /clubStaff/sportevents', { token: ours.token, body });
    const { id } = made.data;
    await call('PUT /live/sportevents/{id}/clubs', { token: admin.token, params: { id }, body: { clubIds } });
    for (const change of [{ audience: 'EVERYBODY' }, { category: 'infantil' }])
      expect((await edit(rival, id, change)).code).toBe('CLS4030');
    expect(await readStatus(id)).toBe(404);
    expect((await edit(ours, id, { audience: 'EVERYBODY' })).status).toBe(200);
    expect(await readStatus(id)).toBe(200);
    const byAdmin = await call('POST /live/sportevents', { token: admin.token, body: { ...body, clubIds } });
    for (const one of [ours, rival])
      expect((await edit(one, byAdmin.data.id, { audience: 'EVERYBODY' })).code).toBe('CLS4030');
    expect((await editAsAdmin(byAdmin.data.id, { audience: 'EVERYBODY' })).status).toBe(200);
  });

  test('stays hidden for the other club, and opens for its own and for admins', async () => {
    const { id } = await createEvent({ clubIds });
    await edit(ours, id, { visible: false });
    expect((await edit(rival, id, { visible: true })).code).toBe('CLS4030');
    expect((await edit(ours, id, { visible: true })).status).toBe(200);
    await editAsAdmin(id, { visible: false });
    for (const one of [ours, rival]) expect((await edit(one, id, { visible: true })).code).toBe('CLS4030');
    expect((await editAsAdmin(id, { visible: true })).status).toBe(200);
  });

  test('keeps its recordings for families when staff of the other club move them', async () => {
    const [{ id }, other] = [await createEvent({ clubIds, category: 'alevin' }), await createEvent({ clubIds })];
    const vod = await createVod({ clubIds, sportEventId: id });
    await edit(ours, id, { audience: 'FAMILIES' });
    const move = (sportEventId: string | null) =>
      call('PATCH /clubStaff/vods/{id}', { token: rival.token, params: { id: vod.id }, body: { sportEventId } });
    expect((await move(other.id)).code).toBe('CLS4030');
    expect((await move(null)).status).toBe(200);
    expect((await move(other.id)).code).toBe('CLS4030');
    expect(await readVodStatus(vod.id)).toBe(404);
  });
});

describe('a recording that joins a match under objection', () => {
  test.each(['created', 'moved', 'sent by staff', 'joined while the match was deleted'])(
    'is hidden: %s',
    async (how) => {
      const { event, matter } = await createHeldMatch();
      let vodId = '';
      if (how === 'created') vodId = (await createVod({ clubIds, sportEventId: event.id })).id;
      if (how === 'moved') {
        vodId = (await createVod({ clubIds })).id;
        expect(await readVodStatus(vodId)).toBe(200);
        const body = { sportEventId: event.id };
        expect((await call('PATCH /live/vods/{id}', { token: admin.token, params: { id: vodId }, body })).status).toBe(
          200,
        );
      }
      if (how === 'sent by staff') {
        const file = { name: 'partido.mp4', size: 9, type: 'video/mp4' };
        const body = { title: 'Partido', sport: 'SOCCER', sportEventId: event.id, clubIds, visible: true, file };
        vodId = (await call('POST /live/vods', { token: admin.token, body })).data;
        await vods.change(vodId, (vod) => ({ ...vod, status: 'FINISHED', generation: ulid() }));
      }
      if (how === 'joined while the match was deleted') {
        vodId = (await createVod({ clubIds, sportEventId: event.id })).id;
        await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id: event.id } });
        await vods.change(vodId, (vod) => ({ ...vod, title: 'Otro título' }));
      }
      expect(await readVodStatus(vodId)).toBe(404);
      expect((await vods.get(vodId))?.withheld?.matters).toContain(matter.id);
      const show = { token: admin.token, params: { id: vodId }, body: { visible: true } };
      expect((await call('PATCH /live/vods/{id}', show)).code).toBe('MTT4090');
    },
  );

  test('stays hidden when it is moved away, and is shown again with the decision to keep the match', async () => {
    const { event, matter } = await createHeldMatch();
    const other = await createEvent({ clubIds });
    const vod = await createVod({ clubIds, sportEventId: event.id });
    const body = { sportEventId: other.id };
    await call('PATCH /clubStaff/vods/{id}', { token: rival.token, params: { id: vod.id }, body });
    expect(await readVodStatus(vod.id)).toBe(404);
    await keep(matter);
    expect(await readVodStatus(vod.id)).toBe(200);
  });
});

test('a recording under objection that is hidden with its match stays hidden after the decision to keep it', async () => {
  const event = await createEvent({ clubIds });
  const vod = await createVod({ clubIds, sportEventId: event.id });
  const { data } = await sendObjection({ page: `/vods/${vod.id}` });
  expect(data.isHidden).toBe(true);
  expect((await editAsAdmin(event.id, { visible: false, hideVods: true })).status).toBe(200);
  await keep(await findMatter(data.number));
  expect(await readVodStatus(vod.id)).toBe(404);
  const show = { token: admin.token, params: { id: vod.id }, body: { visible: true } };
  expect((await call('PATCH /live/vods/{id}', show)).status).toBe(200);
  expect(await readVodStatus(vod.id)).toBe(200);
});

describe('a match that was deleted and is imported again', () => {
  const names = { home: `CD ${ulid()}`, away: `UD ${ulid()}` };
  const line = (date: string) =>
    `fecha;hora;local;visitante;deporte;categoria\n${date};10:00;${names.home};${names.away};futbol;alevin`;
  const importAs = ({ token, user }: Person, csv: string, dry = false) =>
    call(user.role === 'ADMIN' ? 'POST /live/fixtures' : 'POST /clubStaff/fixtures', { token, body: { csv, dry } });
  const clubs = (async () => {
    const [home, away] = [await createClub(names.home), await createClub(names.away)];
    const staff = await createPerson('CLUB_STAFF', { clubId: home });
    const other = await createPerson('CLUB_STAFF', { clubId: away });
    return { home, away, staff, other };
  })();
  const findMatch = async () => {
    const { home } = await clubs;
    const [row] = (await events.rows()).filter(({ clubIds: ids }) => ids.includes(home));
    return row?.id ?? '';
  };

  test('comes back hidden with its matter, its score log and its pictures; only the deleting side brings it', async () => {
    const { staff, other } = await clubs;
    const date = '2026-12-13';
    const first = await importAs(staff, line(date));
    expect([first.code, first.data?.lines[0]?.outcome]).toEqual([undefined, 'created']);
    const id = await findMatch();
    expect(id).not.toBe('');
    const { data } = await sendObjection({ page: `/evento/${id}` });
    expect(data.isHidden).toBe(true);
    await call('DELETE /clubStaff/sportevents/{id}', { token: staff.token, params: { id } });
    const refused = await importAs(other, line(date));
    expect(refused.data.lines[0]).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('Lo eliminó') });
    expect((await importAs(staff, line(date), true)).data.lines[0]?.outcome).toBe('recovered');
    expect((await importAs(staff, line('2026-12-14'))).data.lines[0]?.outcome).toBe('recovered');
    const back = await events.get(id);
    const matter = await findMatter(data.number);
    expect([back?.visible, back?.withheld?.matters, back?.scheduledStartDate]).toEqual([
      false,
      [matter.id],
      '2026-12-14T09:00:00.000Z',
    ]);
    expect((await importAs(staff, line('2026-12-14'))).data.lines[0]?.outcome).toBe('unchanged');
    // After the time for recovery, the sweep finds nothing of the living match.
    await sweepGarbage(Date.now() + 15 * 86_400_000);
    expect(await events.get(id)).toBeDefined();
    const listed = await call('GET /live/deleted-sportevents', { token: admin.token, query: {} });
    expect(listed.data.sportEvents.map((event) => event.id)).not.toContain(id);
  });

  test('is withheld by its matter if it was deleted for good, and its scorer can write', async () => {
    const { closeLog, findScore, append } = await import('../../../functions/league/scores/store.ts');
    const { staff } = await clubs;
    const id = await findMatch();
    // As after two weeks: nothing but the marker of its score log is left.
    await events.remove(id);
    await closeLog(id);
    expect((await importAs(staff, line('2026-12-14'))).data.lines[0]?.outcome).toBe('created');
    expect([await findMatch(), await readStatus(id)]).toEqual([id, 404]);
    expect((await events.get(id))?.withheld?.matters).toHaveLength(1);
    expect(await findScore(id)).toBeUndefined();
    await expect(
      append(
        id,
        () => [],
        () => [],
      ),
    ).resolves.toMatchObject({ log: [] });
  });

  test('keeps its pictures when the sweep comes upon the note of its deletion', async () => {
    const id = await findMatch();
    const picture = { bucket: environment('MEDIA_BUCKET'), key: `thumbnails/events/${id}/escudo.webp` };
    await writeObject(picture, 'picture', { contentType: 'image/webp' });
    await transact([noteEventGarbage(id, Date.now() - 1, entryKey('events', id))]);
    await sweepGarbage(Date.now());
    expect([await readObjectSize(picture), await events.get(id)]).toEqual([7, expect.anything()]);
  });
});
