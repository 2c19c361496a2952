/**
 * Decides whether the phone has the power for a second rendition, for viewers on weak lines: tried once the first one is
 * easy, and the first thing to be given up. Only the live has it; the recording is the main one.
 */
import { type Observation, type Rung, soundBitrate } from './ladder.ts';

const size = { width: 640, height: 360 };
/** Bits of pictures a second; distinct from those of all rungs. */
export const smallBitrate = 400_000;

/** The rendition beside a main one: it has the same pictures, so that viewers change at any segment. */
export const createSmallRung = ({ rate }: Pick<Rung, 'rate'>): Rung => ({ ...size, rate, bitrate: smallBitrate });

/** Bandwidth that it takes, in bits per second. */
export const smallLineBitrate = smallBitrate + soundBitrate;

/** Segments in a row that must be easy before it begins; each time that it was too much, this doubles up to a minute. */
const [easyCount, maxEasyCount] = [6, 30];
/** Milliseconds of delay up to which the main encoder is at ease, and from which the second one is too much. */
const [easyMs, heavyMs] = [150, 400];

export class SecondRendition {
  isOn = false;
  #easy = 0;
  #wanted = easyCount;

  /** Takes one segment's observation of the main rendition; returns whether the next segment has a second one. */
  observe({ offered, encoded, delayMs, lineBitrate }: Observation, main: Rung): boolean {
    const isUseful = main.height > size.height;
    const isHeavy = encoded < 0.9 * offered || delayMs > heavyMs;
    if (this.isOn) {
      if (isHeavy) this.#wanted = Math.min(maxEasyCount, 2 * this.#wanted);
      this.isOn = isUseful && !isHeavy;
      this.#easy = 0;
      return this.isOn;
    }
    const carries = lineBitrate === undefined || lineBitrate > 1.3 * (main.bitrate + soundBitrate + smallLineBitrate);
    const isEasy = isUseful && carries && encoded >= 0.95 * offered && delayMs < easyMs;
    this.#easy = isEasy ? this.#easy + 1 : 0;
    this.isOn = this.#easy >= this.#wanted;
    return this.isOn;
  }
}
