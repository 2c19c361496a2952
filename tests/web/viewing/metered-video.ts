/** A scripted video and its quality meter; vitest's clock is also the meter's. */
import { afterEach, beforeEach, vi } from 'vitest';
import { QualityMeter } from '../../../web/player/quality-meter.ts';

type FrameCallback = (now: number, metadata: object) => void;

/** A video element with scripted state; vitest's clock is also the meter's. */
export class FramelessVideo extends EventTarget {
  paused = false;
  ended = false;
  seeking = false;
  currentTime = 0;
  readyState = 4;
  videoHeight = 720;

  emit(...names: string[]) {
    for (const name of names) this.dispatchEvent(new Event(name));
  }
  showFrame() {}
}

class Video extends FramelessVideo {
  #frames: FrameCallback[] = [];

  requestVideoFrameCallback(callback: FrameCallback) {
    return this.#frames.push(callback);
  }
  cancelVideoFrameCallback() {
    this.#frames = [];
  }
  override showFrame() {
    const callbacks = this.#frames;
    this.#frames = [];
    for (const callback of callbacks) callback(performance.now(), {});
  }
}

export let video: FramelessVideo;
let isAway: boolean;
export let stop: (() => void) | undefined;

/** Replaces the video: by one of a browser without frame callbacks, or by the next camera's. */
export function replaceVideo(next: FramelessVideo = new Video()) {
  video = next;
}

export function setAway(now: boolean) {
  isAway = now;
}

export function createMeter({ token = 'a.b', openedAt = performance.now(), live = false } = {}) {
  const meter = new QualityMeter(video as unknown as HTMLVideoElement, { token, openedAt, live, isAway: () => isAway });
  stop = meter.watch();
  return meter;
}

/** Advances time by steps like a browser's, playing or waiting. */
export function pass(ms: number, isPlaying = !video.paused) {
  for (let left = ms; left > 0; left -= 100) {
    const step = Math.min(100, left);
    if (isPlaying) video.currentTime += step / 1000;
    vi.advanceTimersByTime(step);
  }
}

export function confirm(meter: QualityMeter, sn: number) {
  for (const { sid } of meter.take()) meter.confirm(sid, sn);
}

export function begin(waited = 700) {
  pass(waited, false);
  video.emit('playing');
  video.showFrame();
}

/** A meter of a playback that started after 700 ms, this many milliseconds ago. */
export function startPlaying(ms: number, options?: Parameters<typeof createMeter>[0]) {
  const meter = createMeter(options);
  begin();
  pass(ms);
  return meter;
}

export function stall(ms: number) {
  video.emit('waiting');
  pass(ms, false);
}

export const seconds = (report: { played: { seconds: number }[] } | undefined) =>
  Math.round(report?.played.reduce((sum, rung) => sum + rung.seconds, 0) ?? 0);

beforeEach(() => {
  vi.useFakeTimers();
  video = new Video();
  isAway = false;
});
afterEach(() => {
  stop?.();
  vi.useRealTimers();
});
