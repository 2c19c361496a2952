import { isPlayingRemotely } from './airplay.ts';

/** A live that stalls this long is reloaded at its edge. */
const stallMs = 12_000;
/** A shorter stall is not announced. */
const noticeMs = 3_000;

/** Announces that a live waits for data, and calls `onStall` if that lasts; silent while it plays on a television. */
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

  /** The delayed notice is cancelled too. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
