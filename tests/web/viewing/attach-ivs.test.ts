/** When a live is taken from the streaming service's player; the end-to-end tests play with the real one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The service's player as far as ours talks to it. */
const { fake } = vi.hoisted(() => {
  const heard = new Map<string, (said?: unknown) => void>();
  const fake = {
    heard,
    paused: false,
    deleted: false,
    addEventListener: (name: string, listener: (said?: unknown) => void) => heard.set(name, listener),
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

const { attachIvs } = await import('../../../web/player/attach-ivs.ts');

const onGivenUp = vi.fn();
let video: HTMLVideoElement;
let detach: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  Object.assign(fake, { paused: false, deleted: false });
  onGivenUp.mockReset();
  video = document.createElement('video');
  video.load = () => undefined;
  detach = attachIvs(video, 'https://live.example/x.m3u8', { onInterrupted: vi.fn(), onGivenUp });
});
afterEach(() => {
  detach();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Each second the picture is where it says. */
function watch(seconds: number, place: (second: number) => number): void {
  for (let second = 0; second < seconds; second += 1) {
    video.currentTime = place(second);
    vi.advanceTimersByTime(1000);
  }
}

test('[E-PLAYER-8] a picture that moves stays with it, one that stands still is left to hls.js whatever it says', () => {
  watch(60, (second) => second);
  fake.heard.get('playing')?.();
  watch(10, () => 60);
  expect(onGivenUp).not.toHaveBeenCalled();
  watch(1, () => 60);
  expect(onGivenUp).toHaveBeenCalledOnce();
  expect(fake.deleted).toBe(true);
  watch(60, () => 60);
  expect(onGivenUp).toHaveBeenCalledOnce();
});

test('[E-PLAYER-8] whoever pauses is not waiting, and has the same patience when they go on', () => {
  watch(5, () => 7);
  fake.paused = true;
  watch(600, () => 7);
  fake.paused = false;
  watch(9, () => 7);
  expect(onGivenUp).not.toHaveBeenCalled();
});

test('[E-PLAYER-8] its end and its errors are left at once, and only once', () => {
  fake.heard.get('ended')?.();
  fake.heard.get('error')?.('late');
  expect(onGivenUp).toHaveBeenCalledOnce();
});

test('[E-PLAYER-8] who has left is not called back', () => {
  detach();
  watch(60, () => 0);
  expect(onGivenUp).not.toHaveBeenCalled();
});
