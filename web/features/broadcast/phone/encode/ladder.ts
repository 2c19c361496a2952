/**
 * Chooses the rung that the phone encodes, by the measured bandwidth and encoder speed; it changes at segment borders
 * only.
 */

export interface Rung {
  width: number;
  height: number;
  /** Pictures a second. */
  rate: number;
  /** Bits of pictures a second. */
  bitrate: number;
}

/** From the best to the smallest. The size, which changes a codec parameter, changes last. */
export const rungs: readonly Rung[] = [
  { width: 1280, height: 720, rate: 30, bitrate: 2_500_000 },
  { width: 1280, height: 720, rate: 30, bitrate: 1_600_000 },
  { width: 1280, height: 720, rate: 25, bitrate: 1_000_000 },
  { width: 960, height: 540, rate: 25, bitrate: 700_000 },
  { width: 640, height: 360, rate: 25, bitrate: 450_000 },
  { width: 640, height: 360, rate: 12, bitrate: 250_000 },
];

export const soundBitrate = 96_000;

/** Observations during one segment. */
export interface Observation {
  /** Pictures a second that the camera gave, at most the rung's. */
  offered: number;
  /** Pictures a second that came out of the encoder. */
  encoded: number;
  /** Milliseconds between a picture and its encoded form, at the median. */
  delayMs: number;
  /** Bandwidth in bits per second; undefined if nothing was sent. */
  lineBitrate?: number;
  /** Segments of this broadcast that wait to be sent, the newest not counted. */
  isLate: boolean;
}

/** Segments in a row that must be bad before a step down, and good before a step up. */
const [badCount, goodCount] = [2, 12];
/** A step up that failed doubles the wait for the next, up to this factor. */
const maxPatience = 8;

export class Ladder {
  #index: number;
  #bad = 0;
  #good = 0;
  #patience = 1;
  /** Segments since the last step up. */
  #sinceUp = Number.POSITIVE_INFINITY;

  constructor(index = 0) {
    this.#index = index;
  }

  get rung(): Rung {
    return rungs[this.#index] as Rung;
  }

  /** Takes the measured bandwidth, and returns the rung of the first segment. */
  begin(lineBitrate: number): Rung {
    const fit = rungs.findIndex(({ bitrate }) => bitrate + soundBitrate < 0.8 * lineBitrate);
    this.#index = fit < 0 ? rungs.length - 1 : fit;
    return this.rung;
  }

  /** Takes one segment's observation, and returns the next segment's rung. */
  observe(seen: Observation): Rung {
    this.#sinceUp += 1;
    const isBad = isEncoderWeak(seen) || isLineWeak(seen, this.rung);
    this.#bad = isBad ? this.#bad + 1 : 0;
    this.#good = isBad ? 0 : this.#good + 1;
    if (this.#bad >= badCount) this.#stepDown(seen);
    else if (this.#good >= goodCount * this.#patience) this.#stepUp(seen);
    return this.rung;
  }

  #stepDown(seen: Observation): void {
    // A weak encoder is helped by a smaller picture, not by fewer bits.
    const isFit = ({ width, bitrate }: Rung) =>
      isEncoderWeak(seen) ? width < this.rung.width : bitrate + soundBitrate < 0.8 * (seen.lineBitrate ?? Infinity);
    const fit = rungs.findIndex((rung, index) => index > this.#index && isFit(rung));
    this.#patience = this.#sinceUp < 2 * goodCount ? Math.min(maxPatience, 2 * this.#patience) : 1;
    this.#index = fit < 0 ? rungs.length - 1 : fit;
    this.#bad = 0;
  }

  #stepUp({ lineBitrate, delayMs, isLate }: Observation): void {
    const better = rungs[this.#index - 1];
    if (!better || isLate || delayMs > 150) return;
    if (lineBitrate === undefined || lineBitrate < 1.5 * (better.bitrate + soundBitrate)) return;
    this.#index -= 1;
    this.#good = 0;
    this.#sinceUp = 0;
  }
}

const isEncoderWeak = ({ offered, encoded, delayMs }: Observation) => encoded < 0.85 * offered || delayMs > 500;

/** Without a network the bandwidth is unknown: the phone keeps the quality, and stores the segments. */
const isLineWeak = ({ lineBitrate, isLate }: Observation, { bitrate }: Rung) =>
  isLate && lineBitrate !== undefined && lineBitrate < 1.3 * (bitrate + soundBitrate);
