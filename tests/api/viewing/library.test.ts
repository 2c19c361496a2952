/** Saved videos, resume positions, and the shelves of the home page. */
import { describe, expect, test } from 'vitest';
import type { ShelfVideo } from '../../../shared/contract/library.ts';
import { pageSize } from '../../../shared/domain/limits.ts';
import { call, createClub, createContentVideo, createEvent, createPerson, createVod } from '../../support/api.ts';

const { putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { contentVideos } = await import('../../../functions/recordings/content/store.ts');
const { removeMedia } = await import('../../../functions/recordings/media/media-kinds.ts');
const { startSession } = await import('../../../functions/platform/auth/sessions.ts');
const { readAudience } = await import('../../../functions/viewing/playback/views.ts');

const long = { duration: 3600 };
const recording = async (fields = {}): Promise<ShelfVideo> => ({ kind: 'vods', id: (await createVod(fields)).id });
const content = async (fields = {}): Promise<ShelfVideo> => ({
  kind: 'contentvideos',
  id: (await createContentVideo(fields)).id,
});

async function createViewer(role: 'REGULAR_BASIC' | 'REGULAR_SUBSCRIBER' = 'REGULAR_BASIC') {
  const { user, token } = await createPerson(role);
  const createRequest = (video: ShelfVideo) => ({ token, params: { kind: video.kind, id: video.id } });
  const home = async () => (await call('GET /users/me/home', { token })).data;
  return {
    user,
    token,
    save: (video: ShelfVideo) => call('PUT /users/me/list/{kind}/{id}', createRequest(video)),
    unsave: (video: ShelfVideo) => call('DELETE /users/me/list/{kind}/{id}', createRequest(video)),
    list: async () => (await call('GET /users/me/list', { token })).data.videos.map(({ id }) => id),
    watch: (video: ShelfVideo, position: number, watched: number[] = []) =>
      call('PUT /users/me/progress/{kind}/{id}', { ...createRequest(video), body: { position, watched } }),
    progress: async (video: ShelfVideo) =>
      (await call('GET /users/me/progress/{kind}/{id}', createRequest(video))).data,
    home,
    continues: async () => (await home()).continueWatching.map(({ id, position }) => [id, position]),
  };
}

describe.each([
  ['a recording', recording, 'VOD4040'],
  ['a content video', content, 'CON4040'],
])('%s on the shelf of a viewer', (_kind, make, missing) => {
  test('[A-SIGNUP-2] is saved for later, newest first, and removed', async () => {
    const { save, unsave, list } = await createViewer();
    const [one, two, hidden] = [await make(), await make(), await make({ visible: false })];
    await save(one);
    await save(two);
    const refused = await save(hidden);
    expect([refused.status, refused.code]).toEqual([404, missing]);
    expect(await list()).toEqual([two.id, one.id]);
    await unsave(two);
    expect(await list()).toEqual([one.id]);
  });

  test('[A-SIGNUP-2] is listed in pages', async () => {
    const { token, save } = await createViewer();
    const made = await Promise.all(Array.from({ length: pageSize + 3 }, () => make()));
    for (const video of made) await save(video);
    const page = async (number: number) => (await call('GET /users/me/list', { token, query: { page: number } })).data;
    expect(await page(1)).toMatchObject({ total: made.length, totalPages: 2, page: 1 });
    const shown = [...(await page(1)).videos, ...(await page(2)).videos, ...(await page(3)).videos];
    expect(shown.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed());
  });

  test('[A-SIGNUP-2] stores its resume position for every device, and counts as watched at the end', async () => {
    const { watch, progress, continues } = await createViewer();
    const video = await make(long);
    expect(await progress(video)).toEqual({ progress: null, saved: false });
    await watch(video, 1200.5);
    expect((await progress(video)).progress).toMatchObject({ position: 1200.5, watched: false });
    expect(await continues()).toEqual([[video.id, 1200.5]]);
    await watch(video, 3500);
    expect((await progress(video)).progress?.watched).toBe(true);
    expect(await continues()).toEqual([]);
    expect((await watch(video, -1)).status).toBe(400);
    expect((await watch(await make({ visible: false }), 20)).status).toBe(404);
  });
});

describe('the shelf of a viewer', () => {
  test('[A-SIGNUP-2] lists recordings and content together, newest first, with their cards’ data', async () => {
    const { save, watch, list, home } = await createViewer();
    const [match, report, other] = [await recording(long), await content(long), await recording(long)];
    for (const video of [match, report, other]) {
      await save(video);
      await watch(video, 600);
    }
    const latestFirst = [other.id, report.id, match.id];
    expect(await list()).toEqual(latestFirst);
    const { continueWatching, myList, recommended } = await home();
    expect(continueWatching.map(({ id }) => id)).toEqual(latestFirst);
    expect(myList.map(({ id }) => id)).toEqual(latestFirst);
    expect(continueWatching[1]).toMatchObject({
      kind: 'contentvideos',
      id: report.id,
      position: 600,
      categoryId: 1,
      categoryName: 'Entrevistas',
      duration: 3600,
    });
    expect(myList[2]).toMatchObject({ kind: 'vods', id: match.id, sport: 'SOCCER' });
    expect(recommended.map(({ id }) => id)).not.toContain(match.id);
  });

  test('[A-SIGNUP-2] still recommends a recording that was left in its first seconds', async () => {
    const { watch, home } = await createViewer();
    const [left, begun] = [await recording(long), await recording(long)];
    await watch(left, 9);
    await watch(begun, 600);
    const { continueWatching, recommended } = await home();
    expect(continueWatching.map(({ id }) => id)).toEqual([begun.id]);
    expect(recommended.map(({ id }) => id)).toContain(left.id);
  });

  test('[A-SIGNUP-2] omits hidden or deleted content, and restores it when shown again', async () => {
    const { save, watch, list, continues } = await createViewer();
    const [hidden, deleted] = [await content(long), await content(long)];
    for (const video of [hidden, deleted]) {
      await save(video);
      await watch(video, 600);
    }
    await removeMedia('contentvideos', deleted.id, Date.now());
    const show = (visible: boolean) => contentVideos.change(hidden.id, (video) => ({ ...video, visible }));
    await show(false);
    expect([await list(), await continues()]).toEqual([[], []]);
    await show(true);
    expect([await list(), await continues()]).toEqual([[hidden.id], [[hidden.id, 600]]]);
  });

  test('[A-SIGNUP-2] reads entries written before shelves could hold content', async () => {
    const { user, unsave, list, progress, continues, watch } = await createViewer();
    const { kind, id } = await recording(long);
    const at = new Date().toISOString();
    const pk = `USER#${user.id}`;
    await putItem('library', { pk, sk: `LIST#${id}`, vodId: id, savedAt: at });
    await putItem('library', { pk, sk: `PROGRESS#${id}`, vodId: id, position: 600, updatedAt: at });
    expect(await progress({ kind, id })).toEqual({
      progress: { position: 600, watched: false, updatedAt: at },
      saved: true,
    });
    expect([await list(), await continues()]).toEqual([[id], [[id, 600]]]);
    await watch({ kind, id }, 700);
    await unsave({ kind, id });
    expect([await list(), await continues()]).toEqual([[], [[id, 700]]]);
  });

  test('[A-SIGNUP-2] rejects other items', async () => {
    const { token } = await createViewer();
    const ad = { token, params: { kind: 'advideos', id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } };
    for (const key of [
      'PUT /users/me/list/{kind}/{id}',
      'DELETE /users/me/list/{kind}/{id}',
      'GET /users/me/progress/{kind}/{id}',
    ] as const) {
      const answer = await call(key, ad);
      expect([answer.status, answer.code]).toEqual([404, 'REQ4040']);
    }
  });

  test('[B-STAT-2][V-COUNT-1] counts each viewer with access once for each part, without admins', async () => {
    const video = await recording(long);
    const admin = await createPerson('ADMIN');
    const audience = async () =>
      (await call('GET /live/vods/{id}/audience', { token: admin.token, params: { id: video.id } })).data.audience;
    expect(await audience()).toEqual({ uniqueViewers: 0, plays: 0, livePeak: null, parts: Array(100).fill(0) });
    const [one, two] = [await createViewer('REGULAR_SUBSCRIBER'), await createViewer('REGULAR_SUBSCRIBER')];
    await one.watch(video, 40, [0, 1, 2]);
    await one.watch(video, 40, [2, 3]);
    await two.watch(video, 40, [0, 99]);
    await (await createViewer('REGULAR_BASIC')).watch(video, 40, [0, 1]);
    await call('PUT /users/me/progress/{kind}/{id}', {
      token: admin.token,
      params: { kind: video.kind, id: video.id },
      body: { position: 40, watched: [0, 1] },
    });
    const { parts } = await audience();
    expect([...parts.slice(0, 5), parts[99]]).toEqual([2, 1, 1, 1, 0, 1]);
    expect((await one.watch(video, 40, [100])).status).toBe(400);
    expect((await one.progress(video)).progress).toMatchObject({ position: 40 });
  });

  test('[A-SIGNUP-2][V-FAV-1] puts favourite clubs first on the home page, then the watched sport', async () => {
    const { token, watch, home } = await createViewer();
    const mine = await createClub();
    await call('PUT /users/me/favorite-clubs/{clubId}', { token, params: { clubId: mine } });
    const ofMine = await createVod({ clubIds: [mine], sport: 'BASKET', dateCreated: '2099-01-01T00:00:00.000Z' });
    const basket = await createVod({ sport: 'BASKET', renderOrder: 1, dateCreated: '2099-01-02T00:00:00.000Z' });
    const watched = await recording({ sport: 'BASKET', ...long });
    await watch(watched, 3599);
    await watch(await content({ clubIds: [mine], ...long }), 600);
    const { hasFavouriteClubs, fromMyClubs, recommended } = await home();
    expect(hasFavouriteClubs).toBe(true);
    expect(fromMyClubs.map(({ id }) => id)).toEqual([ofMine.id]);
    expect(recommended[0]?.sport).toBe('BASKET');
    expect(recommended.map(({ id }) => id)).toContain(basket.id);
    expect(recommended.map(({ id }) => id)).not.toContain(watched.id);
  });
});

describe('[11.27] the position in a report of watching', () => {
  const reportWatching = (token: string, body: object) =>
    call('PATCH /session', { token, body: { isWatching: true, ...body } as { isWatching: boolean } });

  test('[A-SIGNUP-2][A-SESS-9] is stored like a separate request, also when repeated or on leaving', async () => {
    const { token, progress, continues } = await createViewer('REGULAR_SUBSCRIBER');
    const [match, report] = [await recording(long), await content(long)];
    const at = (video: ShelfVideo, position: number) => ({ played: { ...video, position } });
    for (let time = 0; time < 2; time += 1) expect((await reportWatching(token, at(match, 600))).status).toBe(200);
    expect((await progress(match)).progress).toMatchObject({ position: 600, watched: false });
    expect((await reportWatching(token, at(report, 700))).status).toBe(200);
    expect((await reportWatching(token, { isWatching: false, ...at(match, 650.5) })).status).toBe(200);
    expect(await continues()).toEqual([
      [match.id, 650.5],
      [report.id, 700],
    ]);
  });

  test('[B-STAT-2][V-COUNT-1] counts each played part once for each viewer with access', async () => {
    const match = await createEvent();
    const video = await recording({ ...long, sportEventId: match.id });
    const purchases = [{ id: match.id, title: 'x', sport: 'SOCCER' as const, until: '2999-01-01T00:00:00.000Z' }];
    const viewers = [
      await createPerson('REGULAR_SUBSCRIBER'),
      await createPerson('REGULAR_BASIC', { purchases }),
      // A viewer without access adds nothing.
      await createPerson('REGULAR_BASIC'),
    ];
    for (const { token } of [...viewers, ...viewers])
      expect((await reportWatching(token, { played: { ...video, position: 60, watched: [1, 2] } })).status).toBe(200);
    expect((await readAudience(`vods/${video.id}`)).parts.slice(0, 4)).toEqual([0, 2, 2, 0]);
  });

  test('[A-SIGNUP-2] is stored for club staff too, who have no stream limit', async () => {
    const clubId = await createClub();
    const video = await recording({ ...long, clubIds: [clubId] });
    const { token } = await createPerson('CLUB_STAFF', { clubId });
    await reportWatching(token, { played: { ...video, position: 90 } });
    const params = { kind: video.kind, id: video.id };
    const { data } = await call('GET /users/me/progress/{kind}/{id}', { token, params });
    expect(data.progress).toMatchObject({ position: 90 });
  });

  test('[V-PLAY-6] is not stored for a hidden video, but stored while another device holds the stream', async () => {
    const { user, token, progress } = await createViewer('REGULAR_SUBSCRIBER');
    const [gone, video] = [await recording({ visible: false }), await recording(long)];
    expect((await reportWatching(token, { played: { ...gone, position: 60 } })).status).toBe(200);
    expect((await progress(gone)).progress).toBeNull();
    const other = (await startSession(user, false, Date.now())).token;
    const refused = await reportWatching(other, { played: { ...video, position: 60 } });
    expect([refused.status, refused.code]).toEqual([409, 'SSN4090']);
    expect((await progress(video)).progress).toMatchObject({ position: 60 });
  });
});
