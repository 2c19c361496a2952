/** The server's clock on this phone, and the clocks of camera and microphone mapped to it. All values in milliseconds. */

export interface ClockSample {
  /** By the phone's steady clock. */
  sentAt: number;
  receivedAt: number;
  /** The server's clock, somewhere between the two. */
  serverNow: number;
}

/** Samples older than this are dropped, because a phone's steady clock may stop while it sleeps. */
const maxSampleAgeMs = 10 * 60_000;

/** Follows the server's clock by the sample with the smallest round trip, whose error is at most half of it. */
export class ServerClock {
  #samples: ClockSample[] = [];
  /** Milliseconds by which the server's clock is assumed to be ahead of the steady one. */
  #assumed: number | undefined;

  /** Assumes a server time until `adopt` is called: pictures filmed meanwhile must lie on one time line. */
  assume(serverNow: number): void {
    this.#assumed = serverNow - readSteadyClock();
  }

  get isAssumed(): boolean {
    return this.#assumed !== undefined;
  }

  /** Milliseconds by which the assumed time is wrong; undefined without an assumption or an answer of the server. */
  get correction(): number | undefined {
    const measured = this.#measured;
    return measured === undefined || this.#assumed === undefined ? undefined : measured - this.#assumed;
  }

  /** Drops the assumption, once the server has answered. */
  adopt(): void {
    if (this.#samples.length > 0) this.#assumed = undefined;
  }

  add(sample: ClockSample): void {
    const isRecent = ({ receivedAt }: ClockSample) => sample.receivedAt - receivedAt < maxSampleAgeMs;
    this.#samples = [...this.#samples.filter(isRecent).slice(-30), sample];
  }

  get isKnown(): boolean {
    return this.isAssumed || this.#samples.length > 0;
  }

  /** Converts a time of the phone's steady clock to the server's. */
  toServer(steady: number): number {
    return steady + (this.#assumed ?? this.#measured ?? 0);
  }

  /** Milliseconds by which the server's clock is ahead of the steady one. */
  get #measured(): number | undefined {
    const [first, ...others] = this.#samples;
    if (!first) return undefined;
    const best = others.reduce((a, b) => (roundTrip(b) < roundTrip(a) ? b : a), first);
    return best.serverNow - (best.sentAt + best.receivedAt) / 2;
  }
}

const roundTrip = ({ sentAt, receivedAt }: ClockSample) => receivedAt - sentAt;

/** The phone's monotonic clock, the same in windows and workers. */
export const readSteadyClock = (): number => performance.timeOrigin + performance.now();

/** Milliseconds; after a larger jump, the source has paused or been replaced, and its mapping starts again. */
const jumpMs = 1_000;
/** Bounds for following a source's clock, for each of its pictures or blocks. */
const [fasterMs, slowerMs] = [2, 0.02];

/**
 * Maps the time stamps of one source to UTC. The smallest delay between stamp and arrival is the nearest to the truth,
 * so the map follows it quickly, and a growing delay slowly: a busy phone must not move the time line.
 */
export class MediaClock {
  #offset: number | undefined;
  #last = Number.NEGATIVE_INFINITY;

  /** Returns a UTC that is later than the one before, by one millisecond at least. */
  toUtc(stamp: number, arrived: number): number {
    const offset = arrived - stamp;
    if (this.#offset === undefined || Math.abs(offset - this.#offset) > jumpMs) this.#offset = offset;
    else if (offset < this.#offset) this.#offset = Math.max(offset, this.#offset - fasterMs);
    else this.#offset = Math.min(offset, this.#offset + slowerMs);
    this.#last = Math.max(this.#last + 1, Math.round(stamp + this.#offset));
    return this.#last;
  }
}
