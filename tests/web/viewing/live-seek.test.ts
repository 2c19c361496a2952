/** A live that can be rewound: frames by instant, and seeks. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseSeek, toRecordedRange } from '../../../web/player/live-position.ts';

const from = Date.parse('2026-11-21T17:00:00Z');
/** Three segments of ten seconds; the camera was away for 30 s before the last. */
const fragments = [
  { start: 0, duration: 10, programDateTime: from },
  { start: 10, duration: 10, programDateTime: from + 10_000 },
  { start: 20, duration: 10, programDateTime: from + 50_000 },
];

describe('the recorded range', () => {
  const recorded = toRecordedRange(fragments);

  test('[D-DVR-1] maps each recorded instant to its second', () => {
    expect(recorded?.until).toBe(from + 60_000);
    expect([0, 4_000, 19_000, 52_000].map((ms) => recorded?.secondsAt(from + ms))).toEqual([0, 4, 19, 22]);
  });

  test('[D-DVR-1] maps a missing instant to the nearest playable one', () => {
    expect(recorded?.secondsAt(from - 60_000)).toBe(0);
    expect(recorded?.secondsAt(from + 40_000)).toBe(20);
    expect(recorded?.secondsAt(from + 90_000)).toBe(27);
  });

  test('[D-DVR-1] stays in the range and is monotonic', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 200_000 }), fc.nat(100_000), (ms, more) => {
        const [one = -1, other = -1] = [recorded?.secondsAt(from + ms), recorded?.secondsAt(from + ms + more)];
        expect(one).toBeGreaterThanOrEqual(0);
        expect(other).toBeGreaterThanOrEqual(one);
        expect(other).toBeLessThan(30);
      }),
    );
  });

  test('is undefined without dates', () => {
    expect(toRecordedRange([])).toBeUndefined();
    expect(toRecordedRange([{ start: 0, duration: 2, programDateTime: null }])).toBeUndefined();
  });
});

describe('seeking to an instant', () => {
  const edge = from + 600_000;
  const recorded = { until: edge - 40_000, secondsAt: () => 0, isOver: false };
  const live = {
    date: edge,
    edge,
    isRewound: false,
    recorded: undefined,
    isBuffered: (at: number) => at > edge - 15_000,
  };
  const back = { date: from + 60_000, edge, isRewound: true, recorded, isBuffered: () => false };

  test('[D-DVR-1] uses the buffer near the live edge, else the recording', () => {
    expect(chooseSeek(edge - 10_000, live)).toBe('seek');
    expect(chooseSeek(edge - 20_000, live)).toBe('back');
    expect(chooseSeek(from, live)).toBe('back');
    expect(chooseSeek(edge, live)).toBe('edge');
  });

  test('[D-DVR-1] stays in a rewound recording, and leads to the live edge beyond its end', () => {
    expect(chooseSeek(from, back)).toBe('seek');
    expect(chooseSeek(edge - 50_000, back)).toBe('seek');
    expect(chooseSeek(edge - 20_000, back)).toBe('edge');
    expect(chooseSeek(edge + 5_000, back)).toBe('edge');
    // A jump backward never leads forward.
    expect(chooseSeek(edge - 20_000, { ...back, date: edge - 15_000 })).toBe('seek');
  });
});
