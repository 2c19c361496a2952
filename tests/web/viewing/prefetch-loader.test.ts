/** The HLS loader with prefetched files; its own requests are only counted. */
import type { HlsConfig, LoaderContext } from 'hls.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hlsConfig } from '../../../web/player/hls-requests.ts';
import type { PrefetchedFile } from '../../../web/player/media-prefetch.ts';

const { takePrefetched } = vi.hoisted(() => ({
  takePrefetched: vi.fn<(address: string) => Promise<PrefetchedFile | undefined> | undefined>(),
}));
vi.mock(import('../../../web/player/media-prefetch.ts'), () => ({ takePrefetched }));

const sent = vi.fn();
const on = { onSuccess: vi.fn(), onError: vi.fn(), onTimeout: vi.fn(), onAbort: vi.fn() };
const policy = { maxTimeToFirstByteMs: 1000, maxLoadTimeMs: 1000, timeoutRetry: null, errorRetry: null };
const config = { loadPolicy: policy, maxRetry: 0, timeout: 1000, retryDelay: 0, maxRetryDelay: 0 };
const context = (responseType: string): LoaderContext => ({
  type: 'key' as LoaderContext['type'],
  url: 'https://media.test/a.ts',
  responseType,
});
const createFile = (): PrefetchedFile => ({ bytes: new TextEncoder().encode('bytes').buffer, first: 20, last: 100 });

function load(responseType = 'arraybuffer') {
  const loader = new hlsConfig.loader!({} as HlsConfig);
  loader.load(context(responseType), config, on);
  return loader;
}

beforeEach(() => {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      open() {}
      send = sent;
      abort() {}
    },
  );
});
afterEach(() => {
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

test('delivers a prefetched file as if just received, with its real duration', async () => {
  takePrefetched.mockReturnValue(Promise.resolve(createFile()));
  const { stats } = load();
  await vi.waitFor(() => expect(on.onSuccess).toHaveBeenCalledOnce());
  const [response, given] = on.onSuccess.mock.calls[0]!;
  expect(response).toMatchObject({ code: 200, url: 'https://media.test/a.ts' });
  expect(new TextDecoder().decode(response.data)).toBe('bytes');
  expect(given).toBe(stats);
  const { start, first, end } = stats.loading;
  expect([first - start, end - start, performance.now() - end < 1000]).toEqual([
    expect.closeTo(20),
    expect.closeTo(100),
    true,
  ]);
  expect([stats.loaded, stats.total]).toEqual([5, 5]);
  expect(sent).not.toHaveBeenCalled();

  load('text');
  await vi.waitFor(() => expect(on.onSuccess).toHaveBeenCalledTimes(2));
  expect(on.onSuccess.mock.calls[1]?.[0].data).toBe('bytes');
});

test('requests files that were not prefetched or failed', async () => {
  load();
  expect(sent).toHaveBeenCalledOnce();
  takePrefetched.mockReturnValue(Promise.resolve(undefined));
  load();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  expect(on.onSuccess).not.toHaveBeenCalled();
});

test('calls onAbort for a waiting request, and nothing after destroy', async () => {
  const { promise, resolve } = Promise.withResolvers<PrefetchedFile | undefined>();
  takePrefetched.mockReturnValue(promise);
  const [aborted, destroyed, failing] = [load(), load(), load()];
  aborted.abort();
  expect(on.onAbort).toHaveBeenCalledExactlyOnceWith(aborted.stats, context('arraybuffer'), null);
  expect(aborted.stats.aborted).toBe(true);
  destroyed.destroy();
  failing.destroy();
  resolve(createFile());
  await promise;
  expect([on.onSuccess.mock.calls, sent.mock.calls]).toEqual([[], []]);
});

test.each(['fragLoadPolicy', 'keyLoadPolicy', 'playlistLoadPolicy'] as const)(
  'repeats a request of the %s that the network lost, six times, and none that was refused',
  (name) => {
    const retry = hlsConfig[name]?.default.errorRetry;
    const repeats = (code: number, count: number) =>
      retry?.shouldRetry?.(retry, count, false, { code, url: '', data: undefined }, false);
    expect([0, 5, 6].map((count) => repeats(0, count))).toEqual([true, true, false]);
    expect(repeats(403, 0)).toBe(false);
  },
);
