/** Prefetches a player's first files while the page is loading. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const media = 'https://media.test/vods/1';
const start = `${media}/hls/index.m3u8?token=t`;
const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=2600000,AVERAGE-BANDWIDTH=2000000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2"
index_720p.m3u8?token=t
#EXT-X-STREAM-INF:BANDWIDTH=5600000,AVERAGE-BANDWIDTH=5000000,RESOLUTION=1920x1080
index_1080p.m3u8?token=t
#EXT-X-STREAM-INF:BANDWIDTH=400000,AVERAGE-BANDWIDTH=314000,RESOLUTION=384x216
index_216p.m3u8?token=t
`;
const rendition = `#EXTM3U
#EXT-X-KEY:METHOD=AES-128,URI="G.key?token=t"
#EXTINF:4.000,
../G/a.ts?Policy=p&Signature=s~
#EXTINF:4.000,
#EXT-X-PROGRAM-DATE-TIME:2026-11-26T10:00:00Z
../G/b.ts?Policy=p&Signature=s~
#EXTINF:2.5,
../G/c.ts?Policy=p&Signature=s~
#EXT-X-ENDLIST
`;
const segment = (name: string) => `${media}/G/${name}.ts?Policy=p&Signature=s~`;
const list = (lines: number) => `${media}/hls/index_${lines}p.m3u8?token=t`;
const key = `${media}/hls/G.key?token=t`;

const asked = vi.fn<typeof fetch>();
const addresses = () => asked.mock.calls.map(([address]) => address);
const granted = { granted: true, reason: 'SUBSCRIPTION', url: start, hasAd: false };

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('MediaSource', class {});
  vi.stubGlobal('innerWidth', 1000);
  // jsdom has no resource timing.
  vi.stubGlobal('performance', { now: () => Date.now(), getEntriesByType: () => [] });
  localStorage.setItem('cantera:line', '100000000');
  history.replaceState(null, '', '/vods/1');
  vi.stubGlobal(
    'fetch',
    asked.mockImplementation(async (address) => {
      const text = String(address);
      return new Response(text === start ? master : text.includes('index_') ? rendition : 'bytes');
    }),
  );
});
afterEach(() => {
  localStorage.clear();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

async function prefetch({
  playback = granted as object,
  progress = null as object | null,
  code = Promise.resolve() as Promise<unknown>,
} = {}) {
  const module = await import('../../../web/player/media-prefetch.ts');
  const vod = Response.json({ data: { vod: { playback } } });
  const stored = Response.json({ data: { progress, saved: false } });
  await module.prefetchMedia({
    authorization: 'Bearer secret',
    vod: Promise.resolve(vod),
    progress: Promise.resolve(stored),
    code,
  });
  // The app reads the same responses.
  expect([vod.bodyUsed, stored.bodyUsed]).toEqual([false, false]);
  return module;
}

test('[V-VOD-1] prefetches playlist, rendition, key and first segment in turn; each is taken once', async () => {
  const { takePrefetched, isPrefetched } = await prefetch();
  expect(addresses()).toEqual([start, list(720), key, segment('a')]);
  const arrived = await takePrefetched(segment('a'));
  expect(new TextDecoder().decode(arrived?.bytes)).toBe('bytes');
  expect(arrived?.last).toBeGreaterThanOrEqual(arrived?.first ?? Number.NaN);
  expect([takePrefetched(segment('a')), isPrefetched(list(720)), isPrefetched(list(1080))]).toEqual([
    undefined,
    true,
    false,
  ]);
});

test.for([
  ['100000000', 1000, 720],
  ['100000000', 3000, 1080],
  ['100000000', 320, 216],
  ['2000000', 3000, 216],
] as const)('at %s bit/s, a screen of %s px starts with %s lines', async ([line, width, lines]) => {
  localStorage.setItem('cantera:line', line);
  vi.stubGlobal('innerWidth', width);
  await prefetch();
  expect(addresses()[1]).toBe(list(lines));
});

test('[V-VOD-1] prefetches the segment of the stored or shared position', async () => {
  await prefetch({ progress: { position: 5, watched: false } });
  expect(addresses().at(-1)).toBe(segment('b'));
  // The player skips to the next segment 0.25 s before the end.
  history.replaceState(null, '', '/vods/1?t=7.8');
  await prefetch({ progress: { position: 1, watched: false } });
  expect(addresses().at(-1)).toBe(segment('c'));
  history.replaceState(null, '', '/vods/1');
  await prefetch({ progress: { position: 9, watched: true } });
  expect(addresses().at(-1)).toBe(segment('a'));
  asked.mockClear();
  await prefetch({ progress: { position: 60, watched: false } });
  expect(addresses().at(-1)).toBe(key);
});

test('requests the segment only after the code has arrived', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = prefetch({ code: promise });
  await vi.waitFor(() => expect(addresses().at(-1)).toBe(key));
  resolve();
  await done;
  expect(addresses().at(-1)).toBe(segment('a'));
});

test.for([
  ['who may not watch', { granted: false, reason: 'PAYMENT_REQUIRED' }],
  ['where an ad comes first', { ...granted, hasAd: true }],
  ['where it is not known', { ...granted, hasAd: undefined }],
] as const)('prefetches nothing for a viewer %s', async ([, playback]) => {
  await prefetch({ playback });
  expect(asked).not.toHaveBeenCalled();
});

test('[V-PLAY-1] prefetches nothing with native HLS', async () => {
  vi.unstubAllGlobals();
  vi.stubGlobal('fetch', asked);
  await prefetch();
  expect(asked).not.toHaveBeenCalled();
});

test('[V-PLAY-5] leaves a rejected prefetch to the player, which reports it', async () => {
  asked.mockImplementation(async () => new Response('', { status: 409 }));
  const { takePrefetched } = await prefetch();
  expect(addresses()).toEqual([start]);
  expect(await takePrefetched(start)).toBeUndefined();
  expect(takePrefetched(start)).toBeUndefined();
});

test('repeats requests that timed out', async () => {
  vi.useFakeTimers();
  asked.mockImplementation(() => new Promise(() => undefined));
  prefetch();
  const { takePrefetched } = await import('../../../web/player/media-prefetch.ts');
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  const taken = takePrefetched(start);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await taken).toBeUndefined();
  vi.useRealTimers();
});

test('[V-PLAY-7] frees the lease of a visitor who leaves before the player started; afterwards the page does', async () => {
  await prefetch();
  dispatchEvent(new Event('pagehide'));
  const report = [
    '/api/session',
    expect.objectContaining({ method: 'PATCH', body: '{"isWatching":false}', keepalive: true }),
  ];
  expect(asked.mock.calls.at(-1)).toEqual(report);

  asked.mockClear();
  const { takePrefetched } = await prefetch();
  await takePrefetched(start);
  for (const reason of ['ADMIN', 'CLUB_STAFF'])
    await prefetch({ playback: { ...granted, reason, url: `${start}&of=${reason}` } });
  dispatchEvent(new Event('pagehide'));
  expect(addresses()).not.toContain('/api/session');
});
