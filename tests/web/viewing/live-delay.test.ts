import Hls from 'hls.js/light';
import { afterEach, expect, test, vi } from 'vitest';
import { keepCloseToEdge, toLiveDelay } from '../../../web/player/hls-loader.ts';

afterEach(() => vi.useRealTimers());

test.each([
  { segmentSeconds: 1, target: 1.8, skip: 4.6 },
  { segmentSeconds: 2, target: 2.8, skip: 6 },
  { segmentSeconds: 4, target: 4.8, skip: 8.8 },
])('a live of segments of $segmentSeconds s is shown $target s behind its edge', ({ segmentSeconds, ...delay }) => {
  const { target, skip } = toLiveDelay(segmentSeconds);
  expect(target).toBeCloseTo(delay.target);
  expect(skip).toBeCloseTo(delay.skip);
});

test('comes closer to the edge again half a minute after the last stall', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { hls, load, stall, closer } = newPlayer();
  load();
  load();
  expect(closer).toEqual([1.8]);
  stall();
  vi.advanceTimersByTime(20_000);
  load();
  stall();
  vi.advanceTimersByTime(20_000);
  load();
  expect(closer).toEqual([1.8]);
  vi.advanceTimersByTime(11_000);
  load();
  load();
  expect(closer).toEqual([1.8, 1.8]);
  hls.destroy();
});

test('never skips to the live edge while the viewer may rewind', () => {
  const { hls, load, allowBack } = newPlayer();
  load();
  expect(hls.config.liveMaxLatencyDuration).toBeCloseTo(4.6);
  allowBack();
  load();
  expect(hls.config.liveMaxLatencyDuration).toBe(Number.POSITIVE_INFINITY);
  hls.destroy();
});

function newPlayer() {
  const hls = new Hls({ enableWorker: false });
  const closer: number[] = [];
  Object.defineProperty(hls, 'targetLatency', {
    set: (target: number) => {
      closer.push(target);
      hls.config.liveSyncDuration = target;
    },
  });
  let isRewound = false;
  const listeners: Record<string, ((event: string, data: object) => void)[]> = {};
  // Only the listeners under test: hls.js's own ones need a whole playlist.
  vi.spyOn(hls, 'on').mockImplementation((event, listener) => {
    listeners[event] = [...(listeners[event] ?? []), listener as (event: string, data: object) => void];
  });
  keepCloseToEdge(hls, () => isRewound);
  const trigger = (event: string, data: object) => {
    for (const listener of listeners[event] ?? []) listener(event, data);
  };
  return {
    hls,
    closer,
    load: () => trigger(Hls.Events.LEVEL_LOADED, { details: { targetduration: 1 } }),
    stall: () => trigger(Hls.Events.ERROR, { details: Hls.ErrorDetails.BUFFER_STALLED_ERROR }),
    allowBack: () => {
      isRewound = true;
    },
  };
}
