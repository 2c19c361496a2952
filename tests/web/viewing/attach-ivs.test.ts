/** The fallback from the IVS player to hls.js, with a fake player; the end-to-end tests use the real one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { play } from '../../../web/player/playback.ts';

/** The parts of the IVS player that ours uses. */
const { fake } = vi.hoisted(() => {
  const listeners = new Map<string, (payload?: unknown) => void>();
  const fake = {
    listeners,
    paused: false,
    deleted: false,
    addEventListener: (name: string, listener: (payload?: unknown) => void) => listeners.set(name, listener),
    attachHTMLVideoElement() {},
    delete: () => {
      fake.deleted = true;
    },
    isPaused: () => fake.paused,
    setAutoplay() {},
    load() {},
    play() {},
  };
  return { fake };
});
vi.mock('amazon-ivs-player', () => ({
  create: () => fake,
  isPlayerSupported: true,
  PlayerEventType: { TEXT_METADATA_CUE: 'cue', ERROR: 'error', PLAYBACK_BLOCKED: 'blocked' },
  PlayerState: { READY: 'ready', PLAYING: 'playing', ENDED: 'ended' },
}));

const { createIvsLoader } = await import('../../../web/player/attach-ivs.ts');

/** Stands for the creation of hls.js. */
const onGivenUp = vi.fn(() => ({ start: vi.fn(), stop: vi.fn() }));
let video: HTMLVideoElement;
let detach: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  Object.assign(fake, { paused: false, deleted: false });
  onGivenUp.mockClear();
  video = document.createElement('video');
  video.load = () => undefined;
  const source = { url: 'https://live.example/x.m3u8', live: true };
  detach = play(video, source, { onProblem: vi.fn(), renew: vi.fn() }, [createIvsLoader, onGivenUp]);
});
afterEach(() => {
  detach();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Plays for some seconds; `place` gives the position at each. */
function watch(seconds: number, place: (second: number) => number): void {
  for (let second = 0; second < seconds; second += 1) {
    video.currentTime = place(second);
    vi.advanceTimersByTime(1000);
  }
}

test('[E-PLAYER-8] keeps the IVS player while the picture progresses, and falls back when it stalls, whatever the player reports', () => {
  watch(60, (second) => second);
  fake.listeners.get('playing')?.();
  watch(10, () => 60);
  expect(onGivenUp).not.toHaveBeenCalled();
  watch(1, () => 60);
  expect(onGivenUp).toHaveBeenCalledOnce();
  expect(fake.deleted).toBe(true);
  watch(60, () => 60);
  expect(onGivenUp).toHaveBeenCalledOnce();
});

test('[E-PLAYER-8] does not count a pause as a stall', () => {
  watch(5, () => 7);
  fake.paused = true;
  watch(600, () => 7);
  fake.paused = false;
  watch(9, () => 7);
  expect(onGivenUp).not.toHaveBeenCalled();
});

test('[E-PLAYER-8] falls back only once if an error follows the end of the live', () => {
  fake.listeners.get('ended')?.();
  fake.listeners.get('error')?.('late');
  expect(onGivenUp).toHaveBeenCalledOnce();
});

test('[E-PLAYER-8] does not fall back after detaching', () => {
  detach();
  watch(60, () => 0);
  expect(onGivenUp).not.toHaveBeenCalled();
});
