/** Seeks in a live's buffer that hls.js undoes while the target is not decoded. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seekInBuffer } from '../../../web/player/use-live-rewind.ts';

let video: HTMLVideoElement;

beforeEach(() => {
  vi.useFakeTimers();
  video = document.createElement('video');
  // jsdom's video has no position that a seek could change.
  let at = 45;
  Object.defineProperty(video, 'currentTime', {
    get: () => at,
    set: (seconds: number) => {
      at = seconds;
    },
  });
});
afterEach(() => vi.useRealTimers());

function moveTo(seconds: number) {
  video.currentTime = seconds;
  video.dispatchEvent(new Event('seeking'));
}

test('[D-DVR-1] a seek is repeated when hls.js moves the position to the live edge', () => {
  seekInBuffer(video, 2);
  moveTo(44);
  expect(video.currentTime).toBe(2);
  moveTo(46);
  expect(video.currentTime).toBe(2);
});

test('[D-DVR-1] the position is left alone once the target plays, the viewer goes elsewhere, or time is up', () => {
  seekInBuffer(video, 2);
  video.dispatchEvent(new Event('canplaythrough'));
  moveTo(44);
  expect(video.currentTime).toBe(44);
  seekInBuffer(video, 2)();
  moveTo(44);
  expect(video.currentTime).toBe(44);
  seekInBuffer(video, 2);
  vi.advanceTimersByTime(10_000);
  moveTo(44);
  expect(video.currentTime).toBe(44);
});

test('a viewer who goes further back stays there', () => {
  seekInBuffer(video, 20);
  moveTo(10);
  expect(video.currentTime).toBe(10);
});
