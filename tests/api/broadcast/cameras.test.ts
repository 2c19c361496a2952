/** Cameras and lives, over real RTMP. */
import { describe, expect, type TestContext, test } from 'vitest';
import { addresses, call, createClub, createEvent, createPerson } from '../../support/api.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually, is } from '../../support/eventually.ts';
import { liveLimit, recordingLimit } from '../../support/limits.ts';
import { listMails } from '../../support/people.ts';
import { isNightly } from '../../support/test-profile.ts';

const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { reconcileLives } = await import('../../../functions/jobs/live.ts');

const admin = await createPerson('ADMIN');

const randomSlug = (name: string) => `${name}-${Math.random().toString(36).slice(2, 10)}`;

async function camera(fields: object = {}) {
  const slug = randomSlug('camara');
  const made = await call('POST /live/cameras', { token: admin.token, body: { slug, ...fields } });
  expect([made.status, made.message]).toEqual([201, 'Cámara creada correctamente']);
  return { ...(await read(made.data.id)), slug };
}

const read = async (id: string) => (await call('GET /live/cameras/{id}', { token: admin.token, params: { id } })).data;
const change = (id: string, body: object) =>
  call('PATCH /live/cameras/{id}', { token: admin.token, params: { id }, body });

/** Starts an encoder that stops when its test ends; tests run concurrently. */
async function push({ onTestFinished }: TestContext, server: string, key: string): Promise<Encoder> {
  const encoder = await Encoder.start(`${server}/${key}`, { size: '320x180' });
  onTestFinished(() => encoder.drop());
  return encoder;
}

describe('the received stream', () => {
  const readCamera = async (id: string) =>
    (await call('GET /live/cameras/{id}/health', { token: admin.token, params: { id } })).data.health;

  test('[B-CAM-4] shows the health of a broadcast: picture, rates, key frames and advice @ci', async (context) => {
    const made = await camera();
    expect(await readCamera(made.id)).toMatchObject({ state: 'OFFLINE', videoBitrate: null, advice: [] });
    await push(context, made.streamServer, made.streamKey);
    const health = await eventually(
      () => readCamera(made.id),
      ({ state, keyframeInterval, framerate }) =>
        state === 'HEALTHY' && keyframeInterval !== null && Number(framerate) > 20,
    );
    expect(health).toMatchObject({ width: 320, height: 180, encoder: expect.stringMatching(/Lavf/) });
    expect(health.keyframeInterval).toBeCloseTo(1, 1);
    expect(health.videoBitrate).toBeGreaterThan(50_000);
    expect(health.audioBitrate).toBeGreaterThan(10_000);
    expect(health.advice.map(({ text }) => text)).toContain('Emite a 1280 × 720 o más: en una tele se notará');
  });

  test('[H-STATE-3] explains for a day why a camera failed, with its last signal and the person to call @ci', async (context) => {
    const clubId = await createClub('CD Sauce');
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const dates = { scheduledStartDate: inHours(-0.5), scheduledFinishDate: inHours(1) };
    const match = await createEvent({ clubIds: [clubId], ...dates });
    const made = await camera();
    await change(made.id, { sportEventId: match.id });
    expect((await readCamera(made.id)).lost).toBeNull();
    const encoder = await push(context, made.streamServer, made.streamKey);
    await eventually(
      () => readCamera(made.id),
      ({ state }) => state === 'HEALTHY',
    );
    await reconcileLives();
    expect((await readCamera(made.id)).lost).toBeNull();
    encoder.drop();
    const { lost, state } = await eventually(
      () => readCamera(made.id),
      (health) => health.lost !== null,
    );
    expect(state).toBe('OFFLINE');
    expect(lost).toMatchObject({ cause: 'CUT', text: expect.stringMatching(/^La señal dejó de llegar de golpe/) });
    const { data } = await call('GET /live/cameras', { token: admin.token, query: { search: made.slug } });
    expect(data.cameras[0]?.lost).toEqual({ at: lost?.at, cause: 'CUT', text: lost?.text });
    expect(lost?.health).toMatchObject({ width: 320, height: 180, state: 'HEALTHY' });
    expect(Date.now() - Date.parse(String(lost?.at))).toBeLessThan(60_000);
  });

  test('[B-CAM-8] disconnects the old key’s stream when the key is renewed', async (context) => {
    const made = await camera();
    const intruder = await push(context, made.streamServer, made.streamKey);
    const live = ({ isLive }: { isLive: boolean }) => isLive;
    await eventually(() => read(made.id), live);
    const params = { id: made.id };
    const renewed = await call('POST /live/cameras/{id}/stream-key', { token: admin.token, params });
    expect(renewed.message).toBe('Clave renovada. Cópiala en el programa con el que emites.');
    expect(renewed.data.streamKey).not.toBe(made.streamKey);
    await intruder.waitForEnd();
    expect((await read(made.id)).streamKey).toBe(renewed.data.streamKey);
    const again = await push(context, made.streamServer, made.streamKey);
    await again.waitForEnd();
    await push(context, made.streamServer, renewed.data.streamKey);
    await eventually(
      () => readCamera(made.id),
      ({ state }) => state !== 'OFFLINE',
    );
  });

  test.runIf(isNightly)(
    '[B-CAM-8] renews the key once for concurrent requests: the others get 409, and the shown key works',
    async (context) => {
      const made = await camera();
      const params = { id: made.id };
      const renew = () => call('POST /live/cameras/{id}/stream-key', { token: admin.token, params });
      const answers = await Promise.all(Array.from({ length: 6 }, renew));
      expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 409]);
      await push(context, made.streamServer, (await read(made.id)).streamKey);
      await eventually(
        () => read(made.id),
        ({ isLive }) => isLive,
      );
    },
  );
});

describe('unplayable streams', () => {
  test.runIf(isNightly)(
    '[B-CAM-4] tells staff what to change in an encoder whose audio or video cannot be shown',
    async (context) => {
      const made = await camera();
      const encoder = await Encoder.start(`${made.streamServer}/${made.streamKey}`, {
        ...{ size: '320x180', seconds: 10, output: ['-c:a', 'libmp3lame'] },
      });
      context.onTestFinished(() => encoder.drop());
      expect(await encoder.waitForEnd()).not.toBe(0);
      const [attempt, ...others] = await eventually(
        async () =>
          (await call('GET /live/cameras/{id}/broadcasts', { token: admin.token, params: { id: made.id } })).data
            .broadcasts,
        ({ length }) => length > 0,
      );
      expect(attempt).toMatchObject({ state: 'FAILED', failure: expect.stringMatching(/H\.264.*AAC/), videos: [] });
      expect(others).toEqual([]);
    },
  );
});

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

// These tests run concurrently, since they mostly wait for IVS's reconnect window.
describe.concurrent('a camera on air', { timeout: liveLimit }, () => {
  test('[V-API-7][V-API-8][V-API-23][V-API-5][V-PLAY-3][B-API-96][B-API-97] goes from the first frame to the recorded VOD @ci', async (context) => {
    const clubId = await createClub();
    const match = await createEvent({ title: 'En directo', clubIds: [clubId] });
    const { id, slug, streamServer, streamKey } = await camera();
    await change(id, { sportEventId: match.id });
    const client = await push(context, streamServer, streamKey);
    await eventually(
      () => read(id),
      ({ isLive }) => isLive,
    );

    const slugs = async (list: Promise<{ data: { liveUsers: { slug: string }[] } }>) =>
      (await list).data.liveUsers.map((live) => live.slug);
    expect(await slugs(call('GET /liveusers', { query: { sport: 'soccer' } }))).toContain(slug);
    expect(await slugs(call('GET /liveusers', { query: { sport: 'basket' } }))).not.toContain(slug);
    expect(await slugs(call('GET /sportevents/{id}/lives', { params: { id: match.id } }))).toEqual([slug]);
    expect(await slugs(call('GET /clubs/{id}/lives', { params: { id: clubId } }))).toEqual([slug]);

    const visitor = (await call('GET /liveusers/{slug}', { params: { slug } })).data.liveUser;
    expect(visitor).toMatchObject({
      isLive: true,
      title: 'En directo',
      playback: { granted: false, reason: 'LOGIN_REQUIRED' },
    });
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    const { playback } = (await call('GET /liveusers/{slug}', { params: { slug }, token: viewer.token })).data.liveUser;
    expect(new URL(String(playback.url)).pathname).toBe(`/live/${slug}/index.m3u8`);
    const redirect = await fetch(String(playback.url), { redirect: 'manual' });
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('location')).not.toContain(viewer.token);
    const master = await eventually(
      () => fetch(String(playback.url)),
      ({ status }) => status === 200,
    );
    expect(await master.text()).toContain('#EXT-X-STREAM-INF');

    // Cards and the page show the camera's frame while the live is public.
    const picture = String(visitor.thumbnail);
    expect(new URL(picture).pathname).toMatch(new RegExp(`^/thumbnails/lives/${slug}/\\d+\\.jpg$`));
    const readPicture = (address = picture) => fetch(address, { redirect: 'manual' });
    const shown = await eventually(readPicture, ({ status }) => status === 200);
    expect([shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'public, max-age=30',
    ]);
    expect((await readPicture(picture.replace(/\d+\.jpg$/, '1.jpg'))).status).toBe(404);

    await call('PATCH /live/cameras/{id}', { token: admin.token, params: { id }, body: { isTest: true } });
    expect((await readPicture(`${picture}?fresh`)).status).toBe(404);
    expect(await slugs(call('GET /sportevents/{id}/lives', { params: { id: match.id } }))).toEqual([]);
    expect((await call('GET /liveusers/{slug}', { params: { slug } })).status).toBe(404);
    expect((await call('GET /liveusers/{slug}', { params: { slug }, token: admin.token })).status).toBe(200);
    await call('PATCH /live/cameras/{id}', { token: admin.token, params: { id }, body: { isTest: false } });

    await client.drop();
    const recorded = await eventually(
      async () =>
        (await call('GET /live/sportevents/{id}', { token: admin.token, params: { id: match.id } })).data.sportEvent
          .vods,
      (videos) => videos[0]?.status === 'FINISHED',
      recordingLimit,
    );
    expect(recorded).toHaveLength(1);
    expect(recorded[0]).toMatchObject({ title: 'En directo', visible: false });
    await eventually(
      () => read(id),
      ({ isLive }) => !isLive,
    );
  });

  test('[B-CAM-15][D-ALERT-1] shows its match’s image, a frame on air, and alerts followers @ci', async (context) => {
    const [scheduledStartDate, scheduledFinishDate] = [-60_000, 7_200_000].map((ms) =>
      new Date(Date.now() + ms).toISOString(),
    );
    const match = await createEvent({
      ...{ summary: 'Última jornada', thumbnail: 'thumbnails/events/x/y.webp' },
      ...{ scheduledStartDate, scheduledFinishDate },
    });
    const fan = await createPerson('REGULAR_BASIC');
    await call('PUT /users/me/alerts/sportevents/{id}', { token: fan.token, params: { id: match.id } });
    const { id, slug, streamServer, streamKey } = await camera();
    const thumbnail = async () => {
      const path = `${addresses.api}/live/cameras/${id}/thumbnail`;
      const headers = { authorization: `Bearer ${admin.token}` };
      return (await fetch(path, { headers, redirect: 'manual' })).headers.get('location');
    };
    expect(await thumbnail()).toBeNull();
    await change(id, { sportEventId: match.id });
    expect(await thumbnail()).toMatch(/thumbnails\/events\/x\/y\.webp$/);
    expect((await read(id)).thumbnail).toBe(await thumbnail());
    await push(context, streamServer, streamKey);
    const live = await eventually(thumbnail, (address) => String(address).endsWith('.jpg'));
    const picture = await fetch(String(live));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    // The alert is sent once, though every observation of the camera reports the start.
    const mails = await eventually(
      () => listMails(fan.user.email),
      ({ length }) => length > 0,
    );
    expect(mails.map(({ subject }) => subject)).toEqual([`Empieza ${match.title}`]);
    const announced = (await call('GET /liveusers/{slug}', { params: { slug } })).data.liveUser;
    expect(announced).toMatchObject({ title: match.title, summary: 'Última jornada' });
    // Viewers see the current frame instead of the match's image.
    expect(announced.thumbnail).toContain(`/thumbnails/lives/${slug}/`);
  });

  test.runIf(isNightly)(
    '[B-CAM-23] records the next match separately, even if it is assigned during a short drop',
    async (context) => {
      const [first, second] = [await createEvent(), await createEvent()];
      const { id, streamServer, streamKey } = await camera();
      await change(id, { sportEventId: first.id });
      const onAir = await push(context, streamServer, streamKey);
      const live = ({ isLive }: { isLive: boolean }) => isLive;
      await eventually(() => read(id), live);
      await onAir.stop();
      await eventually(async () => (await sources.get(id))?.broadcast?.stoppedAt ?? undefined);
      await change(id, { sportEventId: second.id });
      expect((await read(id)).isLive).toBe(false);
      const again = await push(context, streamServer, streamKey);
      await eventually(() => read(id), live);
      const findVideos = async (eventId: string) =>
        (await call('GET /live/sportevents/{id}', { token: admin.token, params: { id: eventId } })).data.sportEvent
          .vods;
      expect(
        await eventually(
          () => findVideos(first.id),
          ({ length }) => length > 0,
        ),
      ).toHaveLength(1);
      await again.stop();
      expect(
        await eventually(
          () => findVideos(second.id),
          ({ length }) => length > 0,
        ),
      ).toHaveLength(1);
      expect(await findVideos(first.id)).toHaveLength(1);
    },
  );

  test('[V-API-8] answers 404 for an unknown slug', async () => {
    const answer = await call('GET /liveusers/{slug}', { params: { slug: 'no-existe' } });
    expect([answer.status, answer.code]).toEqual([404, 'BRD4040']);
  });
});
