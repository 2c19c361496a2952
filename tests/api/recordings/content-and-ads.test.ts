/** Content videos and ads in the back office, from the upload to the viewer. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { ads } from '../../../functions/recordings/ads/store.ts';
import { createMediaFields } from '../../../functions/recordings/media/rules.ts';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { createClip } from '../../support/media.ts';

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Nuestro');
const otherClub = await createClub('CD Ajeno');
const file = { name: 'a.mp4', type: 'video/mp4', size: 9 };

describe('content and ads', () => {
  async function putWhole(uploadId: string, bytes: Buffer) {
    const params = { id: uploadId };
    const { data } = await call('POST /uploads/{id}/parts', { token: admin.token, params, body: { parts: [1] } });
    await fetch(String(data.urls[0]?.url), { method: 'PUT', body: new Uint8Array(bytes) });
    expect((await call('POST /uploads/{id}/complete', { token: admin.token, params })).status).toBe(200);
  }

  test('[B-API-39][B-API-42][B-API-43][B-API-44][V-PLAY-1][V-ACC-7] uploads content, shows it to everyone and deletes it', async () => {
    const bytes = await createClip({ seconds: 2 });
    const made = await call('POST /live/content', {
      token: admin.token,
      body: { title: 'Entrevista', categoryId: 1, clubIds: [clubId], file: { ...file, size: bytes.length } },
    });
    expect([made.status, made.message]).toEqual([201, 'Contenido subido correctamente']);
    const params = { id: made.data };
    const read = async () => (await call('GET /live/content/{id}', { token: admin.token, params })).data.contentVideo;
    await putWhole((made.body.upload as { id: string }).id, bytes);
    await eventually(read, ({ status, isImproving }) => status === 'FINISHED' && !isImproving);
    const address = { categoryId: '1', videoId: made.data };
    const visit = () => call('GET /content/categories/{categoryId}/videos/{videoId}', { params: address });
    expect((await visit()).status).toBe(404);
    await call('PATCH /live/content/{id}', {
      token: admin.token,
      params,
      body: { visible: true, description: 'Hola' },
    });
    const { contentVideo } = (await visit()).data;
    expect(contentVideo).toMatchObject({ description: 'Hola', categoryName: 'Entrevistas', status: 'FINISHED' });
    expect(new URL(String(contentVideo.playback.url)).pathname).toBe(`/contentvideos/${made.data}/hls/index.m3u8`);
    expect(await (await fetch(String(contentVideo.playback.url))).text()).toContain('#EXTM3U');
    const elsewhere = await call('GET /content/categories/{categoryId}/videos/{videoId}', {
      params: { ...address, categoryId: '2' },
    });
    expect(elsewhere.status).toBe(404);
    const removed = await call('DELETE /live/content/{id}', { token: admin.token, params });
    expect(removed.message).toBe('Contenido eliminado correctamente');
    expect((await visit()).status).toBe(404);
  });

  test('[B-API-41][B-CON-2][B-CON-3] filters content by category and club, and rejects invalid input', async () => {
    const create = (body: object) => call('POST /live/content', { token: admin.token, body });
    expect((await create({ categoryId: 1, file })).message).toBe('El título del contenido es requerido');
    expect((await create({ title: 'x', categoryId: 1 })).message).toBe('El archivo de video es requerido');
    expect(
      (await create({ title: 'x', categoryId: 1, file: { ...file, name: 'a.mov', type: 'video/quicktime' } })).message,
    ).toBe('El archivo debe ser un video MP4');
    expect((await create({ title: 'x', categoryId: 99, file })).code).toBe('CAT4000');
    const only = await createClub();
    await create({ title: 'Uno', categoryId: 2, clubIds: [only], file });
    await create({ title: 'Dos', categoryId: 3, clubIds: [only], file });
    const titles = async (query: object) =>
      (await call('GET /live/content', { token: admin.token, query })).data.contentVideos.map(({ title }) => title);
    expect((await titles({ clubId: only })).sort()).toEqual(['Dos', 'Uno']);
    expect(await titles({ clubId: only, categoryId: 3 })).toEqual(['Dos']);
  });

  test('[B-API-2][B-API-5][B-API-7][V-AD-1][V-AD-2][V-API-32] selects ads by priority, for their clubs or for all', async () => {
    const bytes = await createClip({ seconds: 2 });
    const make = async (title: string, clubIds: string[], emissionPriority: number) => {
      const made = await call('POST /live/ad_videos', {
        token: admin.token,
        body: { title, clubIds, emissionPriority, file: { ...file, size: bytes.length } },
      });
      await putWhole((made.body.upload as { id: string }).id, bytes);
      await eventually(
        async () =>
          (await call('GET /live/ad_videos/{id}', { token: admin.token, params: { id: made.data } })).data.adVideo,
        ({ status, isImproving }) => status === 'FINISHED' && !isImproving,
      );
      return made.data;
    };
    const only = await createClub();
    const low = await make('Bajo', [only], 1);
    const high = await make('Alto', [only], 5);
    const foreign = await make('Ajeno', [otherClub], 9);
    const order = async () =>
      (await call('GET /ad_videos', { query: { clubIds: [only] } })).data.adVideos.map(({ id }) => id);
    expect((await order()).filter((id) => [low, high, foreign].includes(id))).toEqual([high, low]);
    await call('PATCH /live/ad_videos/{id}', {
      token: admin.token,
      params: { id: high },
      body: { emissionPriority: null },
    });
    expect((await order()).filter((id) => [low, high].includes(id))).toEqual([low, high]);
    const [ad] = (await call('GET /ad_videos', { query: { clubIds: [only] } })).data.adVideos;
    expect(await (await fetch(String(ad?.url))).text()).toContain('#EXTM3U');
    await call('PATCH /live/ad_videos/{id}', { token: admin.token, params: { id: low }, body: { visible: false } });
    expect(await order()).not.toContain(low);
  });

  test('[V-AD-1] answers a logged-in viewer whether an ad precedes the recording', async () => {
    const [ours, theirs] = [await createClub(), await createClub()];
    const { token } = await createPerson('REGULAR_SUBSCRIBER');
    const [of = '', ofBoth = '', ofOthers = ''] = await Promise.all(
      [[ours], [ours, theirs], [theirs]].map(async (clubIds) => (await createVod({ clubIds })).id),
    );
    const readHasAd = async (id: string, as: object = { token }) =>
      (await call('GET /vods/{id}', { params: { id }, ...as })).data.vod.playback.hasAd;
    expect(await readHasAd(of)).toBe(false);
    await ads.create({
      ...createMediaFields(null, 1),
      id: ulid(),
      title: 'Anuncio',
      clubIds: [ours],
      emissionPriority: null,
      uploadId: null,
      visible: true,
      status: 'FINISHED',
      dateCreated: new Date().toISOString(),
    });
    await eventually(() => readHasAd(ofBoth), is(true));
    expect([await readHasAd(of), await readHasAd(ofOthers), await readHasAd(of, {})]).toEqual([true, false, undefined]);
    // Visitors share one cached answer for open videos, so it does not say whether there is an ad.
    const open = await createVod({ clubIds: [ours], sportEventId: (await createEvent({ isPublic: true })).id });
    const { playback } = (await call('GET /vods/{id}', { params: { id: open.id } })).data.vod;
    expect([playback.granted, playback.hasAd]).toEqual([true, undefined]);
  });

  test('[B-AD-2][B-AD-3][B-AD-5][B-UI-7] reports missing or invalid fields of an ad', async () => {
    const create = (body: object) => call('POST /live/ad_videos', { token: admin.token, body });
    expect((await create({ file })).message).toBe('El título del anuncio es requerido');
    expect((await create({ title: 'x', file: { ...file, type: 'application/pdf' } })).message).toBe(
      'El archivo debe ser un video MP4',
    );
    const made = await create({ title: 'x', emissionPriority: 'mucha', file });
    const params = { id: made.data };
    expect((await call('GET /live/ad_videos/{id}', { token: admin.token, params })).data.adVideo.emissionPriority).toBe(
      1,
    );
    for (const emissionPriority of [0, 'x', 1.5]) {
      const answer = await call('PATCH /live/ad_videos/{id}', {
        token: admin.token,
        params,
        body: { emissionPriority },
      });
      expect(answer.status).toBe(400);
    }
  });
});
