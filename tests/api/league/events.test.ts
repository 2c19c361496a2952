/** Events: calendar, event page and back office with the limits of club staff. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Propio');
const staff = await createPerson('CLUB_STAFF', { clubId });
const newEvent = {
  title: 'Final cadete',
  scheduledStartDate: '2026-12-05T10:00:00+01:00',
  scheduledFinishDate: '2026-12-05T12:00:00+01:00',
};

describe('an admin', () => {
  test('[B-API-51][B-API-50] creates an event and reads it back, in UTC', async () => {
    const made = await call('POST /live/sportevents', {
      token: admin.token,
      body: { ...newEvent, sport: 'basketball' },
    });
    expect([made.status, made.message]).toEqual([201, 'Evento creado correctamente']);
    const { data } = await call('GET /live/sportevents/{id}', { token: admin.token, params: made.data });
    expect(data.sportEvent).toMatchObject({
      title: 'Final cadete',
      sport: 'BASKET',
      scheduledStartDate: '2026-12-05T09:00:00.000Z',
      isPublic: false,
      visible: true,
      vods: [],
    });
  });

  test('[B-EV-5][B-EV-6][B-EV-7] gets an error for missing or invalid fields', async () => {
    const createInvalid = async (body: object) => {
      const answer = await call('POST /live/sportevents', { token: admin.token, body });
      expect(answer.status).toBe(400);
      return answer.message;
    };
    expect(await createInvalid({ ...newEvent, title: ' ' })).toBe('El título del evento es requerido');
    expect(await createInvalid({ title: 'x' })).toBe('Las fechas de inicio y fin son requeridas');
    expect(await createInvalid({ ...newEvent, scheduledFinishDate: newEvent.scheduledStartDate })).toBe(
      'La fecha de fin debe ser posterior a la fecha de inicio',
    );
  });

  test('[B-API-52] changes single fields; dates are checked against the stored ones', async () => {
    const { id } = await createEvent();
    const change = (body: object) => call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id }, body });
    expect((await change({ isPublic: true })).data.sportEvent.isPublic).toBe(true);
    expect((await change({ visible: false })).data.sportEvent).toMatchObject({ visible: false, isPublic: true });
    expect((await change({ scheduledFinishDate: '2020-01-01T00:00:00Z' })).status).toBe(400);
  });

  test('[B-EV-20][B-API-56] deletes an event with or without its videos', async () => {
    for (const withVideos of [true, false]) {
      const { id } = await createEvent();
      const video = await createVod({ sportEventId: id });
      const answer = await call('DELETE /live/sportevents/{id}', {
        token: admin.token,
        params: { id },
        query: { vods: withVideos },
      });
      expect(answer.message).toBe('Evento eliminado correctamente');
      const readVod = () => call('GET /live/vods/{id}', { token: admin.token, params: { id: video.id } });
      // A job deletes or detaches the videos when the domain event of the deletion arrives.
      if (withVideos) await eventually(readVod, ({ status }) => status === 404);
      else await eventually(readVod, ({ data }) => data.vod.sportEventId === null);
    }
  });

  test('[D-CLIP-3][V-GEN-3] hides a match with its visible videos in one request', async () => {
    const { id } = await createEvent();
    const [shown, hidden, elsewhere] = [
      await createVod({ sportEventId: id }),
      await createVod({ sportEventId: id, visible: false }),
      await createVod(),
    ];
    const change = (body: object) => call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id }, body });
    const isOpen = async (one: { id: string }) =>
      (await call('GET /vods/{id}', { params: { id: one.id } })).status === 200;
    expect([(await change({ hideVods: true })).code, await isOpen(shown)]).toEqual(['REQ4000', true]);
    // Hiding the event alone does not hide a recording.
    await change({ visible: false });
    expect(await isOpen(shown)).toBe(true);
    await change({ visible: true });
    const { status, data } = await change({ visible: false, hideVods: true });
    expect([status, data.sportEvent.visible]).toEqual([200, false]);
    expect(data.sportEvent.vods.map(({ visible }) => visible)).toEqual([false, false]);
    expect([await isOpen(shown), await isOpen(hidden), await isOpen(elsewhere)]).toEqual([false, false, true]);
    // Showing only the event does not show the recording.
    await change({ visible: true });
    expect(await isOpen(shown)).toBe(false);
  });

  test('[B-API-54][B-API-55] sets the clubs; rejects unknown ones', async () => {
    const { id } = await createEvent();
    const set = (clubIds: string[]) =>
      call('PUT /live/sportevents/{id}/clubs', { token: admin.token, params: { id }, body: { clubIds } });
    expect((await set([clubId, clubId])).status).toBe(200);
    const { data } = await call('GET /live/sportevents/{id}/clubs', { token: admin.token, params: { id } });
    expect(data.clubs.map(({ name }) => name)).toEqual(['CD Propio']);
    expect((await set(['01ARZ3NDEKTSV4RRFFQ69G5FAV'])).code).toBe('CLB4000');
  });
});

describe('club staff', () => {
  test('[B-API-59][B-API-60] creates events of their own club, never public ones', async () => {
    const made = await call('POST /clubStaff/sportevents', { token: staff.token, body: newEvent });
    expect(made.status).toBe(201);
    const { data } = await call('GET /clubStaff/sportevents/{id}', { token: staff.token, params: made.data });
    expect(data.sportEvent.clubs.map(({ id }) => id)).toEqual([clubId]);
    const open = await call('POST /clubStaff/sportevents', {
      token: staff.token,
      body: { ...newEvent, isPublic: true },
    });
    expect(open.status).toBe(403);
  });

  test('[B-API-61] may not change isPublic', async () => {
    const own = await createEvent({ clubIds: [clubId], isPublic: true });
    const change = (body: object) =>
      call('PATCH /clubStaff/sportevents/{id}', { token: staff.token, params: { id: own.id }, body });
    expect((await change({ isPublic: false })).status).toBe(403);
    expect((await change({ isPublic: true, title: 'Igual de público' })).status).toBe(200);
  });

  test('[B-API-79] hides an event of theirs, but not its videos', async () => {
    const own = await createEvent({ clubIds: [clubId] });
    const video = await createVod({ sportEventId: own.id, clubIds: [clubId] });
    const change = (body: object) =>
      call('PATCH /clubStaff/sportevents/{id}', { token: staff.token, params: { id: own.id }, body });
    expect((await change({ visible: false, hideVods: true })).code).toBe('SSN4030');
    const { data } = await change({ visible: false, hideVods: false });
    expect([data.sportEvent.visible, data.sportEvent.vods]).toMatchObject([false, [{ id: video.id, visible: true }]]);
  });

  test('[B-API-64] may not remove their club or change the others', async () => {
    const other = await createClub();
    const own = await createEvent({ clubIds: [clubId, other] });
    const set = async (clubIds: string[]) =>
      (
        await call('PUT /clubStaff/sportevents/{id}/clubs', {
          token: staff.token,
          params: { id: own.id },
          body: { clubIds },
        })
      ).status;
    expect(await set([other])).toBe(403);
    expect(await set([clubId])).toBe(403);
    expect(await set([other, clubId])).toBe(200);
  });

  test('[B-EV-21][B-API-65] cannot delete an event with VODs', async () => {
    const own = await createEvent({ clubIds: [clubId] });
    const video = await createVod({ sportEventId: own.id });
    const remove = async () =>
      (await call('DELETE /clubStaff/sportevents/{id}', { token: staff.token, params: { id: own.id } })).status;
    expect(await remove()).toBe(403);
    await call('DELETE /live/vods/{id}', { token: admin.token, params: { id: video.id } });
    expect(await remove()).toBe(200);
  });
});

describe('the calendar', () => {
  test('[V-API-25][V-API-27] returns the six weeks around a date, in order of time', async () => {
    const only = await createClub();
    const at = (start: string, finish: string) =>
      createEvent({ clubIds: [only], scheduledStartDate: start, scheduledFinishDate: finish });
    const late = await at('2031-03-20T18:00:00.000Z', '2031-03-20T20:00:00.000Z');
    const early = await at('2031-03-02T10:00:00.000Z', '2031-03-02T12:00:00.000Z');
    const overEdge = await at('2031-02-23T22:30:00.000Z', '2031-02-24T00:30:00.000Z');
    await at('2031-05-01T10:00:00.000Z', '2031-05-01T12:00:00.000Z');
    const { data } = await call('GET /sportevents', { query: { dateAround: '2031-03-15T00:00:00Z', clubIds: [only] } });
    expect(data.sportEvents.map(({ id }) => id)).toEqual([overEdge.id, early.id, late.id]);
    const paged = await call('GET /sportevents', { query: { page: 1, dateAround: '2031-03-15', clubIds: [only] } });
    expect(paged.data.total).toBe(4);
  });
});
