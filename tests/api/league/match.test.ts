/** An event as a match: sides, competition and state. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson } from '../../support/api.ts';
import { eventually, has } from '../../support/eventually.ts';

const admin = await createPerson('ADMIN');
const [home, away, third] = [
  await createClub('CD Sauce'),
  await createClub('Atlético Norte'),
  await createClub('Pinar UD'),
];
const staff = await createPerson('CLUB_STAFF', { clubId: home });
const dates = { scheduledStartDate: '2026-12-05T10:00:00Z', scheduledFinishDate: '2026-12-05T12:00:00Z' };
const facts = { category: 'cadete', competition: 'Liga de la Vega', matchday: '12', venue: 'Campo Municipal' } as const;

const create = (body: object) =>
  call('POST /live/sportevents', { token: admin.token, body: { title: 'Partido', ...dates, ...body } as never });
const read = async (id: string) => (await call('GET /sportevents/{id}', { params: { id } })).data.sportEvent;
const change = (id: string, body: object) =>
  call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id }, body });
const setClubs = (id: string, clubIds: string[]) =>
  call('PUT /live/sportevents/{id}/clubs', { token: admin.token, params: { id }, body: { clubIds } });
const match = () => createEvent({ clubIds: [home, away], homeClubId: home, awayClubId: away });

describe('the last results of a club', () => {
  const score = { home: 2, away: 1, phase: 'ENDED' as const, period: 2, version: 3 };
  const results = async (id: string) => (await call('GET /clubs/{id}/results', { params: { id } })).data.sportEvents;
  const createPlayedMatch = (clubId: string, days: number, fields: object = {}) => {
    const scheduledStartDate = new Date(Date.now() - days * 86_400_000).toISOString();
    const scheduledFinishDate = new Date(Date.now() - days * 86_400_000 + 3_600_000).toISOString();
    return createEvent({ clubIds: [clubId], scheduledStartDate, scheduledFinishDate, state: 'FINISHED', ...fields });
  };

  test('[D-MATCH-4] are the five newest with a score', async () => {
    const changeAsStaff = await createClub('CD Memoria');
    const scored = [];
    for (let days = 60; days > 0; days -= 1) {
      const one = await createPlayedMatch(changeAsStaff, days, days % 10 === 0 ? { score } : {});
      if (one.score) scored.unshift(one.id);
    }
    await createPlayedMatch(changeAsStaff, 1, { score, visible: false });
    await createPlayedMatch(changeAsStaff, 2, { score, state: 'CANCELLED' });
    await createPlayedMatch(changeAsStaff, -5, { score, state: 'SCHEDULED' });
    const shown = await results(changeAsStaff);
    expect(shown.map(({ id }) => id)).toEqual(scored.slice(0, 5));
    expect(shown[0]?.score).toMatchObject({ home: 2, away: 1 });
    const answer = await call('GET /clubs/{id}/results', { params: { id: changeAsStaff } });
    expect(answer.headers.get('cache-control')).toContain('s-maxage=10');
    expect(await results(await createClub('CD Nuevo'))).toEqual([]);
    for (const id of ['no-such-club', '__proto__'])
      expect(await call('GET /clubs/{id}/results', { params: { id } })).toMatchObject({ status: 404, code: 'CLB4040' });
  });
});

describe('the sides', () => {
  test('[D-MATCH-1] are two of the event’s clubs in order, with the competition', async () => {
    const { data } = await create({ clubIds: [away, home], homeClubId: home, awayClubId: away, ...facts });
    expect(await read(data.id)).toMatchObject({ homeClubId: home, awayClubId: away, ...facts, state: 'SCHEDULED' });
    const { data: listed } = await call('GET /sportevents', { query: { page: 1, clubIds: [home] } });
    expect(listed.sportEvents.find(({ id }) => id === data.id)).toMatchObject({ awayClubId: away, ...facts });
  });

  test('[D-MATCH-1] are optional, also on old events', async () => {
    const none = { homeClubId: null, awayClubId: null, category: null, competition: null, matchday: null, venue: null };
    expect(await read((await create({})).data.id)).toMatchObject(none);
    expect(await read((await createEvent()).id)).toMatchObject({ ...none, state: 'SCHEDULED', postponedFrom: null });
    const { data } = await create({ clubIds: [home], homeClubId: home });
    expect(await read(data.id)).toMatchObject({ homeClubId: home, awayClubId: null });
  });

  test('[D-MATCH-1] reject other clubs, the same club twice, and unknown categories', async () => {
    const tryCreate = async (body: object) => {
      const { status, code } = await create(body);
      return [status, code];
    };
    expect(await tryCreate({ clubIds: [home], homeClubId: home, awayClubId: away })).toEqual([400, 'EVT4001']);
    expect(await tryCreate({ clubIds: [home, away], homeClubId: home, awayClubId: home })).toEqual([400, 'EVT4001']);
    expect(await tryCreate({ homeClubId: home })).toEqual([400, 'EVT4001']);
    expect(await tryCreate({ category: 'veteranos' })).toEqual([400, 'REQ4000']);
    expect(await tryCreate({ venue: 'x'.repeat(101) })).toEqual([400, 'REQ4000']);
    expect(await tryCreate({ competition: 'Copa\u0000' })).toEqual([400, 'REQ4000']);
    expect(await tryCreate({ matchday: 12 })).toEqual([400, 'REQ4000']);
    const { id } = await match();
    expect((await change(id, { awayClubId: home })).code).toBe('EVT4001');
    expect((await change(id, { homeClubId: third })).code).toBe('EVT4001');
  });

  test('[D-MATCH-1] keep their other fields on a change; null and empty texts remove a field', async () => {
    const { id } = await match();
    await change(id, facts);
    await change(id, { venue: ' Pabellón Sur ' });
    expect(await read(id)).toMatchObject({ ...facts, venue: 'Pabellón Sur', homeClubId: home, awayClubId: away });
    await change(id, { venue: '', category: null, awayClubId: null });
    const left = { venue: null, category: null, awayClubId: null, homeClubId: home, competition: facts.competition };
    expect(await read(id)).toMatchObject(left);
    expect((await change(id, { homeClubId: away, awayClubId: home })).data.sportEvent).toMatchObject({
      homeClubId: away,
      awayClubId: home,
    });
  });

  test('[D-MATCH-1] lose a club that is removed from the event while it is set as a side', async () => {
    const { id } = await createEvent({ clubIds: [home, away] });
    const [named, dropped] = await Promise.all([change(id, { awayClubId: away }), setClubs(id, [home])]);
    expect(dropped.status).toBe(200);
    expect([200, 400]).toContain(named.status);
    expect(await read(id)).toMatchObject({ awayClubId: null });
  });

  test('[D-MATCH-1][V-GEN-3] hide the name of a hidden or deleted club from users without access', async () => {
    const guest = await createClub('CD Invitado');
    const { id } = await createEvent({ clubIds: [home, guest], homeClubId: home, awayClubId: guest });
    await call('PATCH /live/clubs/{id}', { token: admin.token, params: { id: guest }, body: { visible: false } });
    // Cached names of clubs may be seconds old.
    await eventually(() => read(id), has({ awayClubId: null }));
    const readManaged = () => call('GET /live/sportevents/{id}', { token: admin.token, params: { id } });
    expect((await readManaged()).data.sportEvent.awayClubId).toBe(guest);
    await call('DELETE /live/clubs/{id}', { token: admin.token, params: { id: guest } });
    await eventually(readManaged, ({ data }) => data.sportEvent.awayClubId === null);
    // Other fields can still be changed.
    expect((await change(id, { venue: 'Campo Nuevo' })).data.sportEvent).toMatchObject({ homeClubId: home });
  });

  test('[D-MATCH-1] are set by club staff among the event’s clubs', async () => {
    const { id, version } = await createEvent({ clubIds: [home, away] });
    const changeByStaff = (body: object) =>
      call('PATCH /clubStaff/sportevents/{id}', { token: staff.token, params: { id }, body });
    expect((await changeByStaff({ homeClubId: home, awayClubId: away, version })).status).toBe(200);
    expect((await changeByStaff({ awayClubId: third })).code).toBe('EVT4001');
    const createMatch = (body: object) =>
      call('POST /clubStaff/sportevents', {
        token: staff.token,
        body: { title: 'Partido', ...dates, ...body } as never,
      });
    expect((await createMatch({ homeClubId: home, clubIds: [home, away], awayClubId: away })).code).toBe('EVT4001');
    expect((await createMatch({ homeClubId: home, ...facts })).status).toBe(201);
  });
});

describe('the state', () => {
  test('[D-MATCH-2] is changed by staff of its clubs only', async () => {
    const { id } = await match();
    const body = { state: 'CANCELLED' } as const;
    const set = (token: string) => call('PATCH /clubStaff/sportevents/{id}', { token, params: { id }, body });
    expect((await set((await createPerson('CLUB_STAFF', { clubId: third })).token)).status).toBe(403);
    expect((await set(staff.token)).data.sportEvent.state).toBe('CANCELLED');
    expect((await read(id)).state).toBe('CANCELLED');
  });
});
