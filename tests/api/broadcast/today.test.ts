/** 'Hoy', the start of the back office, for admins and for club staff. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import type { TodayMatch } from '../../../shared/contract/today.ts';
import { call, createClub, createEvent, createPerson, createVod, inHours, playedBetween } from '../../support/api.ts';
import { eventually, has } from '../../support/eventually.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';

const { events } = await import('../../../functions/league/events/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { concludeBroadcast } = await import('../../../functions/broadcast/broadcasts/conclude-broadcast.ts');
const { noteFailure } = await import('../../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { getBroadcast, noteHealth } = await import('../../../functions/broadcast/broadcasts/store.ts');
const { offline } = await import('../../../functions/broadcast/ingest/health.ts');

const admin = await createPerson('ADMIN');
const playedNow = playedBetween(-0.5, 1);

const readToday = async () => (await call('GET /live/today', { token: admin.token })).data;
const findMatch = async (id: string): Promise<TodayMatch | undefined> =>
  (await readToday()).matches.find((match) => match.id === id);

async function createCamera(sportEventId?: string) {
  const slug = `hoy-${ulid().toLowerCase()}`;
  const { id } = (await call('POST /live/cameras', { token: admin.token, body: { slug } })).data;
  if (sportEventId)
    await call('PATCH /live/cameras/{id}', { token: admin.token, params: { id }, body: { sportEventId } });
  return { id, slug };
}

async function goOnAir(id: string) {
  const broadcast = { id: ulid(), streamId: `st-${ulid()}`, startedAt: inHours(-0.2), stoppedAt: null, event: null };
  const source = await sources.change(id, (current) => ({ ...current, broadcast }));
  return { channelArn: source?.channelArn ?? '', id: broadcast.id };
}

describe('[F-DESK-1] the answer about today', () => {
  test('returns camera, scorer and recording of each match', async () => {
    const clubIds = [await createClub('CD Sauce'), await createClub('Atlético Norte')];
    const [homeClubId, awayClubId] = clubIds;
    const { id } = await createEvent({ clubIds, homeClubId, awayClubId, ...playedNow });
    expect(await findMatch(id)).toMatchObject({ cameras: [], light: null, desk: 'NOBODY', videos: [] });

    const camera = await createCamera(id);
    expect(await findMatch(id)).toMatchObject({
      cameras: [{ id: camera.id, kind: 'camera', slug: camera.slug, isOnAir: false }],
      light: { level: 'none' },
    });
    const on = await goOnAir(camera.id);
    await noteHealth(on, { ...offline, state: 'HEALTHY', videoBitrate: 4_000_000, keyframeInterval: 2 });
    expect(await findMatch(id)).toMatchObject({ cameras: [{ isOnAir: true }], light: { level: 'good' } });
    await noteHealth(on, { ...offline, state: 'HEALTHY', videoBitrate: 4_000_000, keyframeInterval: 10 });
    expect((await findMatch(id))?.light).toEqual({
      level: 'choppy',
      text: 'Pon el intervalo de fotogramas clave en 2 s',
    });

    const score = (...actions: object[]) => sendActions(admin.token, id, ...actions);
    expect((await score(createAction('PERIOD_START'), createAction('GOAL', { side: 'HOME' }))).status).toBe(200);
    // The bus delivers the start to the match.
    const begun = await eventually(() => findMatch(id), has({ desk: 'RUNNING' }));
    expect(begun).toMatchObject({ score: { home: 1, away: 0 } });

    const vod = await createVod({ title: 'Grabación', clubIds, sportEventId: id, visible: false, awaiting: 'new' });
    expect((await findMatch(id))?.videos).toMatchObject([{ id: vod.id, awaitsPublication: true }]);
  });

  test('lists waiting, processing and failed videos, with percentage and reason', async () => {
    const title = (name: string) => `${name} ${ulid()}`;
    const waiting = await createVod({ title: title('Espera'), visible: false, awaiting: 'new', clubIds: [] });
    const running = await createVod({ title: title('Corre'), status: 'STARTED', progress: 32, clubIds: [] });
    const failure = 'El archivo no es un video';
    const failed = await createVod({ title: title('Falla'), status: 'FAILED', failure, clubIds: [] });
    const today = await readToday();
    expect(today.publications.items.find(({ id }) => id === waiting.id)).toBeDefined();
    expect(today.processing.items.find(({ id }) => id === running.id)).not.toHaveProperty('thumbnail');
    expect(today.processing.items.find(({ id }) => id === running.id)).toMatchObject({ progress: 32 });
    expect(today.failures.items.find(({ id }) => id === failed.id)).toMatchObject({ failure });
  });

  test('lists cameras on air that viewers cannot see, with the reason', async () => {
    const hidden = await createEvent({ clubIds: [], visible: false, ...playedNow });
    const lost = await createCamera();
    const covered = await createCamera(hidden.id);
    for (const { id } of [lost, covered]) await goOnAir(id);
    const { strays } = await readToday();
    expect(strays.find(({ id }) => id === lost.id)).toMatchObject({ reason: 'NO_MATCH', light: { level: 'none' } });
    expect(strays.find(({ id }) => id === covered.id)).toMatchObject({ reason: 'HIDDEN_MATCH', eventId: hidden.id });
  });

  test('[F-CAM-1] lists a camera on air outside the time of its match, also for the staff of its clubs', async () => {
    const clubId = await createClub();
    const staff = await createPerson('CLUB_STAFF', { clubId });
    const early = await createCamera((await createEvent({ clubIds: [clubId], ...playedBetween(30, 32) })).id);
    const onTime = await createCamera((await createEvent({ clubIds: [clubId], ...playedNow })).id);
    for (const { id } of [early, onTime]) await goOnAir(id);
    const readOwn = async () => (await call('GET /clubStaff/today', { token: staff.token })).data.strays;
    expect(await readOwn()).toMatchObject([{ id: early.id, reason: 'OUT_OF_TIME' }]);
    expect((await readToday()).strays).toContainEqual(expect.objectContaining({ id: early.id, reason: 'OUT_OF_TIME' }));
    const open = (body: { isOn: boolean }, token = staff.token) =>
      call('POST /live/cameras/{id}/time', { token, params: { id: early.id }, body });
    expect((await open({ isOn: true })).status).toBe(200);
    expect(await readOwn()).toEqual([]);
    expect((await open({ isOn: false })).status).toBe(403);
    expect((await open({ isOn: false }, admin.token)).status).toBe(200);
    expect((await open({ isOn: true })).status).toBe(403);
  });

  test('lists broadcasts that left no recording, with the reason, until their match has a video', async () => {
    const clubId = await createClub('CD Sin Grabación');
    const staff = await createPerson('CLUB_STAFF', { clubId });
    const match = await createEvent({ clubIds: [clubId], ...playedNow });
    const camera = await createCamera(match.id);
    const startedAt = inHours(-1);
    const event = { id: match.id, title: match.title, sport: match.sport, clubIds: [clubId] };
    const on = { id: ulid(Date.parse(startedAt)), streamId: `st-${ulid()}`, startedAt, stoppedAt: null, event };
    const { channelArn } = (await sources.change(camera.id, (source) => ({ ...source, broadcast: on })))!;
    await sources.change(camera.id, (source) => ({ ...source, broadcast: null }));
    const ref = { channelArn, id: on.id };
    await noteFailure(ref, 'none', 'El servicio de directos no ha podido grabar la emisión');
    await concludeBroadcast((await getBroadcast(ref))!, Date.now() + 60_000);
    const read = async () => (await call('GET /clubStaff/today', { token: staff.token })).data.failedBroadcasts;
    expect(await read()).toEqual([
      {
        id: on.id,
        startedAt,
        endedAt: expect.any(String),
        failure: 'El servicio de directos no ha podido grabar la emisión',
        event: { id: match.id, title: match.title, sport: match.sport },
      },
    ]);
    expect((await readToday()).failedBroadcasts.map(({ id }) => id)).toContain(on.id);
    const other = await createPerson('CLUB_STAFF', { clubId: await createClub() });
    expect((await call('GET /clubStaff/today', { token: other.token })).data.failedBroadcasts).toEqual([]);
    await createVod({ sportEventId: match.id, clubIds: [clubId] });
    expect(await read()).toEqual([]);
  });

  test('shows club staff only their club, and the next match if there is none today', async () => {
    const [own, other] = [await createClub('CD Propio'), await createClub('CD Ajeno')];
    const staff = await createPerson('CLUB_STAFF', { clubId: own });
    const read = async () => (await call('GET /clubStaff/today', { token: staff.token })).data;
    const next = await createEvent({ title: 'El siguiente', clubIds: [own], ...playedBetween(72, 74) });
    await createEvent({ clubIds: [other], ...playedNow });
    await createVod({ clubIds: [other], visible: false, awaiting: 'new' });
    expect(await read()).toEqual({
      matches: [],
      edge: null,
      next: { id: next.id, title: next.title, scheduledStartDate: next.scheduledStartDate },
      strays: [],
      publications: { items: [], total: 0 },
      processing: { items: [], total: 0 },
      failures: { items: [], total: 0 },
      failedBroadcasts: [],
      matters: { total: 0, deadline: null },
    });
    const match = await createEvent({ clubIds: [own, other], ...playedNow });
    const vod = await createVod({ clubIds: [own], visible: false, awaiting: 'new', duration: 5525, livePeak: null });
    const today = await read();
    expect(today.matches.map(({ id }) => id)).toEqual([match.id]);
    expect(today.publications.items).toMatchObject([
      {
        id: vod.id,
        duration: 5525,
        dateCreated: vod.dateCreated,
        sport: vod.sport,
        isBroadcast: true,
        thumbnail: expect.stringContaining(vod.id),
        clubs: [{ id: own }],
      },
    ]);
  });

  test('answers for 60 matches and 1,000 videos without delay', async () => {
    const clubId = await createClub('CD Jornada');
    const staff = await createPerson('CLUB_STAFF', { clubId });
    const event = await createEvent({ clubIds: [clubId], ...playedNow });
    const vod = await createVod({ clubIds: [clubId] });
    await events.createAll(Array.from({ length: 59 }, () => ({ ...event, id: ulid() })));
    await vods.createAll(Array.from({ length: 999 }, () => ({ ...vod, id: ulid(), sportEventId: event.id })));
    const read = () => call('GET /clubStaff/today', { token: staff.token });
    expect((await read()).data.matches).toHaveLength(60);
    // The fastest of five, because other tests use the machine too. An idle one needs 0.1 s.
    let fastest = Number.POSITIVE_INFINITY;
    for (let count = 0; count < 5; count += 1) {
      const begun = performance.now();
      await read();
      fastest = Math.min(fastest, performance.now() - begun);
    }
    expect(fastest).toBeLessThan(1_500);
    console.info(`today: ${Math.round(fastest)} ms`);
  });
});
