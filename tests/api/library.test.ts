/** Saved videos, where one was left, and the shelves of the home page. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, club, person, vod } from '../support/api.ts';

const { lastPeak, notePeak } = await import('../../functions/playback/views.ts');

const long = { duration: 3600 };

describe('the own shelf', () => {
  test('[A-SIGNUP-2] saves videos for later, the latest first, and takes them off', async () => {
    const { token } = await person('REGULAR_BASIC');
    const [one, two, hidden] = [await vod(), await vod(), await vod({ visible: false })];
    const put = (vodId: string) => call('PUT /users/me/list/{vodId}', { token, params: { vodId } });
    await put(one.id);
    await put(two.id);
    expect((await put(hidden.id)).status).toBe(404);
    const list = async () => (await call('GET /users/me/list', { token })).data.vods.map(({ id }) => id);
    expect(await list()).toEqual([two.id, one.id]);
    await call('DELETE /users/me/list/{vodId}', { token, params: { vodId: two.id } });
    expect(await list()).toEqual([one.id]);
    expect((await call('GET /users/me/list')).status).toBe(401);
  });

  test('[A-SIGNUP-2] keeps where a video was left, for every device, and knows when it is watched', async () => {
    const { token } = await person('REGULAR_BASIC');
    const { id: vodId } = await vod(long);
    const keep = (position: number) =>
      call('PUT /users/me/progress/{vodId}', { token, params: { vodId }, body: { position } });
    const read = async () => (await call('GET /users/me/progress/{vodId}', { token, params: { vodId } })).data;
    expect(await read()).toEqual({ progress: null, saved: false });
    await keep(1200.5);
    expect((await read()).progress).toMatchObject({ position: 1200.5, watched: false });
    const home = async () =>
      (await call('GET /users/me/home', { token })).data.continueWatching.map(({ id, position }) => [id, position]);
    expect(await home()).toEqual([[vodId, 1200.5]]);
    await keep(3500);
    expect((await read()).progress?.watched).toBe(true);
    expect(await home()).toEqual([]);
    expect((await keep(-1)).status).toBe(400);
  });

  test('[B-STAT-2][V-COUNT-1] the audience of each part: every viewer once, nobody without access, no live users', async () => {
    const { id: vodId } = await vod(long);
    const admin = await person('ADMIN');
    const audience = async () =>
      (await call('GET /live/vods/{id}/audience', { token: admin.token, params: { id: vodId } })).data.audience;
    expect(await audience()).toEqual({ uniqueViewers: 0, plays: 0, livePeak: null, parts: Array(100).fill(0) });
    const watch = (token: string, watched: number[]) =>
      call('PUT /users/me/progress/{vodId}', { token, params: { vodId }, body: { position: 40, watched } });
    const [one, two] = [await person('REGULAR_SUBSCRIBER'), await person('REGULAR_SUBSCRIBER')];
    await watch(one.token, [0, 1, 2]);
    await watch(one.token, [2, 3]);
    await watch(two.token, [0, 99]);
    await watch((await person('REGULAR_BASIC')).token, [0, 1]);
    await watch(admin.token, [0, 1]);
    const { parts } = await audience();
    expect([...parts.slice(0, 5), parts[99]]).toEqual([2, 1, 1, 1, 0, 1]);
    expect((await watch(one.token, [100])).status).toBe(400);
    const saved = await call('GET /users/me/progress/{vodId}', { token: one.token, params: { vodId } });
    expect(saved.data.progress).toMatchObject({ position: 40 });
  });

  test('[A-SIGNUP-2][V-FAV-1] the home page has the own clubs first, then the sport that is watched', async () => {
    const { token } = await person('REGULAR_BASIC');
    const mine = await club();
    await call('PUT /users/me/favorite-clubs/{clubId}', { token, params: { clubId: mine } });
    const ofMine = await vod({ clubIds: [mine], sport: 'BASKET', dateCreated: '2099-01-01T00:00:00.000Z' });
    const basket = await vod({ sport: 'BASKET', renderOrder: 1, dateCreated: '2099-01-02T00:00:00.000Z' });
    const watched = await vod({ sport: 'BASKET', ...long });
    await call('PUT /users/me/progress/{vodId}', { token, params: { vodId: watched.id }, body: { position: 3599 } });
    const { data } = await call('GET /users/me/home', { token });
    expect(data.hasFavouriteClubs).toBe(true);
    expect(data.fromMyClubs.map(({ id }) => id)).toEqual([ofMine.id]);
    expect(data.recommended[0]?.sport).toBe('BASKET');
    expect(data.recommended.map(({ id }) => id)).toContain(basket.id);
    expect(data.recommended.map(({ id }) => id)).not.toContain(watched.id);
  });
});

test('[B-STAT-2] the most that watched a live at once is kept for each broadcast', async () => {
  const source = `live/${ulid()}`;
  const [first, second] = ['2026-11-20T10:00:00.000Z', '2026-11-20T16:00:00.000Z'];
  expect(await lastPeak(source, first)).toBeNull();
  for (const viewers of [3, 12, 7]) await notePeak(source, first, viewers);
  expect(await lastPeak(source, '2026-11-20T09:00:00.000Z')).toBe(12);
  await notePeak(source, second, 2);
  expect(await lastPeak(source, '2026-11-20T09:00:00.000Z')).toBe(2);
  expect(await lastPeak(source, '2026-11-20T17:00:00.000Z')).toBeNull();
});
