/** Segmentation of a live stream: at key frames, and never longer than declared. */
import { expect, test } from 'vitest';
import type { Frame } from '../../../infra/local/ivs/mux/muxer.ts';
import { type Cut, Segmenter, toTargetDuration } from '../../../infra/local/ivs/segmenter.ts';

interface Shape {
  /** Times of key frames, and of frames before which players must reset their decoders, in seconds. */
  keyFrames: number[];
  resets?: number[];
  seconds: number;
  /** Shifts all times from `from` on by some seconds. */
  hole?: { from: number; seconds: number };
}

/** Pictures at 25 a second, each followed by sound. A picture's data is its number. */
function createFrames({ keyFrames, resets = [], seconds, hole }: Shape): Frame[] {
  return Array.from({ length: 25 * seconds }, (_, index) => {
    const at = index / 25;
    const ms = 1000 * (at + (hole && at >= hole.from ? hole.seconds : 0));
    const frame = { ms, isKey: keyFrames.includes(at), resetsDecoders: resets.includes(at) };
    const sound = { ...frame, kind: 'audio' as const, isKey: false, data: Buffer.from('s') };
    return [{ ...frame, kind: 'video' as const, data: Buffer.from(`${index}`) }, sound];
  }).flat();
}

function cut(shape: Shape): Cut[] {
  const segmenter = new Segmenter(undefined);
  return [...createFrames(shape).flatMap((frame) => [...segmenter.push(frame)]), ...segmenter.end()];
}

const toShape = (cuts: Cut[]) => cuts.map(({ seconds, independent }) => [Number(seconds.toFixed(2)), independent]);

test('segments start with key frames and lose no data', () => {
  const shape = { keyFrames: [0, 1, 2, 3], seconds: 4 };
  const cuts = cut(shape);
  expect(toShape(cuts)).toEqual([
    [1, true],
    [1, true],
    [1, true],
    [1, true],
  ]);
  expect(cuts.map(({ startMs }) => startMs)).toEqual([0, 1000, 2000, 3000]);
  const sent = Buffer.concat(createFrames(shape).map(({ data }) => data));
  expect(Buffer.concat(cuts.map(({ data }) => data)).equals(sent)).toBe(true);
});

test('[11.24] a growing key frame interval makes no segment longer than declared', () => {
  const cuts = cut({ keyFrames: [0, 1, 2, 6], seconds: 9 });
  const target = toTargetDuration(cuts[0]?.seconds ?? 0);
  expect(target).toBe(1);
  for (const { seconds } of cuts) expect(Math.round(seconds)).toBeLessThanOrEqual(target);
  expect(cuts.some(({ independent }) => !independent)).toBe(true);
  // The next key frame starts a segment again.
  expect(cuts.some(({ startMs, independent }) => independent && startMs === 6000)).toBe(true);
  expect(cuts.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(9, 1);
});

test('cuts the first segment where the next key frame is late', () => {
  const cuts = cut({ keyFrames: [0], seconds: 10 });
  expect(cuts.length).toBeGreaterThan(2);
  for (const { seconds } of cuts)
    expect(Math.round(seconds)).toBeLessThanOrEqual(toTargetDuration(cuts[0]?.seconds ?? 0));
});

test('a gap becomes a discontinuity instead of a long segment', () => {
  const cuts = cut({ keyFrames: [0, 1], seconds: 4, hole: { from: 1.48, seconds: 7 } });
  expect(cuts.filter(({ isAfterJump }) => isAfterJump)).toHaveLength(1);
  for (const { seconds } of cuts) expect(Math.round(seconds)).toBeLessThanOrEqual(1);
});

test('a frame before which players must reset their decoders begins a segment', () => {
  const cuts = cut({ keyFrames: [0, 1, 1.4, 2.4], resets: [1.4], seconds: 3 });
  expect(cuts.map(({ startMs, isAfterJump }) => [startMs, isAfterJump])).toEqual([
    [0, false],
    [1000, false],
    [1400, true],
    [2400, false],
  ]);
});
