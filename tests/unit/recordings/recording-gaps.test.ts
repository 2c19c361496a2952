/** Time of day of a recording's frames, across dropouts. */
import { describe, expect, test } from 'vitest';
import { findGaps, readStart } from '../../../functions/recordings/media/recording-gaps.ts';
import { computeMoments } from '../../../functions/recordings/moments/from-score.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import { dateAt, secondsAt } from '../../../shared/domain/recorded-time.ts';

const from = Date.parse('2026-11-21T10:00:00Z');
/** Twenty seconds are missing after the first minute, ten after the next two. */
const gaps = [
  { seconds: 60, ms: 20_000 },
  { seconds: 180, ms: 10_000 },
];

describe('[D-SCORE-5] a recording with drops', () => {
  test('maps each position to its time', () => {
    const at = (seconds: number) => (dateAt({ from, gaps }, seconds) - from) / 1000;
    expect([0, 59, 60, 179, 180, 200].map(at)).toEqual([0, 59, 80, 199, 210, 230]);
  });
  test('maps a time to its position, or to the end of the gap', () => {
    const at = (seconds: number) => secondsAt({ from, gaps }, from + 1000 * seconds);
    expect([0, 59, 60, 70, 80, 199, 205, 210, 230].map(at)).toEqual([0, 59, 60, 60, 60, 179, 180, 180, 200]);
    for (const seconds of [0, 30, 90, 179, 181, 500])
      expect(at(dateAt({ from: 0, gaps }, seconds) / 1000)).toBe(seconds);
  });
  test('places goals at their frames', () => {
    const goal = { id: '0'.repeat(26), kind: 'GOAL', side: 'HOME', at: from + 100_000, shirt: null, undoes: null };
    const recorded = { from: new Date(from).toISOString(), to: new Date(from + 600_000).toISOString(), gaps };
    const vod = { id: 'v', recorded, clubIds: ['c'] };
    const [found] = computeMoments(
      vod,
      { homeClubId: 'c', awayClubId: null },
      [goal as unknown as LoggedAction],
      () => ['GOAL'],
    );
    expect(found?.moment.timestampMs).toBe(70_000);
  });
});

test('[D-SCORE-5] measures gaps between a recording’s parts by their segments', () => {
  const playlist = `#EXTM3U
#EXT-X-VERSION:3
#EXTINF:4.000,
0.ts
#EXTINF:4.000,
1.ts
#EXT-X-DISCONTINUITY
#EXTINF:4.000,
2.ts
#EXT-X-DISCONTINUITY
#EXTINF:2.500,
3.ts
#EXT-X-ENDLIST
`;
  const times: Record<string, number> = { '0.ts': 4_000, '1.ts': 8_000, '2.ts': 27_000, '3.ts': 30_000 };
  expect(findGaps(playlist, (uri) => times[uri])).toEqual([{ seconds: 8, ms: 15_000 }]);
  // Segments that were swept or never listed are skipped.
  expect(findGaps(playlist, () => undefined)).toEqual([]);
  expect(findGaps('', () => 1)).toEqual([]);
});

test('[D-SCORE-5] starts a recording at the date of its first segment', () => {
  const startedAt = '2026-03-01T10:00:02.000Z';
  const writePlaylist = (date: string) => `#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:${date}\n#EXTINF:1.000,\n0.ts\n`;
  expect(readStart(writePlaylist('2026-03-01T10:00:00.750Z'), startedAt)).toBe('2026-03-01T10:00:00.750Z');
  for (const strange of [
    writePlaylist('2026-03-01T09:00:00Z'),
    writePlaylist('ayer'),
    '#EXTM3U\n#EXTINF:1.000,\n0.ts\n',
    '',
  ])
    expect(readStart(strange, startedAt)).toBe(startedAt);
});
