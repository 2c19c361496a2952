/** The fallback from the IVS player to hls.js, with a fake player; the end-to-end tests use the real one. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

const { createIvsLoader, IvsClock } = await import('../../../web/player/attach-ivs.ts');

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

describe('the clock of a stream', () => {
  const now = Date.parse('2026-11-21T17:00:00Z');
  /** The wall-clock times that the player's delay and cues give. */
  const player = { position: 0, latency: 0, getPosition: () => player.position, getLiveLatency: () => player.latency };
  let clock: InstanceType<typeof IvsClock>;

  beforeEach(() => {
    vi.setSystemTime(now);
    Object.assign(player, { position: 20, latency: 3 });
    clock = new IvsClock(player);
  });

  test('without a cue, the time follows from the delay, and is unknown without one', () => {
    expect(clock.getDate()).toBe(now - 3_000);
    player.latency = 0;
    expect(clock.getDate()).toBeUndefined();
  });

  test('[D-SCORE-4] the first cue fixes the beginning, so that later times follow from positions alone', () => {
    expect(clock.toDate(22)).toBe(now - 1_000);
    Object.assign(player, { position: 30, latency: 9 });
    expect([clock.getDate(), clock.toDate(31)]).toEqual([now + 7_000, now + 8_000]);
  });

  test('a player that reports no delay is taken to be five seconds behind', () => {
    player.latency = 0;
    expect(clock.toDate(20)).toBe(now - 5_000);
  });

  test.each([
    ['late', 19, undefined],
    ['early', 35, undefined],
    ['hardly late', 19.1, now - 3_900],
    ['hardly early', 34.9, now + 11_900],
  ])('the time of a cue that is %s', (_name, seconds, date) => {
    const found = clock.toDate(seconds);
    expect(found && Math.round(found)).toBe(date);
  });

  test('a cue whose time cannot be used ends the one before', () => {
    clock.toDate(22);
    clock.toDate(60);
    vi.setSystemTime(now + 1_000);
    expect(clock.getDate()).toBe(now - 2_000);
  });
});
