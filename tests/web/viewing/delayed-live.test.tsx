/** A live watched from its growing recording: its start, its distance to the camera, and its end after failures. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveDelayMs } from '../../../shared/domain/limits.ts';
import type { DelayedLive, PlayerMark } from '../../../web/player/player-props.ts';
import { useReachedMarks } from '../../../web/player/seek-marks.tsx';
import { useDelayedLive } from '../../../web/player/use-delayed-live.ts';
import { useLiveRewind } from '../../../web/player/use-live-rewind.ts';
import type { Source } from '../../../web/player/use-source.ts';

const start = Date.parse('2026-11-27T17:00:00Z');
const startedAt = new Date(start - 600_000).toISOString();
const onFailed = vi.fn();
const ready: DelayedLive = { url: 'https://media.test/live.m3u8', startedAt, onFailed };

/** A video element whose position `play` advances. */
class FakeVideo extends EventTarget {
  currentTime = 0;
  playbackRate = 1;
  paused = false;
  seeking = false;
  readyState = 4;
  played = { length: 1 };
  buffered = { length: 0 };
  play = async () => undefined;
}

let video: FakeVideo;
let until: number;
let isOver: boolean;
/** Time of the frame at second 0 of the video. */
let zero: number;
const renew = vi.fn(async (): Promise<string | undefined> => 'https://media.test/index.m3u8');
const rewindTo = vi.fn();
const goLive = vi.fn();

function createSource(isRewound: boolean): Source {
  return {
    failure: undefined,
    isStopped: false,
    isInterrupted: false,
    renditions: undefined,
    isRewound,
    rewindTo,
    goLive,
    getRecorded: () => ({ until, isOver, secondsAt: (date: number) => (date - zero) / 1000 }),
    date: () => zero + 1000 * video.currentTime,
    cues: () => [],
    toKeyFrame: (seconds: number) => seconds,
    retry: async () => undefined,
    takeOver: undefined,
  };
}

function open(first: DelayedLive | undefined) {
  const meter = { current: undefined };
  const fromStart = { url: 'https://media.test/index.m3u8', startedAt };
  const element = { current: video as unknown as HTMLVideoElement };
  return renderHook(
    ({ delayed, isRewound }: { delayed: DelayedLive | undefined; isRewound: boolean }) => {
      const source = createSource(isRewound);
      const delay = useDelayedLive(element, { delayed, renew }, source, meter);
      const rewind = useLiveRewind(element, fromStart, source, () => undefined, delay.edge);
      return { delay, rewind };
    },
    { initialProps: { delayed: first, isRewound: false } },
  );
}

/** Continues playback for some seconds; the recording grows by half a minute at a time. */
async function play(seconds: number, { grows = true, stalls = false } = {}) {
  for (let at = 0; at < seconds; at += 0.5) {
    await act(() => vi.advanceTimersByTimeAsync(500));
    if (!stalls && !video.paused) video.currentTime += 0.5 * video.playbackRate;
    if (grows && Date.now() - until > 40_000) until += 30_000;
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  video = new FakeVideo();
  until = start - 20_000;
  isOver = false;
  zero = start - liveDelayMs;
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

async function openPlaying() {
  const hook = open(ready);
  hook.rerender({ delayed: ready, isRewound: true });
  await play(2);
  return hook;
}

describe('a live watched from its recording', () => {
  test('[D-DVR-1] waits until enough is recorded, then opens 55 s behind', () => {
    const { result, rerender } = open({ ...ready, url: undefined });
    expect(result.current.delay.isAwaited).toBe(true);
    expect(rewindTo).not.toHaveBeenCalled();
    rerender({ delayed: ready, isRewound: false });
    expect(rewindTo).toHaveBeenCalledExactlyOnceWith(start - liveDelayMs);
    expect(result.current.delay.isAwaited).toBe(false);
    rerender({ delayed: { ...ready }, isRewound: true });
    expect(rewindTo).toHaveBeenCalledTimes(1);
  });

  test('goes to the live without delay when the viewer chooses so, and back', () => {
    const { rerender, result } = open(ready);
    rerender({ delayed: undefined, isRewound: true });
    expect(goLive).toHaveBeenCalledTimes(1);
    expect(result.current.delay.edge).toBeUndefined();
    rerender({ delayed: ready, isRewound: false });
    expect(rewindTo).toHaveBeenCalledTimes(2);
  });

  test('[D-DVR-1] is at its live edge at the newest frame that may be shown, where the seek bar ends', async () => {
    const { result } = await openPlaying();
    expect(result.current.rewind?.isAtEdge()).toBe(true);
    expect(result.current.rewind?.getLength()).toBeCloseTo(
      (Date.now() - liveDelayMs - Date.parse(startedAt)) / 1000,
      0,
    );
  });

  test('plays faster after a short stall, and skips after a long one', async () => {
    const { result } = await openPlaying();
    await play(6, { stalls: true });
    await play(1);
    expect(video.playbackRate).toBe(1.05);
    await play(150);
    expect(video.playbackRate).toBe(1);
    await play(22, { stalls: true });
    const behind = Number(result.current.delay.edge?.date()) - (zero + 1000 * video.currentTime);
    expect(Math.abs(behind)).toBeLessThan(3_000);
  });

  test('[D-DVR-1] does not move a viewer who has rewound or paused, until the viewer returns to the live edge', async () => {
    const { result } = await openPlaying();
    act(() => result.current.rewind?.seekTo(60));
    const place = video.currentTime;
    await play(20);
    expect(video.playbackRate).toBe(1);
    expect(video.currentTime).toBeCloseTo(place + 20, 0);
    expect(result.current.rewind?.isAtEdge()).toBe(false);
    act(() => result.current.rewind?.seekToEdge());
    expect(result.current.rewind?.isAtEdge()).toBe(true);
    video.paused = true;
    video.dispatchEvent(new Event('pause'));
    await play(40);
    video.paused = false;
    video.dispatchEvent(new Event('play'));
    await play(10);
    expect(result.current.rewind?.isAtEdge()).toBe(false);
    expect(video.playbackRate).toBe(1);
  });

  test('gives up after 90 s without growth while the live goes on', async () => {
    await openPlaying();
    await play(91, { grows: false });
    expect(onFailed).toHaveBeenCalledTimes(1);
  });

  test('[D-DVR-1] plays to the end of the recording once the live is over', async () => {
    renew.mockResolvedValue(undefined);
    const { result } = await openPlaying();
    video.readyState = 2;
    await play(100, { grows: false, stalls: true });
    expect(onFailed).not.toHaveBeenCalled();
    expect(result.current.delay.isStarved).toBe(true);
    isOver = true;
    video.readyState = 4;
    await play(5);
    expect([goLive.mock.calls.length, video.playbackRate]).toEqual([0, 1]);
    renew.mockResolvedValue('https://media.test/index.m3u8');
  });
});

test('[D-SCORE-4] a goal appears on the seek bar of a delayed live once the picture has reached it, and stays there after a seek back', () => {
  const mark = (seconds: number): PlayerMark => ({ id: String(seconds), seconds, label: 'Gol', icon: 'ball' });
  let place = 100;
  const at = () => place;
  const { result, rerender } = renderHook(({ marks }) => useReachedMarks(marks, at), {
    initialProps: { marks: [mark(40)] },
  });
  const listShown = () => result.current.map(({ seconds }) => seconds);
  expect(listShown()).toEqual([40]);
  rerender({ marks: [mark(40), mark(130)] });
  expect(listShown()).toEqual([40]);
  const playTo = (seconds: number) => {
    place = seconds;
    act(() => void vi.advanceTimersByTime(1_000));
  };
  playTo(129);
  expect(listShown()).toEqual([40]);
  playTo(130);
  expect(listShown()).toEqual([40, 130]);
  playTo(10);
  expect(listShown()).toEqual([40, 130]);
});
