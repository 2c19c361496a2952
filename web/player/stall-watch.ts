import { isPlayingRemotely } from './airplay.ts';

/** Milliseconds after which a stalled live is loaded again at its edge. */
const stallMs = 12_000;
/** Milliseconds after which a stall is announced. */
const noticeMs = 3_000;

/**
 * Announces that a live waits for data, and calls `stall` if it waits for long. Does nothing while the video plays on a
 * television.
 */
export class StallWatch {
  readonly #video: HTMLVideoElement;
  readonly #on: { interrupted: (isInterrupted: boolean) => void; stall: () => void };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(video: HTMLVideoElement, on: { interrupted: (isInterrupted: boolean) => void; stall: () => void }) {
    this.#video = video;
    this.#on = on;
  }

  start(): void {
    if (this.#timer || isPlayingRemotely(this.#video)) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#video.paused) this.#on.stall();
    }, stallMs);
    setTimeout(() => this.#timer && this.#on.interrupted(true), noticeMs);
  }

  /** Stops the watch, and an announcement that has not been made yet. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
