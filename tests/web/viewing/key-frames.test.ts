import { expect, test } from 'vitest';
import { findKeyFrame, isBuffered, type Segment } from '../../../web/player/frames.ts';

const newSegment = (start: number, duration: number, pictures?: number): Segment => ({
  start,
  duration,
  elementaryStreams: { video: pictures === undefined ? null : { startPTS: pictures } },
});

const segments = [newSegment(0, 4), newSegment(4, 4), newSegment(8, 2.4)];

test.each([
  ['soon after a key frame', 4.9, 4.025],
  ['nearer to the next key frame', 5.1, 6.025],
  ['on a key frame', 4, 4.025],
  ['near the end of a segment, where the next one would have to be fetched', 7.9, 6.025],
  ['in a shorter last segment', 9.9, 10.025],
  ['at the end', 10.4, 10.4],
  ['beyond', 12, 12],
])('a jump %s goes to a key frame of the same segment', (_, seconds, key) => {
  expect(findKeyFrame(seconds, segments)).toBeCloseTo(key, 5);
});

test('the key frames are a little further apart at 29.97 frames a second', () => {
  const long = Array.from({ length: 900 }, (_, index) => newSegment(index * 4.004, 4.004));
  expect(findKeyFrame(3002.2, long)).toBeCloseTo(749 * 4.004 + 2.002 + 0.025, 5);
});

test('the frames of a segment begin after its sound, as in the nearest loaded segment', () => {
  const around = [newSegment(4.005, 4), newSegment(8.005, 4.011, 8.08), newSegment(12.016, 4), newSegment(16.016, 4)];
  const found = [4.4, 9.9, 13.9, 16.9].map((seconds) => findKeyFrame(seconds, around));
  // At most one frame after the key frame, and never before it.
  const late = [4.08, 10.08, 14.08, 16.08].map((key, index) => (found[index] ?? 0) - key);
  expect(Math.min(...late)).toBeGreaterThan(0);
  expect(Math.max(...late)).toBeLessThan(0.04);
});

test('a jump to the sound before the first frame goes to that frame', () => {
  expect(findKeyFrame(8.01, [newSegment(8.005, 4.011, 8.08)])).toBeCloseTo(8.105, 5);
});

test('a jump is not moved without segments', () => {
  expect(findKeyFrame(5.4)).toBe(5.4);
});

test('finds buffered positions', () => {
  const ranges = [
    [0, 4],
    [8, 10],
  ];
  const buffered = {
    length: 2,
    start: (range: number) => ranges[range]?.[0] ?? 0,
    end: (range: number) => ranges[range]?.[1] ?? 0,
  };
  expect([0, 3.9, 4, 8, 10].map((seconds) => isBuffered({ buffered }, seconds))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
});
