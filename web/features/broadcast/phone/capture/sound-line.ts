/** A continuous track of sound at 48 kHz in two channels: gaps become silence, and overlaps are dropped. */

export const sampleRate = 48_000;
const samplesPerMs = sampleRate / 1_000;
/** Smaller differences come from the clocks, and must not be heard. */
const toleranceMs = 40;
/** Longest silence made at once, in samples. */
const maxSilence = sampleRate;

/** Sound of two channels, left and right, of equal length. */
export interface Sound {
  /** Position of the first sample, in samples since the Unix epoch. */
  at: number;
  channels: [Float32Array, Float32Array];
}

export class SoundLine {
  #next: number;

  /** Begins at a UTC in milliseconds; earlier sound is dropped. */
  constructor(startMs: number) {
    this.#next = Math.round(startMs * samplesPerMs);
  }

  /** UTC in milliseconds at which the line ends for now. */
  get endMs(): number {
    return this.#next / samplesPerMs;
  }

  /** Adds a block that begins at a UTC in milliseconds; returns the sound that continues the line. */
  add(channels: Sound['channels'], startMs: number): Sound[] {
    const ahead = Math.round(startMs * samplesPerMs) - this.#next;
    const isClose = Math.abs(ahead) <= toleranceMs * samplesPerMs;
    if (ahead > 0 && !isClose) return [...this.#fill(ahead), ...this.#append(channels)];
    const skipped = isClose ? 0 : -ahead;
    if (skipped >= channels[0].length) return [];
    return this.#append([channels[0].subarray(skipped), channels[1].subarray(skipped)]);
  }

  /** Continues the line by silence until a UTC in milliseconds. */
  fillUntil(endMs: number): Sound[] {
    return this.#fill(Math.round(endMs * samplesPerMs) - this.#next);
  }

  #fill(count: number): Sound[] {
    const pieces: Sound[] = [];
    for (let left = count; left > 0; left -= maxSilence) {
      const length = Math.min(left, maxSilence);
      pieces.push(...this.#append([new Float32Array(length), new Float32Array(length)]));
    }
    return pieces;
  }

  #append(channels: Sound['channels']): Sound[] {
    const at = this.#next;
    this.#next += channels[0].length;
    return [{ at, channels }];
  }
}
