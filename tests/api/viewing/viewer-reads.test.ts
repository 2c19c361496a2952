/** Reads of a visitor: the shape of every item and list, and 404 for missing ones. */
import { ulid } from 'ulid';
import { afterAll, describe, expect, test } from 'vitest';
import type { ContractKey } from '../../../shared/contract/contract.ts';
import { call, createClub, createContentVideo, createEvent, createPerson, createVod } from '../../support/api.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually } from '../../support/eventually.ts';

const { ensureProfile } = await import('../../../functions/broadcast/live/profile.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Lectura');
const clubs = [{ id: clubId, name: 'CD Lectura', thumbnail: null }];
const paging = { limit: 12, page: 1, total: 1, totalPages: 1 };
const isoDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

async function contentVideo(fields: object = {}) {
  const described = { title: 'Entrevista', description: 'Con la portera.', categoryId: 2, clubIds: [clubId] };
  return { categoryId: '2', videoId: (await createContentVideo({ ...described, ...fields })).id };
}

describe('reads of viewers', () => {
  test('[V-ENT-1][V-API-1][V-API-3] return a club, in data under its name', async () => {
    const answer = await call('GET /clubs/{id}', { params: { id: clubId } });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.body).toEqual({ data: { club: { ...clubs[0], visible: true } }, message: 'OK' });
  });

  test('[V-ENT-3][V-ENT-2] return a card of a recording, in a list with its pages', async () => {
    const { id, title } = await createVod({ clubIds: [clubId], summary: 'Jornada 3.' });
    const { data } = await call('GET /vods', { query: { clubIds: [clubId] } });
    expect(data).toMatchObject(paging);
    expect(data.vods[0]).toMatchObject({ id, title, summary: 'Jornada 3.', status: 'FINISHED' });
    expect(data.vods[0]).toHaveProperty('thumbnail');
  });

  test('[V-ENT-4] return an event', async () => {
    const match = await createEvent({ title: 'Final', summary: 'En casa.', sport: 'BASKET', clubIds: [clubId] });
    const { data } = await call('GET /sportevents/{id}', { params: { id: match.id } });
    expect(data.sportEvent).toMatchObject({
      id: match.id,
      title: 'Final',
      summary: 'En casa.',
      sport: 'BASKET',
      thumbnail: null,
      isPublic: false,
      scheduledStartDate: isoDate,
      scheduledFinishDate: isoDate,
    });
  });

  test('[V-ENT-5][V-ENT-6][V-API-13][V-API-15] return a content video and the categories', async () => {
    const params = await contentVideo();
    const { data } = await call('GET /content/categories/{categoryId}/videos/{videoId}', { params });
    expect(data.contentVideo).toMatchObject({
      id: params.videoId,
      title: 'Entrevista',
      description: 'Con la portera.',
      status: 'FINISHED',
      dateCreated: isoDate,
      clubs: [{ id: clubId, name: 'CD Lectura' }],
      categoryId: 2,
    });
    const { categories } = (await call('GET /content/categories')).data;
    expect(categories).toHaveLength(5);
    expect(categories).toContainEqual({ id: 2, title: data.contentVideo.categoryName });
  });

  test('[V-ENT-3][V-ENT-7][V-GEN-3] return a live and its card', async () => {
    const match = await createEvent({ title: 'Semifinal', isPublic: true, clubIds: [clubId] });
    const made = await call('POST /live/cameras', { token: admin.token, body: { slug: `lectura-${Date.now()}` } });
    const { id } = made.data;
    await call('PATCH /live/cameras/{id}', { token: admin.token, params: { id }, body: { sportEventId: match.id } });
    const { slug } = (await sources.get(id))!;
    const off = (await call('GET /liveusers/{slug}', { params: { slug } })).data.liveUser;
    expect(off).toMatchObject({
      slug,
      title: 'Semifinal',
      summary: '',
      sportEventId: match.id,
      sportEvent: { isPublic: true },
      isLive: false,
      status: 'OFFLINE',
      viewers: null,
      refreshMs: 30_000,
    });
    const startedAt = new Date().toISOString();
    const broadcast = { id: ulid(), streamId: 's', startedAt, stoppedAt: null, event: null };
    await sources.change(id, (source) => ({ ...source, broadcast }));
    const { liveUsers } = (await call('GET /sportevents/{id}/lives', { params: { id: match.id } })).data;
    expect(liveUsers).toEqual([expect.objectContaining({ slug, title: 'Semifinal', isLive: true, status: 'ONLINE' })]);
    expect(liveUsers[0]).toHaveProperty('summary');
    expect(liveUsers[0]).toHaveProperty('thumbnail');
    // The live is hidden with its event at once, except for staff (V-GEN-3).
    const setVisible = (visible: boolean) =>
      call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id: match.id }, body: { visible } });
    await setVisible(false);
    const readLive = () => call('GET /liveusers/{slug}', { params: { slug } });
    expect((await readLive()).status).toBe(404);
    expect((await call('GET /liveusers')).data.liveUsers.map((live) => live.slug)).not.toContain(slug);
    const own = await call('GET /liveusers/{slug}', { params: { slug }, token: admin.token });
    expect(own.data.liveUser.sportEvent?.title).toBe('Semifinal');
    await setVisible(true);
    // Showing it takes a moment: cameras receive the change from the bus.
    await eventually(readLive, ({ status }) => status === 200);
    expect((await readLive()).data.liveUser.isLive).toBe(true);
    await sources.change(id, (source) => ({ ...source, broadcast: null }));
  });

  test('[V-ENT-9] return two products and no others', async () => {
    const { token } = await createPerson('REGULAR_BASIC');
    const buy = (productType: string) =>
      call('POST /payments/stripe', {
        token,
        body: { productType, callbackUrl: 'http://localhost/x', consent: 'MES-1' },
      });
    expect((await buy('PT_YEARLY')).status).toBe(400);
    expect((await buy('PT_SPORT_EVENT')).message).toBe('No se ha especificado el evento deportivo');
    expect((await buy('PT_MONTHLY')).code).not.toBe('REQ4000');
  });
});

describe('missing items', () => {
  const id = ulid();
  const params = { categoryId: '2', videoId: id };
  const reads: [ContractKey, object, string][] = [
    ['GET /clubs/{id}', { id }, 'CLB4040'],
    ['GET /vods/{id}', { id }, 'VOD4040'],
    ['GET /sportevents/{id}', { id }, 'EVT4040'],
    ['GET /content/categories/{categoryId}/videos/{videoId}', params, 'CON4040'],
  ];
  test.each(reads)('[V-API-3][V-API-10][V-API-15][V-API-20] %s answers 404', async (key, given, code) => {
    const answer = await call(key, { params: given as never });
    expect([answer.status, answer.code]).toEqual([404, code]);
  });
});

describe('audience', () => {
  let camera: Encoder | undefined;
  afterAll(() => camera?.drop());

  test('[V-COUNT-2] counts current and total viewers of a live, without admins', async () => {
    const streamer = await createPerson('ADMIN');
    const analytics = async () => (await call('GET /live/users/me', { token: streamer.token })).data.user.analytics;
    const profile = await ensureProfile(streamer.user, Date.now());
    await sources.change(profile.id, (source) => ({ ...source, title: 'Torneo de verano' }));
    const { streamServer } = (await call('GET /live/users/me', { token: streamer.token })).data.user;
    camera = await Encoder.start(`${streamServer}/${profile.streamKey}`, { size: '320x180' });
    const watch = async (token: string) => {
      const { liveUser } = (await call('GET /liveusers/{slug}', { params: { slug: profile.slug }, token })).data;
      const master = liveUser.isLive ? await fetch(liveUser.playback.url ?? '') : undefined;
      if (master?.status !== 200) return undefined;
      const rendition = (await master.text()).split('\n').find((line) => line && !line.startsWith('#')) ?? '';
      expect((await fetch(new URL(rendition, master.url))).status).toBe(200);
      return liveUser;
    };
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    await expect.poll(() => watch(viewer.token)).toBeDefined();
    await watch(viewer.token);
    await watch((await createPerson('ADMIN')).token);
    expect((await analytics())?.uniqueLiveViewers).toBe(1);
    expect((await analytics())?.liveViewers).toBeGreaterThanOrEqual(1);
    // The live page shows the number too; it is cached for ten seconds, as long as an expectation usually waits.
    const shown = expect.poll(async () => (await watch(viewer.token))?.viewers, { interval: 1000, timeout: 25_000 });
    await shown.toBeGreaterThanOrEqual(1);
  });
});
