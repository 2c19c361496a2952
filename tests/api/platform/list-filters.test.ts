/** Filters of the back office's lists by state, day and club. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Filtros');
const staff = await createPerson('CLUB_STAFF', { clubId });

describe('[F-DESK-2] the lists of the back office', () => {
  test('find recordings by state, and by the day in Madrid of their creation', async () => {
    const clubIds = [clubId];
    const make = (fields: Parameters<typeof createVod>[0]) => createVod({ clubIds, ...fields });
    // 00:30 of 22 November in Madrid.
    const night = await make({ dateCreated: '2025-11-21T23:30:00.000Z' });
    const hidden = await make({ visible: false });
    const running = await make({ status: 'STARTED' });
    const failed = await make({ status: 'FAILED', failure: 'No es un video' });
    const find = async (query: object) => {
      const found = await call('GET /live/vods', { token: admin.token, query: { clubIds, ...query } });
      const own = await call('GET /clubStaff/vods', { token: staff.token, query });
      expect(own.data.vods.map(({ id }) => id)).toEqual(found.data.vods.map(({ id }) => id));
      return found.data.vods.map(({ id }) => id);
    };
    expect(await find({ state: 'visible' })).toEqual([night.id]);
    expect(await find({ state: 'hidden' })).toEqual([hidden.id]);
    expect(await find({ state: 'processing' })).toEqual([running.id]);
    expect(await find({ state: 'failed' })).toEqual([failed.id]);
    expect(await find({ date: '2025-11-22' })).toEqual([night.id]);
    expect(await find({ date: '2025-11-21' })).toEqual([]);
  });

  test('find events by visibility, state and day', async () => {
    const clubIds = [clubId];
    const dates = { scheduledStartDate: '2025-11-22T10:00:00.000Z', scheduledFinishDate: '2025-11-22T12:00:00.000Z' };
    const past = await createEvent({ clubIds, ...dates });
    const ahead = await createEvent({ clubIds });
    const hidden = await createEvent({ clubIds, visible: false });
    const find = async (query: object) =>
      (await call('GET /clubStaff/sportevents', { token: staff.token, query: { page: 1, ...query } })).data.sportEvents
        .map(({ id }) => id)
        .toSorted();
    expect(await find({ visible: 'false' })).toEqual([hidden.id]);
    expect(await find({ visible: 'true' })).toEqual([past.id, ahead.id].toSorted());
    expect(await find({ time: 'results' })).toEqual([past.id]);
    expect(await find({ date: '2025-11-22' })).toEqual([past.id]);
    // The public list shows no hidden event, whatever the query.
    const open = await call('GET /sportevents', { query: { page: 1, clubIds } });
    expect(open.data.sportEvents.map(({ id }) => id)).not.toContain(hidden.id);
  });
});
