/** Claims of a hostile file about itself, and the text of packed playlists. */
import { describe, expect, test } from 'vitest';
import { UnsuitableSource } from '../../../functions/recordings/packing/boxes.ts';
import { readMovie } from '../../../functions/recordings/packing/movie.ts';
import { renderPackedPlaylist, showPacked } from '../../../functions/recordings/packing/packed-playlists.ts';
import { planSegments, toSecondsAt } from '../../../functions/recordings/packing/segments.ts';
import { box, buildMovie, type MovieOptions } from './movie-boxes.ts';

const fileBytes = 10_000_000;
const read = (options?: MovieOptions) => readMovie(buildMovie(options), fileBytes);
const plan = (options?: MovieOptions) => planSegments(read(options));

describe('a movie box', () => {
  test('gives each segment the frames and the sound of its time', () => {
    const segments = plan();
    expect(segments.map(({ seconds }) => seconds)).toEqual([4, 4, 2]);
    expect(segments.map(({ video }) => [video.from, video.to])).toEqual([
      [0, 100],
      [100, 200],
      [200, 250],
    ]);
    expect(segments.map(({ audio }) => audio.to - audio.from)).toEqual([188, 187, 94]);
  });

  test('joins the reads of frames that lie together', () => {
    expect(plan().every(({ reads }) => reads.length === 1)).toBe(true);
  });

  test('begins at 0, whatever the delay of the first frame', () => {
    const movie = read({ delay: 2, edit: { start: 2 } });
    expect(toSecondsAt(movie.video, 0)).toBe(0);
  });

  test.each<[string, MovieOptions]>([
    ['of which an editor cut the beginning', { edit: { start: 50 } }],
    ['of which an editor cut the end', { edit: { start: 0, duration: 6000 } }],
    ['that plays at half the speed', { edit: { start: 0, rate: 0x8000 } }],
    ['with key frames more than four seconds apart', { keyEvery: 120 }],
    ['that begins without a key frame', { firstKey: 3 }],
    ['with more samples than bytes', { sampleBytes: 100_000 }],
    ['that declares four thousand million samples', { declaredSamples: 0xffffffff }],
    ['whose samples lie behind its end', { offset: fileBytes }],
    ['of another profile', { profile: 110 }],
    ['that is rotated', { matrix: [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000] }],
    ['with pixels that are not square', { aspect: [4, 3] }],
    ['with a timescale of 0', { timescale: 0 }],
    ['without an end', { step: 0 }],
    ['of years', { step: 0xffffffff }],
    ['with two films', { copies: 2 }],
    ['in fragments', { more: [box('mvex', Buffer.alloc(8))] }],
    ['of 30 Mbit/s', { sampleBytes: 150_000, count: 60 }],
  ])('is refused for a film %s', (_, options) => {
    expect(() => plan(options)).toThrow(UnsuitableSource);
  });

  test('is parsed within bounded time and fails only with known errors, whatever its bytes are', () => {
    const moov = buildMovie();
    let random = 1;
    const next = (below: number) => {
      random = (random * 48_271) % 0x7fffffff;
      return random % below;
    };
    const begun = performance.now();
    for (let round = 0; round < 3000; round += 1) {
      const bytes = Buffer.from(round % 3 ? moov : moov.subarray(0, next(moov.length)));
      for (let change = 0; change < 1 + next(4) && bytes.length > 4; change += 1)
        bytes.writeUInt32BE(
          [0, 1, 0x7fffffff, 0xffffffff, next(0x7fffffff)][next(5)] as number,
          next(bytes.length - 4),
        );
      try {
        planSegments(readMovie(bytes, fileBytes));
      } catch (error) {
        expect(error instanceof UnsuitableSource || error instanceof RangeError, String(error)).toBe(true);
      }
    }
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

describe('a packed playlist', () => {
  const movie = read();
  const segments = planSegments(movie);
  const size = { width: 640, height: 360 };
  const whole = renderPackedPlaylist(
    { movie, segments, rendition: '360p', size },
    'https://media/key',
    '00'.repeat(16),
  );

  test('grows from its start until all is packed', () => {
    const partly = showPacked(whole, 2);
    expect(partly.match(/^index_\S+/gm)).toEqual(['index_360p_00001.ts', 'index_360p_00002.ts']);
    expect(partly).toContain('#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-START:TIME-OFFSET=0\n');
    expect(partly).not.toContain('ENDLIST');
    expect(showPacked(whole, 3)).toBe(whole);
  });

  test('ends with the packed segments once packing has stopped', () => {
    const rest = showPacked(whole, 2, false);
    expect(rest.match(/^index_\S+/gm)).toEqual(['index_360p_00001.ts', 'index_360p_00002.ts']);
    expect(rest).toMatch(/PLAYLIST-TYPE:VOD[\s\S]*#EXT-X-ENDLIST\n$/);
  });

  test('never names a segment longer than its target', () => {
    const target = Number(/TARGETDURATION:(\d+)/.exec(whole)?.[1]);
    for (const [, seconds] of whole.matchAll(/#EXTINF:([\d.]+)/g))
      expect(Math.round(Number(seconds))).toBeLessThanOrEqual(target);
  });
});
