/** The response cache never serves an answer older than the last change that the function has seen. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';

const { ResponseCache } = await import('../../../functions/platform/http/response-cache.ts');

describe('the API', () => {
  test('[V-ENT-2] shows a change at once, also with If-None-Match', async () => {
    const { token } = await createPerson('ADMIN');
    const id = await createClub();
    const list = { query: { search: (await call('GET /clubs/{id}', { params: { id } })).data.club.name } };
    const names = async () => (await call('GET /clubs', list)).data.clubs.map(({ name }) => name);
    const before = await call('GET /clubs', list);
    expect(before.data.clubs).toHaveLength(1);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await call('GET /clubs', { ...list, headers })).status).toBe(304);
    const name = `${before.data.clubs[0]?.name} B`;
    await call('PATCH /live/clubs/{id}', { params: { id }, body: { name }, token });
    expect(await names()).toEqual([name]);
    const after = await call('GET /clubs', { ...list, headers });
    expect([after.status, after.data.clubs[0]?.name]).toEqual([200, name]);
    await call('PATCH /live/clubs/{id}', { params: { id }, body: { visible: false }, token });
    expect(await names()).toEqual([]);
  });

  test('[V-GEN-3] removes a hidden video, club or event at once', async () => {
    const { token } = await createPerson('ADMIN');
    const [clubId, { id: eventId }] = [await createClub(), await createEvent()];
    const { id } = await createVod({ clubIds: [clubId], sportEventId: eventId });
    const readVod = async () => (await call('GET /vods/{id}', { params: { id } })).data?.vod;
    expect(await readVod()).toMatchObject({ clubs: [{ id: clubId }], sportEventId: eventId });
    expect(await readVod()).toMatchObject({ clubs: [{ id: clubId }], sportEventId: eventId });
    await call('PATCH /live/clubs/{id}', { params: { id: clubId }, body: { visible: false }, token });
    await call('PATCH /live/sportevents/{id}', { params: { id: eventId }, body: { visible: false }, token });
    expect(await readVod()).toMatchObject({ clubs: [], sportEventId: null, sportEvent: null });
    await call('PATCH /live/vods/{id}', { params: { id }, body: { visible: false }, token });
    expect((await call('GET /vods/{id}', { params: { id } })).status).toBe(404);
  });

  test('answers requests with a token individually', async () => {
    const { token } = await createPerson('ADMIN');
    const { id } = await createVod({ sportEventId: (await createEvent()).id });
    const visitor = await call('GET /vods/{id}', { params: { id } });
    expect(visitor.data.vod.playback.granted).toBe(false);
    expect(visitor.headers.get('cache-control')).toMatch(/^public/);
    const admin = await call('GET /vods/{id}', { params: { id }, token });
    expect(admin.data.vod.playback.reason).toBe('ADMIN');
    expect([admin.headers.get('cache-control'), admin.headers.get('etag')]).toEqual(['private, no-store', null]);
    expect((await call('GET /vods/{id}', { params: { id } })).body).toEqual(visitor.body);
  });
});

describe('cached answers', () => {
  const endpoint: Endpoint = { summary: '', access: 'public', cache: 10 };
  const request = (path: string, headers: Record<string, string> = {}) =>
    ({ routeKey: `GET ${path}`, rawPath: path, rawQueryString: '', headers }) as unknown as APIGatewayProxyEventV2;
  const createAnswer = (etag: string) => ({ statusCode: 200, headers: { etag }, body: `the answer ${etag}` });

  test('expire with the edge’s lifetime, since some depend on time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const ready = new ResponseCache([{ refresh: async () => {}, sequence: 1 }]);
      const work = vi.fn(async () => createAnswer('"a"'));
      for (const seconds of [0, 9, 2]) {
        vi.setSystemTime(Date.now() + seconds * 1000);
        await ready.answer(request('/a'), endpoint, work);
      }
      expect(work).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('are recomputed after a change during their computation', async () => {
    const source = { refresh: async () => {}, sequence: 1 };
    const ready = new ResponseCache([source]);
    const work = vi.fn(async () => {
      source.sequence = 2;
      return createAnswer('"a"');
    });
    for (let time = 0; time < 3; time += 1) await ready.answer(request('/a'), endpoint, work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('exclude errors and unreadable sources', async () => {
    const source = { refresh: async () => {}, sequence: 1 };
    const ready = new ResponseCache([source]);
    const refused = vi.fn(async () => ({ statusCode: 404, headers: {}, body: '' }));
    for (let time = 0; time < 2; time += 1) await ready.answer(request('/a'), endpoint, refused);
    expect(refused).toHaveBeenCalledTimes(2);
    const work = vi.fn(async () => createAnswer('"a"'));
    await ready.answer(request('/b'), endpoint, work);
    source.refresh = () => Promise.reject(new Error('throttled'));
    await ready.answer(request('/b'), endpoint, work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('are not served to requests that bypass the edge, on a stage with a firewall', async () => {
    vi.stubEnv('EDGE_ONLY', 'true').stubEnv('EDGE_KEY', 'key-of-the-edge');
    try {
      const ready = new ResponseCache([{ refresh: async () => {}, sequence: 1 }]);
      const byEdge = request('/a', { 'cantera-edge-key': 'key-of-the-edge' });
      await ready.answer(byEdge, endpoint, async () => createAnswer('"a"'));
      const rejectRequest = async () => ({ statusCode: 403, headers: {}, body: '' });
      expect((await ready.answer(request('/a'), endpoint, rejectRequest)).statusCode).toBe(403);
      expect((await ready.answer(byEdge, endpoint, rejectRequest)).statusCode).toBe(200);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('limit the memory of many small answers', async () => {
    const ready = new ResponseCache([{ refresh: async () => {}, sequence: 1 }]);
    const work = vi.fn(async () => createAnswer('"a"'));
    for (let index = 0; index < 17_000; index += 1) await ready.answer(request(`/${index}`), endpoint, work);
    await ready.answer(request('/0'), endpoint, work);
    expect(work).toHaveBeenCalledTimes(17_001);
  });

  test('evict the oldest of many large answers', async () => {
    const ready = new ResponseCache([{ refresh: async () => {}, sequence: 1 }]);
    const work = vi.fn(async () => ({ statusCode: 200, headers: { etag: '"a"' }, body: 'x'.repeat(5 * 1024 ** 2) }));
    for (const path of ['/a', '/b', '/c', '/d', '/d', '/a']) await ready.answer(request(path), endpoint, work);
    expect(work).toHaveBeenCalledTimes(5);
  });
});
