/** The health of the stream that a camera sends, over real RTMP. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, playedBetween } from '../../support/api.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually, has } from '../../support/eventually.ts';
import { isNightly } from '../../support/test-profile.ts';
import { admin, camera, change, push, read } from './camera-calls.ts';

const { reconcileLives } = await import('../../support/own-jobs.ts');
const { readHealth } = await import('../../../functions/broadcast/ingest/health.ts');
const { adviseOn, toSignalStatus } = await import('../../../functions/broadcast/ingest/rules.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');

describe('the received stream', () => {
  const readCamera = async (id: string) =>
    (await call('GET /live/cameras/{id}/health', { token: admin.token, params: { id } })).data.health;

  test('[B-CAM-4] shows the health of a broadcast: picture, rates, key frames and advice', async (context) => {
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

  test('[B-CAM-8] says that no picture arrives while the encoder sends only sound', async (context) => {
    const made = await camera();
    const source = await sources.get(made.id);
    if (!source) throw new Error('The camera is not stored');
    await push(context, made.streamServer, made.streamKey, ['-vn']);
    const readAfter = (ms: number) => readHealth(source, Date.now() + ms);
    const health = await eventually(
      () => readAfter(20_000),
      ({ audioBitrate }) => audioBitrate !== null,
    );
    expect(health).toMatchObject({ state: 'HEALTHY', videoBitrate: 0, width: null });
    expect(adviseOn(health)).toEqual([{ level: 'problem', text: expect.stringMatching(/^No llega imagen/) }]);
    expect(toSignalStatus([health])).toMatchObject({
      level: 'choppy',
      text: expect.stringMatching(/^No llega imagen/),
    });
    // The first picture may come some seconds after the first sound.
    expect(await readAfter(0)).toMatchObject({ state: 'OFFLINE' });
  });

  test('[H-STATE-3] explains for a day why a camera failed, with its last signal and the person to call', async (context) => {
    const clubId = await createClub('CD Sauce');
    const match = await createEvent({ clubIds: [clubId], ...playedBetween(-0.5, 1) });
    const made = await camera();
    await change(made.id, { sportEventId: match.id });
    expect((await readCamera(made.id)).lost).toBeNull();
    const encoder = await push(context, made.streamServer, made.streamKey);
    await eventually(() => readCamera(made.id), has({ state: 'HEALTHY' }));
    await reconcileLives(match.id, made.id);
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
      await eventually(() => read(made.id), has({ isLive: true }));
    },
  );
});

describe('unplayable streams', () => {
  test.runIf(isNightly)(
    '[B-CAM-4] tells staff what to change in an encoder whose audio or video cannot be shown',
    async (context) => {
      const made = await camera();
      const encoder = await Encoder.start(`${made.streamServer}/${made.streamKey}`, {
        size: '320x180',
        seconds: 10,
        output: ['-c:a', 'libmp3lame'],
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
