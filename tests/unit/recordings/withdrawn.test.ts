/** Times and segments of withdrawn ranges. */
import { describe, expect, test } from 'vitest';
import { toDates, toSeconds } from '../../../functions/recordings/media/withdrawn-recording.ts';
import {
  alignRange,
  isWithdrawnSegment,
  omitSegments,
} from '../../../functions/recordings/media/withdrawn-segments.ts';
import { addWithdrawn, dateAt } from '../../../shared/domain/recorded-time.ts';
import { isTakenOut, mergeRanges, toRecordedSecond, toShownSecond } from '../../../shared/domain/withdrawn.ts';

const ranges = [
  { from: 40, to: 50 },
  { from: 10, to: 20 },
  { from: 15, to: 22 },
];

describe('seconds of the recording and of the player', () => {
  test('are inverse to each other outside of withdrawn ranges', () => {
    expect(mergeRanges(ranges)).toEqual([
      { from: 10, to: 22 },
      { from: 40, to: 50 },
    ]);
    for (const [recorded, shown] of [
      [5, 5],
      [22, 10],
      [30, 18],
      [60, 38],
    ] as const) {
      expect(toShownSecond(ranges, recorded)).toBe(shown);
      expect(toRecordedSecond(ranges, shown)).toBe(recorded);
    }
    // A removed second becomes the second at which the player continues.
    expect([toShownSecond(ranges, 15), isTakenOut(ranges, 15), isTakenOut(ranges, 22)]).toEqual([10, true, false]);
  });

  test('keep the time of each frame, as one more gap', () => {
    const gaps = [{ seconds: 30, ms: 5_000 }];
    const shown = addWithdrawn(gaps, ranges);
    for (const recorded of [5, 25, 35, 60])
      expect(dateAt({ from: 0, gaps: shown }, toShownSecond(ranges, recorded))).toBe(
        dateAt({ from: 0, gaps }, recorded),
      );
  });

  test('are converted from a live to its recording, and back', () => {
    const recorded = { from: '2026-11-27T10:00:00.000Z', gaps: [{ seconds: 60, ms: 30_000 }] };
    const at = (second: number) => Date.parse(recorded.from) + 1000 * second;
    const range = { id: 'R', at: '', by: '', owner: 'platform', from: at(100), to: at(120) };
    expect(toSeconds([range], recorded)).toMatchObject([{ from: 70, to: 90 }]);
    expect(toDates(toSeconds([range], recorded), recorded)).toEqual([range]);
    expect(toSeconds([{ ...range, from: at(-20), to: at(-10) }], recorded)).toEqual([]);
  });
});

describe('a playlist', () => {
  const head = ['#EXTM3U', '#EXT-X-TARGETDURATION:4', '#EXT-X-KEY:METHOD=AES-128,URI="k"'];
  const lines = [1, 2, 3, 4, 5].flatMap((number) => ['#EXTINF:4.000,', `s_${number}.ts`]);
  const playlist = [...head, ...lines, '#EXT-X-ENDLIST', ''].join('\n');
  const omit = (...out: { from: number; to: number }[]) =>
    omitSegments(playlist, (segment) => isWithdrawnSegment(segment, out));

  test('[F-TAKE-2] leaves out whole segments, and goes on after a discontinuity', () => {
    expect(alignRange(playlist, { from: 5, to: 9 })).toEqual({ from: 4, to: 12 });
    expect(omit({ from: 4, to: 12 })).toBe(
      [
        ...head,
        '#EXTINF:4.000,',
        's_1.ts',
        '#EXT-X-DISCONTINUITY',
        '#EXTINF:4.000,',
        's_4.ts',
        '#EXTINF:4.000,',
        's_5.ts',
        '#EXT-X-ENDLIST',
        '',
      ].join('\n'),
    );
  });

  test('[F-TAKE-2] keeps the key when its beginning is left out, and needs no discontinuity', () => {
    const left = omit({ from: 0, to: 4 });
    expect(left).toContain('#EXT-X-KEY');
    expect(left).not.toContain('DISCONTINUITY');
    expect(omit()).toBe(playlist);
    expect(omit({ from: 0, to: 20 })).toBe([...head, '#EXT-X-ENDLIST', ''].join('\n'));
  });

  test('[F-TAKE-2] keeps the times of later segments if only the first segment has one', () => {
    const dated = playlist.replace('#EXTINF', '#EXT-X-PROGRAM-DATE-TIME:2026-11-27T10:00:00.000Z\n#EXTINF');
    const left = omitSegments(dated, ({ from }) => from === 4);
    expect(left).toMatch(/DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:2026-11-27T10:00:08\.000Z\n#EXTINF:4\.000,\ns_3/);
  });
});
