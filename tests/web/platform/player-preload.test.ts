/** Preloads the player for users who are likely to open a recording. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const asked = vi.fn<typeof fetch>();
const addresses = () => asked.mock.calls.map(([address]) => address);

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    asked.mockImplementation(async () => new Response('code')),
  );
  const loaded = new URL('/e.js', location.href).href;
  vi.stubGlobal('performance', { getEntriesByName: (name: string) => (name === loaded ? [{ name }] : []) });
  const chunks = { vod: ['/a.js', '/e.js', '/b.css'], 'video-player': ['/a.js', '/c.js'], home: ['/d.js'] };
  document.head.innerHTML = `<script type="application/json" id="chunks">${JSON.stringify({ chunks })}</script>`;
});
afterEach(() => {
  Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true });
  vi.useRealTimers();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

const load = async () => (await import('../../../web/app/player-preload.ts')).preloadPlayer;

test('fetches each missing file once, sequentially, when the page is idle, despite failures', async () => {
  const fetchNextPlayer = await load();
  asked.mockRejectedValueOnce(new TypeError('no line'));
  fetchNextPlayer();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(addresses()).toEqual(['/a.js', '/b.css', '/c.js']);
  expect(asked.mock.calls[0]?.[1]).toEqual({ priority: 'low' });
  fetchNextPlayer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(3);
});

test('fetches nothing on a page without a chunk list, as in development', async () => {
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
  (await load())();
  await vi.advanceTimersByTimeAsync(60_000);
});

test('fetches nothing after a logout, or with the data saver', async () => {
  const fetchNextPlayer = await load();
  fetchNextPlayer()?.();
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  expect(fetchNextPlayer()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).not.toHaveBeenCalled();
});
