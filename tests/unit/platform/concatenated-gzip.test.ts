/** A varying beginning and a shared end, concatenated as one gzip member. */
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ConcatenatedGzip, SharedSuffix } from '../../../functions/platform/http/concatenated-gzip.ts';

const segments = Array.from({ length: 1200 }, (_, number) => `#EXTINF:6.0,\n../G/${number}.ts?Signature=ñ\n`).join('');

test('[11.27] a beginning and a shared end become one gzip member, equal to the whole text', async () => {
  const end = new SharedSuffix(segments);
  for (const own of ['#EXTM3U\nA\n', '#EXTM3U\notra\n', '']) {
    const spliced = new ConcatenatedGzip(own, end);
    const compressed = await spliced.gzip();
    expect(gunzipSync(compressed).toString()).toBe(own + segments);
    expect(compressed.length).toBeLessThan(segments.length / 5);
    expect(String(spliced)).toBe(own + segments);
  }
  expect(gunzipSync(await new ConcatenatedGzip('#EXTM3U\n', new SharedSuffix('')).gzip()).toString()).toBe('#EXTM3U\n');
});
