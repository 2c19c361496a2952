/** The bandwidth estimate before the first segment. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  chooseFirstRendition,
  estimateBandwidth,
  measureThroughput,
  storeBandwidth,
} from '../../../web/player/media-prefetch.ts';

const transfer = (responseStart: number, responseEnd: number, kilobytes: number) => ({
  responseStart,
  responseEnd,
  transferSize: 1000 * kilobytes,
});
const say = (downlink: number | undefined) =>
  Object.defineProperty(navigator, 'connection', { value: downlink && { downlink }, configurable: true });

beforeEach(() => localStorage.clear());
afterEach(() => say(undefined));

test('counts parallel transfers once and ignores waiting times', () => {
  // 100 KB in one second, 100 KB in the same one, then a pause.
  expect(measureThroughput([transfer(1, 1001, 100), transfer(1, 1001, 100)])).toBeCloseTo(1_600_000, -3);
  expect(measureThroughput([transfer(1, 1001, 100), transfer(5001, 6001, 100)])).toBeCloseTo(800_000, -3);
});

test('ignores cached transfers and small samples', () => {
  expect(measureThroughput([])).toBeUndefined();
  expect(measureThroughput([transfer(1, 2, 20)])).toBeUndefined();
  expect(measureThroughput([{ ...transfer(1, 2, 0), transferSize: 0 }])).toBeUndefined();
});

test("prefers the page's transfers, then the last video, then the browser, then the default", () => {
  expect(estimateBandwidth([])).toBe(2_000_000);
  say(7);
  expect(estimateBandwidth([])).toBe(7_000_000);
  storeBandwidth(5_000_000);
  expect(estimateBandwidth([])).toBe(5_000_000);
  // The network may have changed since: the stored value is limited.
  expect(estimateBandwidth([transfer(1, 1001, 100)])).toBeCloseTo(2_400_000, -3);
  expect(estimateBandwidth([transfer(1, 11, 100)])).toBeCloseTo(80_000_000, -3);
});

test('chooses the rendition whose first segment arrives within a second, else the smallest', () => {
  const ladder = [{ bitrate: 350_000 }, { bitrate: 700_000, averageBitrate: 500_000 }, { bitrate: 2_000_000 }];
  expect([300_000, 1_600_000, 2_000_000, 20_000_000].map((line) => chooseFirstRendition(ladder, line))).toEqual([
    0, 0, 1, 2,
  ]);
});
