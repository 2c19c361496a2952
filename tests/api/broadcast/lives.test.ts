/** Lives from the first frame to the recorded video, over real RTMP. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { addresses, call, createClub, createEvent, createPerson } from '../../support/api.ts';
import { eventually, has, isFilled } from '../../support/eventually.ts';
import { liveLimit, recordingLimit } from '../../support/limits.ts';
import { listMails } from '../../support/people.ts';
import { isNightly } from '../../support/test-profile.ts';
import { admin, camera, change, push, read } from './camera-calls.ts';

const { listBroadcasts } = await import('../../../functions/broadcast/broadcasts/store.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { reconcileLives } = await import('../../support/own-jobs.ts');

// These tests run concurrently, since they mostly wait for IVS's reconnect window.
describe.concurrent('a camera on air', { timeout: liveLimit }, () => {
  test('[V-API-7][V-API-8][V-API-23][V-API-5][V-PLAY-3][B-API-96][B-API-97] goes from the first frame to the recorded VOD', async (context) => {
    const clubId = await createClub();
    const match = await createEvent({ title: 'En directo', clubIds: [clubId] });
    const { id, slug, streamServer, streamKey } = await camera();
    await change(id, { sportEventId: match.id });
    const client = await push(context, streamServer, streamKey);
    await eventually(() => read(id), has({ isLive: true }));

    const slugs = async (list: Promise<{ data: { liveUsers: { slug: string }[] } }>) =>
      (await list).data.liveUsers.map((live) => live.slug);
    expect(await slugs(call('GET /liveusers', { query: { sport: 'soccer' } }))).toContain(slug);
    expect(await slugs(call('GET /liveusers', { query: { sport: 'basket' } }))).not.toContain(slug);
    expect(await slugs(call('GET /sportevents/{id}/lives', { params: { id: match.id } }))).toEqual([slug]);
    expect(await slugs(call('GET /clubs/{id}/lives', { params: { id: clubId } }))).toEqual([slug]);

    const { liveUsers } = (await call('GET /clubs/{id}/lives', { params: { id: clubId } })).data;
    expect(liveUsers[0]?.sportEvent).toMatchObject({ id: match.id, title: 'En directo' });

    const visitor = (await call('GET /liveusers/{slug}', { params: { slug } })).data.liveUser;
    expect(visitor).toMatchObject({
      isLive: true,
      title: 'En directo',
      playback: { granted: false, reason: 'LOGIN_REQUIRED' },
    });
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    const { playback } = (await call('GET /liveusers/{slug}', { params: { slug }, token: viewer.token })).data.liveUser;
    expect(new URL(String(playback.url)).pathname).toBe(`/live/${slug}/index.m3u8`);
    // The page need not wait for ads before it plays.
    expect([playback.hasAd, visitor.playback.hasAd]).toEqual([false, undefined]);
    const redirect = await fetch(String(playback.url), { redirect: 'manual' });
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('location')).not.toContain(viewer.token);
    const master = await eventually(() => fetch(String(playback.url)), has({ status: 200 }));
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
    await eventually(() => read(id), has({ isLive: false }));
  });

  test('[B-CAM-15][D-ALERT-1] shows its match’s image, a frame on air, and alerts followers', async (context) => {
    const [scheduledStartDate, scheduledFinishDate] = [-60_000, 7_200_000].map((ms) =>
      new Date(Date.now() + ms).toISOString(),
    );
    const match = await createEvent({
      summary: 'Última jornada',
      thumbnail: 'thumbnails/events/x/y.webp',
      scheduledStartDate,
      scheduledFinishDate,
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
    const live = await eventually(
      async () => {
        await reconcileLives(match.id, id);
        return thumbnail();
      },
      (address) => String(address).endsWith('.jpg'),
    );
    const picture = await fetch(String(live));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    // The alert is sent once, though every observation of the camera reports the start.
    const mails = await eventually(() => listMails(fan.user.email), isFilled);
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
      expect(await eventually(() => findVideos(first.id), isFilled)).toHaveLength(1);
      await again.stop();
      expect(await eventually(() => findVideos(second.id), isFilled)).toHaveLength(1);
      expect(await findVideos(first.id)).toHaveLength(1);
    },
  );

  test.for([
    ['public', {}],
    ['hidden', { visible: false }],
  ] as const)(
    '[B-CAM-23] records the next match separately, a %s one, if it is assigned while the camera sends',
    async ([, fields], context) => {
      const [first, second] = [await createEvent(), await createEvent(fields)];
      const { id, streamServer, streamKey } = await camera();
      await change(id, { sportEventId: first.id });
      const { channelArn } = (await sources.get(id))!;
      const findRecorded = async (eventId: string) =>
        (await listBroadcasts(channelArn)).find(
          ({ event, recordingPrefix }) => event?.id === eventId && recordingPrefix,
        );
      const sending = await push(context, streamServer, streamKey);
      const before = await eventually(() => findRecorded(first.id));
      // An unchanged match cuts nothing.
      await change(id, { sportEventId: first.id });
      expect(sending.isRunning).toBe(true);
      await change(id, { sportEventId: second.id });
      await sending.waitForEnd().catch(() => undefined);
      await push(context, streamServer, streamKey);
      const after = await eventually(() => findRecorded(second.id));
      expect(after.recordingPrefix).not.toBe(before.recordingPrefix);
      expect(after.startedAt > before.startedAt).toBe(true);
    },
  );

  test('[B-CAM-23] goes on without a cut when its first match is assigned while it sends', async (context) => {
    const match = await createEvent();
    const { id, streamServer, streamKey } = await camera();
    const sending = await push(context, streamServer, streamKey);
    const { broadcast } = await eventually(
      async () => (await sources.get(id))!,
      (source) => source.broadcast !== null,
    );
    await change(id, { sportEventId: match.id });
    expect(sending.isRunning).toBe(true);
    expect((await sources.get(id))?.broadcast).toMatchObject({ id: broadcast?.id, event: { id: match.id } });
  });
});

test('a second admin of the same name gets a profile with an address of its own', async () => {
  const { ensureProfile } = await import('../../../functions/broadcast/live/profile.ts');
  const name = `Ana ${ulid()}`;
  const [first, second] = [ulid(), ulid()];
  const slug = (await ensureProfile({ id: first, name }, Date.now())).slug;
  expect((await ensureProfile({ id: second, name }, Date.now())).slug).toBe(`${slug}-2`);
  expect((await ensureProfile({ id: first, name: 'Otro' }, Date.now())).slug).toBe(slug);
  const together = await Promise.all(
    [1, 2, 3].map(() => ensureProfile({ id: ulid(), name: `Ana ${slug}` }, Date.now())),
  );
  expect(new Set(together.map((profile) => profile.slug)).size).toBe(3);
});
