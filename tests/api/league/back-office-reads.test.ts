/** Reads of the back office: the shape of every item, its clubs and its images. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ContractKey } from '../../../shared/contract/contract.ts';
import {
  call,
  createClub,
  createContentVideo,
  createEvent,
  createPerson,
  createVod,
  playedBetween,
  toAddress,
} from '../../support/api.ts';

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Nuestro');
const staff = await createPerson('CLUB_STAFF', { clubId });
const png = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#0a0e13' } })
  .png()
  .toBuffer();

const file = { name: 'a.mp4', size: 1000, type: 'video/mp4' };

async function ad(): Promise<string> {
  const body = { title: 'Anuncio', emissionPriority: 3, clubIds: [clubId], file };
  return (await call('POST /live/ad_videos', { token: admin.token, body })).data;
}
async function content(): Promise<string> {
  const body = { title: 'Entrevista', categoryId: 2, clubIds: [clubId], file };
  return (await call('POST /live/content', { token: admin.token, body })).data;
}
async function camera(slug: string): Promise<string> {
  return (await call('POST /live/cameras', { token: admin.token, body: { slug, isTest: true } })).data.id;
}
const paging = { limit: 12, page: 1, total: expect.any(Number), totalPages: expect.any(Number) };
const clubs = [expect.objectContaining({ id: clubId, name: 'CD Nuestro' })];

describe('reads of the back office', () => {
  test('[B-ENT-1] [B-ENT-11] [B-API-10] return an ad and its list', async () => {
    const id = await ad();
    const { data } = await call('GET /live/ad_videos/{id}', { token: admin.token, params: { id } });
    expect(data.adVideo).toMatchObject({
      id,
      title: 'Anuncio',
      visible: true,
      emissionPriority: 3,
      size: 1000,
      status: 'SENT',
      clubs,
      dateCreated: expect.stringMatching(/Z$/),
    });
    const list = await call('GET /live/ad_videos', { token: admin.token, query: { clubIds: [clubId] } });
    expect(list.data).toMatchObject({ ...paging, adVideos: [{ id }] });
    const ofStaff = await call('GET /clubStaff/ad_videos/{id}', { token: staff.token, params: { id } });
    expect(ofStaff.data).toEqual(data);
  });

  test('[B-ENT-2] return a camera', async () => {
    const id = await camera('campo-lecturas');
    const { data } = await call('GET /live/cameras/{id}', { token: admin.token, params: { id } });
    expect(data).toMatchObject({
      id,
      slug: 'campo-lecturas',
      title: 'campo-lecturas',
      isTest: true,
      isLive: false,
      sport: 'SOCCER',
      sportEventId: null,
      renderOrder: null,
      thumbnail: null,
      clubs: [],
      streamAuthKey: expect.any(String),
    });
  });

  test('[B-ENT-3] [B-API-67] [B-ENT-8] return an event with its videos, and a video', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    const video = await createVod({ sportEventId: match.id, clubIds: [clubId] });
    const read = await call('GET /live/sportevents/{id}', { token: admin.token, params: { id: match.id } });
    const { id, title, summary, sport, isPublic, visible, scheduledStartDate, scheduledFinishDate } = match;
    const stored = { id, title, summary, sport, isPublic, visible, scheduledStartDate, scheduledFinishDate };
    const vods = [expect.objectContaining({ id: video.id })];
    expect(read.data.sportEvent).toMatchObject({ ...stored, thumbnail: null, clubs, vods });
    const { data } = await call('GET /live/vods/{id}', { token: admin.token, params: { id: video.id } });
    expect(data.vod).toMatchObject({
      id: video.id,
      title: video.title,
      summary: '',
      visible: true,
      sport: 'SOCCER',
      sportEventId: match.id,
      size: 1000,
      status: 'FINISHED',
      renderOrder: null,
      analytics: { uniqueNonLiveViewers: 0 },
      dateCreated: video.dateCreated,
    });
    expect(data.vod).toHaveProperty('thumbnail');
  });

  test('[B-ENT-4] [B-ENT-5] [B-ENT-7] return a club, a user of club staff, and the categories', async () => {
    const read = await call('GET /live/clubs/{id}', { token: admin.token, params: { id: clubId } });
    expect(read.data.club).toEqual({
      id: clubId,
      name: 'CD Nuestro',
      visible: true,
      thumbnail: null,
      userFavoritedCount: 0,
      version: 1,
      momentKinds: ['GOAL', 'OWN_GOAL'],
      publicClips: false,
      viewerClips: false,
      embedHosts: [],
      scoreInPreviews: false,
    });
    const body = { email: 'lecturas@club.test', clubId };
    const made = await call('POST /live/club-staff-users', { token: admin.token, body });
    const user = await call('GET /live/club-staff-users/{id}', { token: admin.token, params: made.data });
    expect(user.data.clubStaffUser).toEqual({
      id: made.data.id,
      email: body.email,
      personalName: '',
      status: 'invited',
      clubName: 'CD Nuestro',
      clubId,
      dateCreated: expect.stringMatching(/Z$/),
      dateActivated: null,
      version: 1,
    });
    const { data } = await call('GET /live/content/categories', { token: admin.token });
    expect(data.categories[0]).toEqual({ id: 1, title: expect.any(String) });
  });

  test('[B-ENT-6] return a content video', async () => {
    const id = await content();
    const { data } = await call('GET /live/content/{id}', { token: admin.token, params: { id } });
    expect(data.contentVideo).toMatchObject({
      id,
      title: 'Entrevista',
      description: '',
      visible: false,
      categoryId: 2,
      thumbnail: null,
      size: 1000,
      renderOrder: null,
      status: 'SENT',
      clubs,
      dateCreated: expect.stringMatching(/Z$/),
    });
  });

  test('[B-ENT-10] return a moment and its types', async () => {
    const video = await createVod({ clubIds: [clubId] });
    const fields = { timestampMs: 1500, label: 'Gol', momentTypeId: 2, vodId: video.id };
    const made = await call('POST /clubStaff/moments', { token: staff.token, body: fields });
    const { data } = await call('GET /clubStaff/moments/vod/{vodId}', {
      token: staff.token,
      params: { vodId: video.id },
    });
    expect(data.moments).toEqual([{ ...fields, id: made.data.id, clubId, version: 1 }]);
    const types = await call('GET /clubStaff/moment-types', { token: staff.token });
    expect(types.data.momentTypes).toContainEqual({ id: 2, type: 'goal' });
  });
});

describe('club lists of the back office', () => {
  test('[B-API-6] [B-API-11] [B-API-45] name the clubs of an ad and of content', async () => {
    const params = { id: await ad() };
    const ofAd = await call('GET /live/ad_videos/{id}/clubs', { token: admin.token, params });
    expect(ofAd.data.clubs).toEqual(clubs);
    const ofStaff = await call('GET /clubStaff/ad_videos/{id}/clubs', { token: staff.token, params });
    expect(ofStaff.data).toEqual(ofAd.data);
    const ofContent = await call('GET /live/content/{id}/clubs', {
      token: admin.token,
      params: { id: await content() },
    });
    expect(ofContent.data.clubs).toEqual(clubs);
  });

  test('[B-API-63] [B-API-74] [B-API-75] name the clubs of an event and of a video, and change those of a video', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    const ofEvent = await call('GET /clubStaff/sportevents/{id}/clubs', {
      token: staff.token,
      params: { id: match.id },
    });
    expect(ofEvent.data.clubs).toEqual(clubs);
    const params = { id: (await createVod()).id };
    const set = (clubIds: string[]) =>
      call('PUT /live/vods/{id}/clubs', { token: admin.token, params, body: { clubIds } });
    expect((await set([clubId])).status).toBe(200);
    expect((await call('GET /live/vods/{id}/clubs', { token: admin.token, params })).data.clubs).toEqual(clubs);
    expect((await set(['01ARZ3NDEKTSV4RRFFQ69G5FAV'])).status).toBe(400);
  });
});

test('[V-API-26][B-API-49] returns the events of a sport for selectors, nearest to now first', async () => {
  const inTenYears = {
    scheduledStartDate: '2036-01-01T10:00:00.000Z',
    scheduledFinishDate: '2036-01-01T12:00:00.000Z',
  };
  const far = await Promise.all(Array.from({ length: 15 }, () => createEvent({ sport: 'BASKET', ...inTenYears })));
  const { id } = await createEvent({ sport: 'BASKET', title: 'Solo baloncesto', ...playedBetween(0, 1) });
  const { data } = await call('GET /live/sportevents', { token: admin.token, query: { sport: 'BASKET' } });
  expect(data).toMatchObject({ ...paging, limit: 100 });
  const ids = data.sportEvents.map((one) => one.id);
  expect(ids.indexOf(id)).toBeGreaterThanOrEqual(0);
  for (const one of far) expect(ids.indexOf(id)).toBeLessThan(ids.indexOf(one.id));
  expect(data.sportEvents.every(({ sport }) => sport === 'BASKET')).toBe(true);
});

describe('pictures', () => {
  const form = (name: string) => {
    const body = new FormData();
    body.append(name, new Blob([new Uint8Array(png)], { type: 'image/png' }), 'x.png');
    return body;
  };
  async function fetchPicture(key: string, params: Record<string, string>, token?: string) {
    const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await fetch(toAddress(key, params), { headers, redirect: 'manual' });
    const location = answer.headers.get('location');
    const picture = location ? await fetch(location) : undefined;
    return { status: answer.status, type: picture?.ok ? picture.headers.get('content-type') : null };
  }
  const shown = { status: 302, type: expect.stringMatching(/^image\//) };

  const ofContent = 'GET /content/categories/{categoryId}/videos/{videoId}/thumbnail';
  test.each<[string, () => Promise<{ id: string }>, string, ContractKey, ContractKey?]>([
    ['[V-API-6] [B-API-24] a club', async () => ({ id: clubId }), 'thumbFile', 'POST /live/clubs/{id}/thumbnail'],
    ['[V-API-24] [B-API-57] an event', createEvent, 'thumbFile', 'POST /live/sportevents/{id}/thumbnail'],
    ['[V-API-12] [B-API-72] [B-API-73] a video', createVod, 'vodThumbFile', 'POST /live/vods/{id}/thumbnail'],
    [
      '[V-API-17] [B-API-48] content',
      () => createContentVideo({ categoryId: 2 }),
      'contentVideoThumbFile',
      'PATCH /live/content/{id}/thumbnail',
      ofContent,
    ],
  ])('of %s are stored by admins, and served to them and to anyone', async (_, make, field, key, readBy) => {
    const { id } = await make();
    const publicKey = readBy ?? key.replace('POST /live/', 'GET /');
    const params = { id, videoId: id, categoryId: '2' };
    const { status } = await call(key, { token: admin.token, params: params as never, body: form(field) as never });
    expect(status).toBe(200);
    expect(await fetchPicture(key, params, admin.token)).toEqual(shown);
    expect(await fetchPicture(publicKey, params)).toEqual(shown);
  });

  test('[B-API-81] are stored for a video by club staff of its club only', async () => {
    const set = async ({ id }: { id: string }) =>
      call('POST /clubStaff/vods/{id}/thumbnail', { token: staff.token, params: { id }, body: form('vodThumbFile') });
    expect((await set(await createVod({ clubIds: [clubId] }))).status).toBe(200);
    expect((await set(await createVod())).status).toBe(403);
  });

  test('[B-API-17] answer 404 for a club or a camera without one', async () => {
    expect((await fetchPicture('GET /clubs/{id}/thumbnail', { id: await createClub() })).status).toBe(404);
    const id = await camera('campo-sin-imagen');
    expect((await fetchPicture('GET /live/cameras/{id}/thumbnail', { id }, admin.token)).status).toBe(404);
  });
});
