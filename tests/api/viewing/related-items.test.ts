/** Related items of an item, as visitors read them. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createContentVideo, createEvent, createVod } from '../../support/api.ts';

const clubId = await createClub('CD Lectura');
const clubs = [{ id: clubId, name: 'CD Lectura', thumbnail: null }];

async function contentVideo(fields: object = {}) {
  const { id } = await createContentVideo({ categoryId: 2, clubIds: [clubId], ...fields });
  return { categoryId: '2', videoId: id };
}

describe('related items of an item', () => {
  test('[V-API-4][V-API-22] lists recordings of a club and of an event in pages', async () => {
    const [home, match] = [await createClub(), await createEvent()];
    for (let made = 0; made < 13; made += 1) await createVod({ clubIds: [home], sportEventId: match.id });
    const listClubVods = (page: number) => call('GET /clubs/{id}/vods', { params: { id: home }, query: { page } });
    const listEventVods = (page: number) =>
      call('GET /sportevents/{id}/vods', { params: { id: match.id }, query: { page } });
    for (const list of [listClubVods, listEventVods]) {
      const [first, second] = [await list(1), await list(2)];
      expect(first.data).toMatchObject({ total: 13, totalPages: 2 });
      expect([first.data.vods.length, second.data.vods.length]).toEqual([12, 1]);
      expect(first.data.vods.map(({ id }) => id)).not.toContain(second.data.vods[0]?.id);
    }
  });

  test('[V-API-11][V-API-16][V-API-21] lists the clubs of a recording, a content video and an event', async () => {
    const [video, match, params] = [
      await createVod({ clubIds: [clubId] }),
      await createEvent({ clubIds: [clubId] }),
      await contentVideo(),
    ];
    expect((await call('GET /vods/{id}/clubs', { params: { id: video.id } })).data.clubs).toEqual(clubs);
    expect((await call('GET /sportevents/{id}/clubs', { params: { id: match.id } })).data.clubs).toEqual(clubs);
    const ofContent = await call('GET /content/categories/{categoryId}/videos/{videoId}/clubs', { params });
    expect(ofContent.data.clubs).toEqual(clubs);
  });

  test('[V-ENT-5][V-API-14][V-API-18] omits videos without a file, and unfinished ones on the home page', async () => {
    const at = { categoryId: 5, dateCreated: '2998-01-01T00:00:00Z' };
    const params = { categoryId: '5' };
    const { videoId: ready } = await contentVideo(at);
    const { videoId: waiting } = await contentVideo({ ...at, status: 'SENT', generation: null });
    const { videoId: working } = await contentVideo({ ...at, status: 'STARTED', generation: null });
    const answer = await call('GET /content/categories/{categoryId}/videos', { params });
    const listed = answer.data.contentVideos.map(({ id }) => id);
    expect([listed.includes(ready), listed.includes(waiting), listed.includes(working)]).toEqual([true, false, true]);
    const latest = (await call('GET /public/content/videos')).data.contentVideos.map(({ id }) => id);
    expect([latest.includes(ready), latest.includes(waiting), latest.includes(working)]).toEqual([true, false, false]);
  });

  test('[A-PROF-2][V-API-9] accepts the longest possible title in a search', async () => {
    const title = `Derbi ${'ñ'.repeat(194)}`;
    const { id } = await createVod({ title });
    const found = await call('GET /vods', { query: { search: title } });
    expect(found.data.vods.map((one) => one.id)).toEqual([id]);
    expect((await call('GET /vods', { query: { search: `${title}x` } })).status).toBe(400);
  });

  test('[V-API-14][V-API-18] lists content by category, title and clubs, and the latest of all without login', async () => {
    const home = await createClub();
    const older = await contentVideo({
      clubIds: [home],
      title: 'León contra león',
      dateCreated: '2020-01-01T00:00:00Z',
    });
    const newer = await contentVideo({ clubIds: [home], title: 'Otra cosa', dateCreated: '2999-01-01T00:00:00Z' });
    const ids = async (categoryId: string, query: object) =>
      (
        await call('GET /content/categories/{categoryId}/videos', { params: { categoryId }, query })
      ).data.contentVideos.map(({ id }) => id);
    expect(await ids('2', { clubIds: [home] })).toEqual([newer.videoId, older.videoId]);
    expect(await ids('2', { clubIds: [home], search: 'LEON' })).toEqual([older.videoId]);
    expect(await ids('3', { clubIds: [home] })).toEqual([]);
    const latest = (await call('GET /public/content/videos')).data.contentVideos;
    expect(latest[0]?.id).toBe(newer.videoId);
    const dates = latest.map(({ dateCreated }) => dateCreated);
    expect(dates).toEqual(dates.toSorted().reverse());
  });
});
