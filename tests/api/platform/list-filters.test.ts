/** Filters of the back office's lists by state, day and club. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import {
  call,
  createAd,
  createClub,
  createContentVideo,
  createEvent,
  createPerson,
  createVod,
} from '../../support/api.ts';

// These modules are imported after the environment is set, because they read it on import.
const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');

type StoredSource = import('../../../functions/broadcast/live/rules.ts').StoredSource;

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Filtros');
const staff = await createPerson('CLUB_STAFF', { clubId });

describe('[F-DESK-2] the lists of the back office', () => {
  test('[B-API-58] find events by visibility, state and day', async () => {
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

  test.each<[string, (fields: object) => Promise<{ id: string }>, (query: object) => Promise<{ id: string }[]>]>([
    [
      '[B-API-66][B-API-76] recordings',
      createVod,
      async (query) => {
        const found = await call('GET /live/vods', { token: admin.token, query: { clubIds: [clubId], ...query } });
        const own = await call('GET /clubStaff/vods', { token: staff.token, query });
        expect(own.data.vods.map(({ id }) => id)).toEqual(found.data.vods.map(({ id }) => id));
        return found.data.vods;
      },
    ],
    [
      '[B-API-9] ads',
      createAd,
      async (query) => {
        const found = await call('GET /live/ad_videos', { token: admin.token, query: { clubIds: [clubId], ...query } });
        const own = await call('GET /clubStaff/ad_videos', { token: staff.token, query });
        expect(own.data.adVideos.map(({ id }) => id)).toEqual(found.data.adVideos.map(({ id }) => id));
        return found.data.adVideos;
      },
    ],
    [
      'content',
      createContentVideo,
      async (query) =>
        (await call('GET /live/content', { token: admin.token, query: { clubIds: [clubId], ...query } })).data
          .contentVideos,
    ],
  ])('find %s by state, club, and the day in Madrid of their creation', async (_, create, list) => {
    const make = (fields: object) => create({ clubIds: [clubId], ...fields });
    // 00:30 of 22 November in Madrid.
    const night = await make({ dateCreated: '2025-11-21T23:30:00.000Z' });
    const hidden = await make({ visible: false });
    const running = [await make({ status: 'SENT' }), await make({ status: 'STARTED' })];
    const failed = await make({ status: 'FAILED', failure: 'No es un video' });
    const find = async (query: object) => (await list(query)).map(({ id }) => id).toSorted();
    expect(await find({ state: 'visible' })).toEqual([night.id]);
    expect(await find({ state: 'hidden' })).toEqual([hidden.id]);
    expect(await find({ state: 'processing' })).toEqual(running.map(({ id }) => id).toSorted());
    expect(await find({ state: 'failed' })).toEqual([failed.id]);
    expect(await find({ date: '2025-11-22' })).toEqual([night.id]);
    expect(await find({ date: '2025-11-21' })).toEqual([]);
  });

  test('find clubs by visibility, and staff by status and club', async () => {
    const word = `Zurbarán${Date.now()}`;
    const [shown, hidden] = [await createClub(`CD ${word}`), await createClub(`UD ${word}`, { visible: false })];
    const listClubsWith = async (query: object) =>
      (await call('GET /live/clubs', { token: admin.token, query: { search: word, ...query } })).data.clubs.map(
        ({ id }) => id,
      );
    expect(await listClubsWith({})).toEqual([shown, hidden]);
    expect(await listClubsWith({ visible: 'true' })).toEqual([shown]);
    expect(await listClubsWith({ visible: 'false' })).toEqual([hidden]);
    for (const clubId of [shown, hidden]) {
      const body = { email: `p${clubId.toLowerCase()}@club.test`, clubId };
      await call('POST /live/club-staff-users', { token: admin.token, body });
    }
    const { data } = await call('GET /live/club-staff-users', {
      token: admin.token,
      query: { clubIds: [hidden], status: 'invited' },
    });
    expect(data.clubStaffUsers.map((user) => user.clubId)).toEqual([hidden]);
  });

  test('find cameras by state and club', async () => {
    const make = async (fields: Partial<StoredSource>) => {
      const source = {
        ...createSourceItem('camera', `f-${ulid().toLowerCase()}`, Date.now()),
        clubIds: [clubId],
        ...fields,
      };
      return (await createSource(source)).id;
    };
    const offline = await make({});
    const test = await make({ isTest: true });
    const find = async (query: object) =>
      (
        await call('GET /live/cameras', { token: admin.token, query: { clubIds: [clubId], ...query } })
      ).data.cameras.map(({ id }) => id);
    expect(new Set(await find({}))).toEqual(new Set([offline, test]));
    expect(await find({ state: 'offline' })).toEqual([offline]);
    expect(await find({ state: 'test' })).toEqual([test]);
    expect(await find({ state: 'live' })).toEqual([]);
    const broadcast = {
      id: ulid(),
      streamId: 'st-1',
      startedAt: new Date().toISOString(),
      stoppedAt: null,
      event: null,
    };
    const live = await make({ broadcast });
    expect(await find({ state: 'live' })).toEqual([live]);
    expect(await find({ state: 'offline' })).toEqual([offline]);
  });
});
