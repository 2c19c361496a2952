/** Cameras in the back office. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { admin, camera, change, randomSlug, read } from './camera-calls.ts';

const { reconcileLives } = await import('../../support/own-jobs.ts');

describe('a camera', () => {
  test('[B-API-13][B-API-14][B-CAM-8] has a server and a key to copy', async () => {
    const made = await camera();
    expect(made).toMatchObject({ isTest: false, isLive: false, sportEventId: null, renderOrder: null });
    expect(made.streamServer).toMatch(/^rtmp:\/\/127\.0\.0\.1:\d+\/live$/);
    expect(made.streamKey).toMatch(/^sk_/);
    expect(made.streamAuthKey).toBe(made.streamKey);
  });

  test('[B-CAM-2][B-CAM-22] requires an unused slug', async () => {
    const empty = await call('POST /live/cameras', { token: admin.token, body: { slug: '  ' } });
    expect([empty.status, empty.message]).toEqual([400, 'El slug es requerido']);
    const { slug } = await camera();
    const taken = await call('POST /live/cameras', { token: admin.token, body: { slug } });
    expect([taken.status, taken.code]).toEqual([409, 'CAM4090']);
    const race = randomSlug('carrera');
    const both = await Promise.all(
      [0, 1, 2].map(() => call('POST /live/cameras', { token: admin.token, body: { slug: race } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('[B-CAM-22] frees the old slug on a change, and rejects a taken one', async () => {
    const [one, two] = [await camera(), await camera()];
    expect((await change(one.id, { slug: two.slug })).status).toBe(409);
    const fresh = randomSlug('nueva');
    expect((await change(one.id, { slug: fresh })).data.slug).toBe(fresh);
    expect((await change(two.id, { slug: one.slug })).status).toBe(200);
  });

  test('[B-API-15][B-CAM-5][B-CAM-7] takes title, sport and clubs from its event', async () => {
    const clubId = await createClub('CD Cámara');
    const match = await createEvent({ title: 'Semifinal', sport: 'BASKET', clubIds: [clubId] });
    const { id } = await camera();
    const { data, message } = await change(id, { sportEventId: match.id });
    expect(message).toBe('Cámara actualizada correctamente');
    expect(data).toMatchObject({ title: 'Semifinal', sport: 'BASKET', sportEventId: match.id });
    expect(data.clubs.map(({ name }) => name)).toEqual(['CD Cámara']);
    await call('PATCH /live/sportevents/{id}', {
      token: admin.token,
      params: { id: match.id },
      body: { title: 'Final' },
    });
    await eventually(async () => (await read(id)).title, is('Final'));
    await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id: match.id } });
    await eventually(async () => (await read(id)).sportEventId, is(null));
  });

  test('[H-STATE-3] updates its match when a camera is set to it, and when none is any more', async () => {
    const [match, { id }] = [await createEvent({}), await camera()];
    const hasCamera = async () =>
      (await call('GET /sportevents/{id}', { params: { id: match.id } })).data.sportEvent.hasCamera;
    expect(await hasCamera()).toBe(false);
    await change(id, { sportEventId: match.id });
    expect(await hasCamera()).toBe(true);
    await change(id, { isTest: true });
    expect(await hasCamera()).toBe(false);
    await change(id, { isTest: false });
    expect(await hasCamera()).toBe(true);
    // The deletion of a camera, and a process that dies after the camera's own write, are repaired every minute.
    await call('DELETE /live/cameras/{id}', { token: admin.token, params: { id } });
    await eventually(async () => {
      await reconcileLives(match.id);
      return hasCamera();
    }, is(false));
  });

  test('[B-CAM-19][B-API-15] accepts integers of at least 1 as order, and single fields', async () => {
    const { id } = await camera();
    expect((await change(id, { renderOrder: 5 })).data.renderOrder).toBe(5);
    expect((await change(id, { isTest: true })).data).toMatchObject({ isTest: true, renderOrder: 5 });
    for (const renderOrder of [0, 1.5, 'x']) expect((await change(id, { renderOrder })).status).toBe(400);
  });

  test('[B-API-12][B-CAM-14] searches by slug and hides keys', async () => {
    const { slug, streamKey } = await camera();
    const { data, body } = await call('GET /live/cameras', { token: admin.token, query: { search: slug } });
    expect(data.total).toBe(1);
    expect(JSON.stringify(body)).not.toContain(streamKey);
  });

  test('[B-API-16] is deleted with its channel, which frees its slug', async () => {
    const { id, slug } = await camera();
    expect((await call('DELETE /live/cameras/{id}', { token: admin.token, params: { id } })).message).toBe(
      'Cámara eliminada correctamente',
    );
    expect((await call('GET /live/cameras/{id}', { token: admin.token, params: { id } })).status).toBe(404);
    expect((await call('POST /live/cameras', { token: admin.token, body: { slug } })).status).toBe(201);
  });
});
