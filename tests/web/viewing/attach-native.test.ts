/** The player without Media Source: the element itself plays, and tells little of what went wrong. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createElementLoader } from '../../../web/player/attach-element.ts';
import { play } from '../../../web/player/playback.ts';

const on = { onProblem: vi.fn(), onInterrupted: vi.fn(), renew: vi.fn(), onRecorded: vi.fn() };
let detach: () => void = () => undefined;
const answer = (status: number) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(null, { status })),
  );

beforeEach(() => {
  vi.useFakeTimers();
  // jsdom has no media errors.
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3 });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');
  on.renew.mockResolvedValue('https://m/2');
});
afterEach(() => {
  detach();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function attach(source: { live: boolean; startAt?: number; from?: number }, began?: number) {
  const video = document.createElement('video');
  if (began !== undefined) Object.assign(video, { getStartDate: () => new Date(began) });
  detach = play(video, { url: 'https://m/1', ...source }, on, [createElementLoader]);
  const emit = (name: string) => video.dispatchEvent(new Event(name));
  return { video, emit };
}

describe('a recording', () => {
  test('starts at its position, and after a failure where it was, once', async () => {
    answer(500);
    const { video, emit } = attach({ live: false, startAt: 30 });
    emit('loadedmetadata');
    expect([video.src, video.currentTime]).toEqual(['https://m/1', 30]);
    video.currentTime = 95;
    emit('error');
    await vi.advanceTimersByTimeAsync(2_000);
    video.currentTime = 0;
    emit('loadedmetadata');
    expect([video.src, video.currentTime]).toEqual(['https://m/2', 95]);
    emit('error');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(on.onProblem).toHaveBeenCalledExactlyOnceWith('load');
  });

  test('counts anew once it plays', async () => {
    answer(500);
    const { emit } = attach({ live: false });
    for (let failure = 0; failure < 3; failure += 1) {
      emit('error');
      await vi.advanceTimersByTimeAsync(2_000);
      emit('playing');
    }
    expect(on.onProblem).not.toHaveBeenCalled();
  });

  test('reports that another device is watching', async () => {
    answer(409);
    attach({ live: false }).emit('error');
    await vi.advanceTimersByTimeAsync(0);
    expect(on.onProblem).toHaveBeenCalledExactlyOnceWith('conflict');
  });

  test('reports a browser that plays no HLS', () => {
    vi.mocked(HTMLMediaElement.prototype.canPlayType).mockReturnValue('');
    attach({ live: false });
    expect(on.onProblem).toHaveBeenCalledExactlyOnceWith('load');
  });
});

describe('a live', () => {
  test('reconnects until it is back', async () => {
    answer(404);
    const { video, emit } = attach({ live: true });
    emit('error');
    await vi.advanceTimersByTimeAsync(0);
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(video.src).toBe('https://m/2');
    emit('playing');
    expect(on.onInterrupted).toHaveBeenLastCalledWith(false);
    expect(on.onProblem).not.toHaveBeenCalled();
  });

  test('[D-DVR-1] starts its recording at an instant, and reports how far that has come', () => {
    const began = Date.parse('2026-11-21T17:00:00Z');
    const { video, emit } = attach({ live: false, from: began + 12_000 }, began);
    emit('loadedmetadata');
    expect(video.currentTime).toBe(12);
    Object.defineProperty(video, 'seekable', { value: { length: 1, end: () => 60 } });
    emit('progress');
    expect(on.onRecorded.mock.lastCall?.[0]?.secondsAt(began + 30_000)).toBe(30);
  });
});
