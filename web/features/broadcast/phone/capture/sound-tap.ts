/** The audio worklet that passes the microphone's sound to the worker directly, and its loudness to the page. */
import type { SoundBlock } from '../encode/studio.ts';

/** Missing in TypeScript's DOM types: the scope of worklets. */
declare const currentTime: number;
declare const registerProcessor: (name: string, processor: unknown) => void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** Samples of a message: 21 ms. */
const blockLength = 1_024;
/** Blocks between two messages about the loudness. */
const levelEvery = 4;

class SoundTap extends AudioWorkletProcessor {
  #worker: MessagePort | undefined;
  #left = new Float32Array(blockLength);
  #right = new Float32Array(blockLength);
  #length = 0;
  #stamp = 0;
  #peak = 0;
  #blocks = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<MessagePort>) => {
      this.#worker = data;
    };
  }

  /** Called with 128 samples; a disconnected microphone has no channels. */
  process([input = []]: Float32Array[][]): boolean {
    const [left, right = left] = input;
    if (!left || !right) return true;
    if (this.#length === 0) this.#stamp = 1_000 * currentTime;
    this.#left.set(left, this.#length);
    this.#right.set(right, this.#length);
    this.#length += left.length;
    for (const sample of left) this.#peak = Math.max(this.#peak, Math.abs(sample));
    if (this.#length >= blockLength) this.#send();
    return true;
  }

  #send(): void {
    const block: SoundBlock = { channels: [this.#left, this.#right], stamp: this.#stamp };
    this.#worker?.postMessage(block, [this.#left.buffer, this.#right.buffer]);
    this.#left = new Float32Array(blockLength);
    this.#right = new Float32Array(blockLength);
    this.#length = 0;
    this.#blocks += 1;
    if (this.#blocks % levelEvery !== 0) return;
    this.port.postMessage(this.#peak);
    this.#peak = 0;
  }
}

registerProcessor('sound-tap', SoundTap);
