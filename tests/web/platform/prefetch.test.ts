/** The prefetches of a page before the app's code has loaded, and their use. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Vod } from '../../../shared/contract/vod.ts';
import { pathPattern } from '../../../shared/domain/page-patterns.ts';
import { type Page, pages } from '../../../shared/domain/pages.ts';
import type { Playback } from '../../../shared/domain/playback-grant.ts';
import { api, client } from '../../../web/lib/api.ts';
import { toResponse } from '../support/api-answers.ts';
import { vod } from '../support/builders.ts';

const id = 'Z1JZ000000000000000000000A';
const chunks = {
  vod: ['/assets/vod.js', '/assets/vod.css'],
  event: ['/assets/event.js'],
  club: ['/assets/club.js'],
  'video-player': ['/assets/player.js'],
  home: ['/assets/home.js'],
  'sport-list': ['/assets/list.js'],
};
const createChunkTable = (files: Record<string, string[]>) => {
  const table = Object.values<Page>(pages).flatMap(({ path, module, prefetch }) =>
    prefetch ? [{ ...prefetch, path: pathPattern(path), chunks: module }] : [],
  );
  const text = JSON.stringify({ chunks: files, pages: table });
  return `<script type="application/json" id="chunks">${text}</script>`;
};
const asked = vi.fn<typeof fetch>();
const answerWith = (fields: Partial<Vod>) => toResponse(`GET /vods/${id}`, { data: { vod: vod(1, fields) } });
const answerWithTitle = (title: string) => answerWith({ title });

async function open(path: string, token?: string) {
  history.replaceState(null, '', path);
  // biome-ignore lint/suspicious/noDocumentCookie: as the session writes it
  document.cookie = `cantera-session=${token ? encodeURIComponent(JSON.stringify({ token })) : ''}; Path=/`;
  client.token = token;
  vi.resetModules();
  await import('../../../web/app/prefetch.ts');
}

const title = async () => (await api('GET /vods/{id}', { params: { id } })).data.vod.title;
const addresses = () => asked.mock.calls.map(([address]) => address);
const listPreloaded = () => [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${href}`);

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    asked.mockImplementation(async () => answerWithTitle('asked now')),
  );
  document.head.innerHTML = createChunkTable(chunks);
});
afterEach(() => {
  globalThis.prefetchedResponses = undefined;
  client.token = undefined;
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

test('[V-VOD-1] prefetches code, player and responses for a member; the app takes each response once', async () => {
  asked.mockResolvedValueOnce(answerWithTitle('asked early'));
  await open(`/vods/${id}`, 'secret');
  expect(addresses()).toEqual([`/api/vods/${id}`, `/api/users/me/progress/vods/${id}`]);
  // `no-store` avoids a response that was cached for a visitor before the login or payment.
  const own = { headers: { authorization: 'Bearer secret' }, cache: 'no-store' };
  expect(asked.mock.calls.map(([, options]) => options)).toEqual([own, own]);
  const at = (file: string) => new URL(file, location.href).href;
  expect(listPreloaded()).toEqual([
    `modulepreload ${at('/assets/vod.js')}`,
    `preload ${at('/assets/vod.css')}`,
    `modulepreload ${at('/assets/player.js')}`,
  ]);
  expect([await title(), await title()]).toEqual(['asked early', 'asked now']);
  expect(asked.mock.calls.at(-1)?.[1]).toMatchObject(own);
});

test("[V-VOD-1] requests a member's media before the player's code", async () => {
  const url = `https://media.test/vods/${id}/hls/index.m3u8?token=t`;
  const all = { ...chunks, 'media-prefetch': ['/web/player/media-prefetch.ts'] };
  document.head.innerHTML = createChunkTable(all);
  vi.stubGlobal('MediaSource', class {});
  const playback: Playback = { granted: true, reason: 'SUBSCRIPTION', url, hasAd: false };
  asked.mockResolvedValueOnce(answerWith({ playback }));
  await open(`/vods/${id}`, 'secret');
  await vi.waitFor(() => expect(addresses().at(-1)).toBe(url));
  expect(listPreloaded()[0]).toBe(`modulepreload ${new URL('/web/player/media-prefetch.ts', location.href).href}`);

  document.head.innerHTML = createChunkTable(all);
  asked.mockClear();
  await open(`/vods/${id}`);
  expect(listPreloaded().join()).not.toContain('media-prefetch');
});

test('[V-VOD-1] prefetches neither the player nor personal data for a visitor', async () => {
  await open(`/vods/${id}`);
  expect(addresses()).toEqual([`/api/vods/${id}`]);
  expect(listPreloaded().join()).not.toContain('player');
});

test.for([
  [`/evento/${id}`, `/api/sportevents/${id}`, 'event'],
  [`/club/${id}`, `/api/clubs/${id}`, 'club'],
] as const)('[E-SHARE-4] prefetches code and response for %s, without the player', async ([path, address, chunk]) => {
  for (const token of [undefined, 'secret']) {
    asked.mockClear();
    document.head.querySelectorAll('link').forEach((link) => void link.remove());
    await open(path, token);
    expect(addresses()).toEqual([address]);
    expect(listPreloaded()).toEqual([`modulepreload ${new URL(`/assets/${chunk}.js`, location.href).href}`]);
  }
});

test('[E-SHARE-4] prefetches the public lists of the home page and the sport pages', async () => {
  const home = ['/api/liveusers', '/api/vods?sport=SOCCER&page=1', '/api/sportevents?time=upcoming&page=1'];
  await open('/home');
  expect(addresses()).toEqual(home);
  asked.mockClear();
  await open('/home', 'secret');
  expect(asked.mock.calls.map(([address, options]) => [address, options?.headers, options?.cache])).toEqual([
    ...home.map((address) => [address, undefined, 'no-cache']),
  ]);
  // The app requests the same addresses without a token.
  asked.mockClear();
  await api('GET /sportevents', { query: { time: 'upcoming', page: 1 } });
  await api('GET /vods', { query: { sport: 'SOCCER', page: 1 } });
  await api('GET /liveusers');
  expect(asked).not.toHaveBeenCalled();

  await open('/baloncesto');
  expect(addresses()).toEqual(['/api/liveusers', '/api/vods?sport=BASKET&each=match&page=1']);
  asked.mockClear();
  await open('/futbol?page=2');
  expect(asked).not.toHaveBeenCalled();
});

test('[A-SESS-5] ignores a response that was prefetched for another session', async () => {
  asked.mockResolvedValueOnce(answerWithTitle('of the one before'));
  await open(`/vods/${id}`, 'secret');
  client.token = undefined;
  expect(await title()).toBe('asked now');
});

test('[V-UI-10] repeats requests that failed to prefetch', async () => {
  asked.mockRejectedValueOnce(new TypeError('no line'));
  await open(`/vods/${id}`);
  expect(await title()).toBe('asked now');
});

test('[A-SHELL-3] prefetches nothing on other pages', async () => {
  for (const path of ['/', '/homes', `/vods/${id}/stats`, '/vods/manage', '/vods/create', `/vods/manage/${id}`])
    await open(path, 'secret');
  expect([asked.mock.calls, listPreloaded()]).toEqual([[], []]);
});
