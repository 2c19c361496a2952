/**
 * Converts an encoder's timestamps to milliseconds on one steady timeline. Encoders change their clock while they send,
 * stamp single pictures hours ahead, or use different clocks for picture and sound.
 */

export type Kind = 'video' | 'audio';

export interface StreamTime {
  ms: number;
  /** True where data is missing before it: the encoder was silent and its timestamps have moved on. */
  isAfterGap: boolean;
}

/** Milliseconds by which a timestamp may differ from the newest one without counting as another clock's. */
const toleranceMs = 2500;
/** Milliseconds by which timestamps of the same kind may run back. */
const jitterMs = 100;
/** Milliseconds without data after which a jump ahead counts as a gap. */
const silenceMs = 1500;
const keptClocks = 4;
const usualStepMs = { video: 40, audio: 23 };

export class StreamClock {
  /** Timestamps at which the timeline would start, one for each clock seen; that of the clock in use is first. */
  #origins: number[] = [];
  readonly #last: Record<Kind, number | undefined> = { video: undefined, audio: undefined };
  readonly #step = { ...usualStepMs };
  #arrivedAt = 0;

  /** `timestamp` is in milliseconds modulo 2³²; `now` is the wall-clock time of its arrival. */
  convert(kind: Kind, timestamp: number, now: number): StreamTime {
    const newest = Math.max(this.#last.video ?? 0, this.#last.audio ?? 0);
    const clock = this.#findClock(kind, timestamp, newest);
    const wasSilent = this.#arrivedAt > 0 && now - this.#arrivedAt > silenceMs;
    this.#arrivedAt = now;
    if (clock) {
      this.#use(clock.origin);
      return { ms: this.#note(kind, clock.ms), isAfterGap: false };
    }
    const isFirst = this.#origins.length === 0;
    const next = (this.#last[kind] ?? newest) + this.#step[kind];
    const ms = isFirst ? 0 : Math.abs(next - newest) < toleranceMs ? next : newest;
    this.#use(timestamp - ms);
    return { ms: this.#note(kind, ms), isAfterGap: wasSilent };
  }

  #findClock(kind: Kind, timestamp: number, newest: number): { origin: number; ms: number } | undefined {
    const last = this.#last[kind] ?? Number.NEGATIVE_INFINITY;
    return this.#origins
      .map((origin) => ({ origin, ms: newest + ((timestamp - origin - newest) | 0) }))
      .find(({ ms }) => Math.abs(ms - newest) <= toleranceMs && ms >= last - jitterMs);
  }

  #use(origin: number) {
    this.#origins = [origin, ...this.#origins.filter((one) => one !== origin)].slice(0, keptClocks);
  }

  #note(kind: Kind, ms: number): number {
    const last = this.#last[kind];
    const next = last === undefined ? ms : Math.max(ms, last + 1);
    if (last !== undefined && next - last < 500) this.#step[kind] = next - last;
    this.#last[kind] = next;
    return next;
  }
}
