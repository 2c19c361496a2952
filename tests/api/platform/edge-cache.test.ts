/** The edge cache of the API: as long as the contract says, and nothing personal. */
import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { maxEdgeCacheSeconds, webBehaviours } from '../../../infra/cdn.ts';
import { startCdn } from '../../../infra/local/cloudfront/cloudfront.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import { contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { publiclyCacheable } from '../../../web/lib/api.ts';
import { addresses, createClub, createPerson, type Person, toAddress } from '../../support/api.ts';
import { contains, eventually } from '../../support/eventually.ts';
import { isNightly } from '../../support/test-profile.ts';

const { clubs } = await import('../../../functions/league/clubs/store.ts');

let edge: Emulator;
let people: Person[];

beforeAll(async () => {
  edge = await startCdn({
    behaviours: webBehaviours,
    origins: { api: { type: 'http', url: addresses.api }, web: { type: 'folder', path: tmpdir() } },
    cachesResponses: true,
  });
  people = [
    await createPerson('ADMIN'),
    await createPerson('CLUB_STAFF', { clubId: await createClub() }),
    await createPerson('REGULAR_BASIC'),
  ];
});
afterEach(() => void vi.useRealTimers());
afterAll(() => edge.close());

/** Advances the clock of the edge, which runs in this process; the API's functions keep theirs. */
const advanceClock = (seconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + seconds * 1000);

async function request(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${edge.url}/api${path}`, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Reads without the edge. A function sees another function's writes within a second. */
const readBehindEdge = async (path: string) => (await fetch(addresses.api + path)).text();

const isHit = ({ headers }: { headers: Headers }) => headers.get('x-cache') === 'Hit from cloudfront';

describe('the edge cache', () => {
  test('uses path and query as its key, not cookies or user agent', async () => {
    const path = `/clubs?search=${Math.random()}`;
    expect(isHit(await request(path))).toBe(false);
    expect(isHit(await request(path, { cookie: 'a=1', 'user-agent': 'another', 'accept-language': 'fr' }))).toBe(true);
    expect(isHit(await request(`${path}&page=2`))).toBe(false);
    expect(isHit(await request(path, { origin: 'https://elsewhere.test' }))).toBe(false);
    expect(isHit(await request(path))).toBe(true);
  });

  test('answers 304 from the edge', async () => {
    const path = `/clubs?search=${Math.random()}`;
    const etag = (await request(path)).headers.get('etag') ?? '';
    const again = await request(path, { 'if-none-match': etag });
    expect([again.status, again.text, isHit(again)]).toEqual([304, '', true]);
  });
});

test('answers vary by authorization, so that the browser requests again after login', async () => {
  const name = `Vecinos ${Math.random()}`;
  await Promise.all(Array.from({ length: 10 }, (_, index) => createClub(`${name} ${index}`)));
  const path = `/clubs?search=${encodeURIComponent(name)}`;
  for (const encoding of ['identity', 'br', 'gzip']) {
    const { headers } = await request(path, { 'accept-encoding': encoding });
    expect([headers.get('content-encoding') ?? 'identity', headers.get('vary')]).toEqual([
      encoding,
      'Authorization, Accept-Encoding',
    ]);
  }
});

test('shows a change when the cache lifetime has passed', async () => {
  const name = `Nuevo ${Math.random()}`;
  const path = `/clubs?search=${encodeURIComponent(name)}`;
  advanceClock(0);
  expect((await request(path)).text).not.toContain(name);
  const id = await createClub(name);
  await eventually(() => readBehindEdge(path), contains(name));
  advanceClock(29);
  expect((await request(path)).text).not.toContain(name);
  advanceClock(2);
  expect((await request(path)).text).toContain(name);
  await clubs.change(id, (item) => ({ ...item, visible: false }));
  await eventually(
    () => readBehindEdge(path),
    (text) => !text.includes(name),
  );
  advanceClock(31);
  expect((await request(path)).text).not.toContain(name);
});

test('never caches errors', async () => {
  const id = await createClub();
  await clubs.change(id, (item) => ({ ...item, visible: false }));
  expect((await request(`/clubs/${id}`)).status).toBe(404);
  await clubs.change(id, (item) => ({ ...item, visible: true }));
  expect((await request(`/clubs/${id}`)).status).toBe(200);
});

describe('personal answers', () => {
  const gets = Object.entries(contract as Record<string, Endpoint>).filter(([key]) => key.startsWith('GET '));

  test.each(gets)(
    '%s: caches no answer to a token, and visitors’ answers only if the contract says so',
    async (key, endpoint) => {
      const params = Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, someId]));
      const path = toAddress(key, params).slice(addresses.api.length);
      const turn = gets.findIndex(([one]) => one === key) % people.length;
      // Each endpoint is requested by one of the three users, at night by all of them.
      for (const { token } of people.filter((_, index) => isNightly || index === turn)) {
        for (const _ of [1, 2])
          expect(isHit(await request(path, { authorization: `Bearer ${token}` })) && !endpoint.produces).toBe(false);
      }
      const kept = [await request(path), await request(path)].some(isHit);
      if (!endpoint.cache && !endpoint.produces) expect(kept).toBe(false);
    },
  );

  test.each(Object.keys(publiclyCacheable))('%s is publicly cacheable, so the web app sends no token', async (key) => {
    expect((contract as Record<string, Endpoint>)[key]?.cache).toBeGreaterThan(0);
    const params = { id: await createClub(), categoryId: '1' };
    const address = toAddress(key, params);
    const read = async (token?: string) =>
      (await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} })).json();
    // Other tests add to the lists meanwhile, and a visitor's answer may be some seconds old; in that case all are read
    // again.
    const areEqual = ([first, ...others]: unknown[]) => others.every((other) => isDeepStrictEqual(other, first));
    await eventually(async () => {
      const answers = [await read()];
      for (const { token } of people) answers.push(await read(token));
      return answers;
    }, areEqual);
  });
});

const someId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

test('limits cache lifetimes to the edge’s maximum, and those of lives to five seconds', () => {
  for (const [key, { cache = 0, produces }] of Object.entries(contract as Record<string, Endpoint>)) {
    if (!produces) expect(cache, key).toBeLessThanOrEqual(maxEdgeCacheSeconds);
    if (/lives|liveusers/.test(key)) expect(cache, key).toBeLessThanOrEqual(5);
  }
});
