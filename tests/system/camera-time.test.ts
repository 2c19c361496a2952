/** Cameras of a stage that enforces airtime, over real RTMP, with an encoder that reconnects by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GetChannelCommand, IvsClient } from '@aws-sdk/client-ivs';
import { describe, expect, type TestContext, test } from 'vitest';
import type { Broadcast } from '../../functions/broadcast/live/rules.ts';
import { startDedicatedPlatform } from '../support/dedicated-platform.ts';
import { Encoder } from '../support/encoder.ts';
import { eventually, is } from '../support/eventually.ts';
import { liveLimit, recordingLimit } from '../support/limits.ts';
import { buildEvent } from '../support/records.ts';
import { isNightly, pickSome } from '../support/test-profile.ts';

const { addresses } = await startDedicatedPlatform({
  cameraTime: 'exigir',
  minuteMs: 2_000,
  playlistIntervalMs: 60_000,
});
const { createCaller, signUp } = await import('../support/dedicated-calls.ts');
const { changeEvent } = await import('../../functions/league/events/change-event.ts');
const { events } = await import('../../functions/league/events/store.ts');
const { sources } = await import('../../functions/broadcast/live/store.ts');
const { findCurrentStream, separateRecordings } = await import('../../functions/platform/aws/live-streaming.ts');
const ivs = new IvsClient({});
const { vods } = await import('../../functions/recordings/vods/store.ts');

const call = createCaller(addresses.api);
const admin = await signUp('ADMIN');
const asAdmin = (method: string, path: string, body?: object) => call(method, path, admin, body);

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const times = (from: number, to: number) => ({
  scheduledStartDate: inMinutes(from),
  scheduledFinishDate: inMinutes(to),
});

async function createMatch(fields: object) {
  const event = buildEvent({ isPublic: true, ...fields });
  await events.create(event);
  return event;
}

async function createCamera(eventId: string) {
  const slug = `campo-${Math.random().toString(36).slice(2, 10)}`;
  const { id } = (await asAdmin('POST', '/live/cameras', { slug })).data;
  await asAdmin('PATCH', `/live/cameras/${id}`, { sportEventId: eventId });
  const { streamServer, streamKey } = (await asAdmin('GET', `/live/cameras/${id}`)).data;
  return { id, slug, eventId, address: `${streamServer}/${streamKey}` };
}

/** Milliseconds; a faster encoder could be back before the recordings are separated, and would continue the old one. */
const reconnectAfterMs = isNightly ? 15_000 : 4_000;

/** Pushes a stream, and connects again a while after it is cut off. */
function keepPushing({ onTestFinished }: TestContext, address: string): () => Promise<void> {
  let encoder: Encoder | undefined;
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      encoder = await Encoder.start(address, { size: '320x180' });
      if (isOver) await encoder.drop();
      await encoder.waitForEnd().catch(() => undefined);
      await sleep(reconnectAfterMs);
    }
  })();
  const stop = async () => {
    isOver = true;
    await encoder?.drop();
    await loop;
  };
  onTestFinished(stop);
  return stop;
}

type Camera = Awaited<ReturnType<typeof createCamera>>;

/** Reads the answers that visitors get for a camera's public match. */
async function look({ slug, eventId }: Camera) {
  const [all, ofMatch, { data }] = await Promise.all([
    call('GET', '/liveusers'),
    call('GET', `/sportevents/${eventId}/lives`),
    call('GET', `/liveusers/${slug}`),
  ]);
  const listed = [...all.data.liveUsers, ...ofMatch.data.liveUsers].filter((live) => live.slug === slug);
  const { isLive, startedAt, playback } = data.liveUser;
  return {
    listed: listed.length,
    isLive,
    startedAt,
    granted: playback.granted,
    url: playback.url as string | undefined,
  };
}

const nothing = { listed: 0, isLive: false, startedAt: null, granted: false, url: undefined };
const isNothing = (seen: Awaited<ReturnType<typeof look>>) => !seen.isLive && seen.listed === 0;
const isEverything = (seen: Awaited<ReturnType<typeof look>>) => seen.isLive && seen.listed === 2;
const readBroadcast = async ({ id }: Camera) => (await sources.get(id))?.broadcast;
const readCamera = async ({ id }: Camera) => (await asAdmin('GET', `/live/cameras/${id}`)).data;
const readTime = async ({ id }: Camera) => (await asAdmin('GET', `/live/cameras/${id}/health`)).data.health.time;
const isLive = ({ isLive }: { isLive: boolean }) => isLive;
/** Waits until every job has run once more. */
const waitForJobs = () => sleep(5_000);
/** Waits until the encoder is back after a cut: the stream is another broadcast, and on air. */
const waitForNext = (camera: Camera, before: Broadcast | null | undefined) =>
  eventually(
    () => readBroadcast(camera),
    (now) => now != null && now.id !== before?.id && now.stoppedAt === null,
  );

/** Starts a camera outside of its match's time, and waits until jobs have restricted it to staff. */
async function pushUnseen(context: TestContext, schedule: ReturnType<typeof times>) {
  const match = await createMatch(schedule);
  const camera = await createCamera(match.id);
  const stop = keepPushing(context, camera.address);
  await eventually(() => readCamera(camera), isLive);
  await waitForJobs();
  expect(await look(camera)).toEqual(nothing);
  return { match, camera, stop };
}

// Each has its own camera, and mostly waits for jobs and reconnect windows.
describe.concurrent('a camera', { timeout: liveLimit }, () => {
  test('[F-CAM-1] [F-CAM-2] shows a camera left on after its match to staff only, and records only after staff open its time by hand', async (context) => {
    const { match, camera, stop } = await pushUnseen(context, times(-1500, -1380));
    expect((await events.get(match.id))?.signal).toBeUndefined();
    expect(await readTime(camera)).toMatchObject({
      isEnforced: true,
      isOpen: false,
      until: null,
      byHand: false,
      text: expect.stringContaining('no la ve nadie más ni se graba'),
    });
    const preview = await asAdmin('GET', `/liveusers/${camera.slug}`);
    expect(preview.data.liveUser.playback).toMatchObject({ granted: true, url: expect.any(String) });

    const before = await readBroadcast(camera);
    const clip = { startedAt: before?.startedAt, title: 'Gol', start: 0, seconds: 6 };
    expect((await asAdmin('POST', `/liveusers/${camera.slug}/clips`, clip)).status).toBe(404);
    expect((await asAdmin('POST', `/live/cameras/${camera.id}/time`, { isOn: true })).data.time).toMatchObject({
      isOpen: true,
      byHand: true,
      until: expect.any(String),
    });
    const { url } = await eventually(() => look(camera), isEverything);
    const opened = await waitForNext(camera, before);
    expect((await fetch(url!, { redirect: 'manual' })).status).toBe(302);
    await waitForJobs();

    expect((await asAdmin('POST', `/live/cameras/${camera.id}/time`, { isOn: false })).data.time.isOpen).toBe(false);
    expect(await look(camera)).toEqual(nothing);
    expect((await fetch(url!, { redirect: 'manual' })).status).toBe(404);
    await waitForNext(camera, opened);
    await waitForJobs();
    expect(await look(camera)).toEqual(nothing);
    await stop();
    const listPast = () => asAdmin('GET', `/live/cameras/${camera.id}/broadcasts`);
    const ended = await eventually(
      listPast,
      ({ data }) =>
        data.broadcasts.length > 2 &&
        data.broadcasts.every(({ state }: { state: string }) => ['RECORDED', 'NOT_KEPT'].includes(state)),
      recordingLimit,
    );
    const states = ended.data.broadcasts.map(({ state }: { state: string }) => state);
    expect(states.filter((state: string) => state === 'RECORDED')).toHaveLength(1);
    expect((await vods.rows()).filter((row) => row.sportEventId === match.id)).toHaveLength(1);
  });

  test('[B-CAM-23] separates a recording from the next one, despite repeated and concurrent calls', async () => {
    const match = await createMatch(times(-10, 80));
    const camera = await createCamera(match.id);
    const encoder = await Encoder.start(camera.address, { size: '320x180' });
    const { channelArn, broadcast } = await eventually(
      async () => (await sources.get(camera.id))!,
      (source) => source.broadcast != null,
    );
    await encoder.stop();
    await eventually(() => findCurrentStream(channelArn), is(undefined));
    const readConfiguration = async () =>
      (await ivs.send(new GetChannelCommand({ arn: channelArn }))).channel?.recordingConfigurationArn;
    const before = await readConfiguration();
    const separateAgain = () => separateRecordings(channelArn, broadcast!.streamId);
    await Promise.all([separateAgain(), separateAgain()]);
    const after = await readConfiguration();
    expect(after).not.toBe(before);
    await separateAgain();
    expect(await readConfiguration()).toBe(after);
  });

  test('[F-CAM-1] cuts a stream once, despite repeated and concurrent decisions of staff and the job', async (context) => {
    const match = await createMatch(times(-1500, -1380));
    const camera = await createCamera(match.id);
    const stop = keepPushing(context, camera.address);
    await eventually(() => readCamera(camera), isLive);
    const before = await readBroadcast(camera);
    const decide = () => asAdmin('POST', `/live/cameras/${camera.id}/time`, { isOn: true });
    await Promise.all([decide(), decide(), decide()]);
    await waitForNext(camera, before);
    expect(await look(camera)).toMatchObject({ isLive: true, listed: 2 });
    await waitForJobs();
    await stop();
    const { broadcasts } = (await asAdmin('GET', `/live/cameras/${camera.id}/broadcasts`)).data;
    expect(broadcasts.map(({ event }: { event: object | null }) => event !== null)).toEqual([true, false]);
  });

  /** Each has a case in tests/unit/broadcast/airtime.test.ts, and ends a live in the same way. */
  const changes: [string, object][] = [
    ['is moved', times(1440, 1560)],
    ['is cancelled', { state: 'CANCELLED' }],
    ['loses its date', { state: 'POSTPONED' }],
    ['is over for longer than its time', times(-600, -480)],
  ];

  const ways = pickSome(changes, 2);
  test.for(ways)('[F-CAM-2] stops showing and recording a camera whose match %s', async ([, change], context) => {
    const match = await createMatch(times(-10, 80));
    const camera = await createCamera(match.id);
    const stop = keepPushing(context, camera.address);
    const { url } = await eventually(() => look(camera), isEverything);
    await changeEvent(match.id, (event) => ({ ...event, ...change }), Date.now());
    await eventually(() => look(camera), isNothing);
    expect((await fetch(url!, { redirect: 'manual' })).status).toBe(404);
    // Views in progress end, and the encoder's next connection is visible to staff only.
    await eventually(
      () => readBroadcast(camera),
      (now) => now != null && now.event === null && now.stoppedAt === null,
    );
    expect(await look(camera)).toEqual(nothing);
    const signal = await eventually(
      async () => (await events.get(match.id))?.signal,
      (now) => now?.stoppedAt != null,
    );
    expect(signal.stoppedAt).not.toBeNull();
    await stop();
  });

  test('[F-CAM-1] stays on air beyond its airtime while a period runs, and no longer', async (context) => {
    const { match, camera, stop } = await pushUnseen(context, times(-200, -70));
    const setPhase = (phase: 'PLAYING' | 'ENDED') =>
      changeEvent(
        match.id,
        (event) => ({ ...event, score: { home: 1, away: 1, phase, period: 2, version: 1 } }) as typeof event,
        Date.now(),
      );
    await setPhase('PLAYING');
    await eventually(() => look(camera), isEverything);
    await setPhase('ENDED');
    await eventually(() => look(camera), isNothing);
    await stop();
  });

  test('[F-CAM-2] does not show what a camera films days before its assigned match', async (context) => {
    const { match, camera, stop } = await pushUnseen(context, times(4 * 1440, 4 * 1440 + 120));
    expect((await events.get(match.id))?.signal).toBeUndefined();
    const { opensAt } = await readTime(camera);
    expect(Date.parse(match.scheduledStartDate) - Date.parse(opensAt)).toBe(30 * 60_000);
    await stop();
  });

  test('[F-CAM-2] warns staff once, ten minutes before the end, and is extended with one tap', async (context) => {
    const match = await createMatch({ title: 'Sauce – Norte', ...times(-100, -55) });
    const camera = await createCamera(match.id);
    const stop = keepPushing(context, camera.address);
    await eventually(() => look(camera), isEverything);
    const { queryAll } = await import('../../functions/platform/aws/dynamo-queries.ts');
    const listTold = () => queryAll('broadcasts', `TOLD#${camera.id}`);
    await eventually(listTold, (told) => told.length === 1);
    await waitForJobs();
    expect(await listTold()).toHaveLength(1);
    const before = await readTime(camera);
    const { time } = (await asAdmin('POST', `/live/cameras/${camera.id}/time`, { isOn: true })).data;
    expect(time.until > before.until).toBe(true);
    await waitForJobs();
    expect(await look(camera)).toMatchObject({ isLive: true, listed: 2 });
    await stop();
  });

  test('[F-CAM-2] does not arm a camera for a match that is cancelled', async () => {
    const match = await createMatch({ ...times(-10, 80), state: 'CANCELLED' });
    const camera = await createCamera(match.id);
    expect(await asAdmin('POST', `/live/cameras/${camera.id}/time`, { isOn: true })).toMatchObject({
      status: 409,
      code: 'CAM4092',
    });
  });
});
