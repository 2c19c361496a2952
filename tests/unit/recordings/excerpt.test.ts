/** The segments of a live's recording that a clip needs. */
import { describe, expect, test } from 'vitest';
import {
  buildPlaylists,
  findLargestRendition,
  parseSegments,
  selectExcerpt,
} from '../../../functions/recordings/media/excerpt.ts';

describe('an excerpt of a live’s recording', () => {
  const at = (second: number) => Date.UTC(2026, 10, 21, 17) + 1000 * second;
  const line = (second: number) => `#EXT-X-PROGRAM-DATE-TIME:${new Date(at(second)).toISOString()}`;
  const segment = (uri: string, seconds = 10) => `#EXTINF:${seconds.toFixed(3)},\n${uri}`;
  /** 0–30 s, then a drop, and from 50 s on again. Not every segment is dated. */
  const playlist = [
    '#EXTM3U',
    line(0),
    segment('0.ts'),
    segment('1.ts'),
    line(20),
    segment('2.ts'),
    '#EXT-X-DISCONTINUITY',
    line(50),
    segment('3.ts'),
    line(60),
    segment('4.ts', 4.5),
    '#EXT-X-ENDLIST',
  ].join('\n');
  const findExcerpt = (from: number, to: number) => {
    const excerpt = selectExcerpt(playlist, { from: at(from), to: at(to) });
    return excerpt && { ...excerpt, segments: excerpt.segments.map(({ uri }) => uri), until: excerpt.until - at(0) };
  };

  test('[D-CLIP-1] has only the segments of an interval, and the offset in them', () => {
    expect(findExcerpt(12, 26)).toEqual({ segments: ['1.ts', '2.ts'], start: 2, seconds: 14, until: 64_500 });
    expect(findExcerpt(10, 20)).toMatchObject({ segments: ['1.ts'], start: 0, seconds: 10 });
    expect(findExcerpt(62, 76)).toMatchObject({ segments: ['4.ts'], start: 2, seconds: 2.5 });
    expect(findExcerpt(70, 80)).toBeUndefined();
    expect(selectExcerpt('#EXTM3U\n#EXTINF:10,\n0.ts', { from: at(0), to: at(5) })).toBeUndefined();
  });

  test('[D-CLIP-1] skips a dropout', () => {
    expect(findExcerpt(25, 55)).toMatchObject({ segments: ['2.ts', '3.ts'], start: 5, seconds: 10 });
    expect(findExcerpt(32, 54)).toMatchObject({ segments: ['3.ts'], start: 0, seconds: 4 });
    expect(findExcerpt(31, 45)).toBeUndefined();
  });

  test('[D-CLIP-1] is an ended playlist of the largest rendition, within its folder', () => {
    const master = [
      '#EXTM3U',
      '#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="360p30",NAME="360p"',
      '#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=640x360,VIDEO="360p30"',
      '360p30/playlist.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1280x720,FRAME-RATE=30,VIDEO="720p30"',
      '720p30/playlist.m3u8',
    ].join('\n');
    const rendition = findLargestRendition(master)!;
    expect(rendition.uri).toBe('720p30/playlist.m3u8');
    const lists = buildPlaylists('I', selectExcerpt(playlist, { from: at(25), to: at(55) })!, rendition);
    expect(lists.master).toContain(
      '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1280x720,FRAME-RATE=30\nclip-I-media.m3u8',
    );
    expect(lists.media.match(/^[^#\s].*$/gm)).toEqual(['720p30/2.ts', '720p30/3.ts']);
    expect(lists.media).toMatch(/2\.ts\n#EXT-X-DISCONTINUITY\n/);
    expect(lists.media.trimEnd()).toMatch(/#EXT-X-ENDLIST$/);
    expect(parseSegments(lists.media)).toHaveLength(2);
  });
});
