/**
 * Keeps a live that plays from its growing recording at a steady delay behind the camera: long enough that playback
 * does not reach the end of the playlist before it grows. Pure; times are milliseconds since the Unix epoch.
 */
import { liveDelayMs } from '../../shared/domain/limits.ts';

/** Video that is left to play when the playlist grows. */
const reserveMs = 5_000;
const [minDelayMs, maxDelayMs] = [45_000, 90_000];
/**
 * Number of lags that decide the delay: the last six minutes or so. Until there are as many, the delay only rises. A
 * lag is the age of the playlist's end just before it grows.
 */
const maxLags = 12;
/** A recording whose playlist has not grown for this long has stopped. */
const stoppedMs = 90_000;
/** Plausible ages of the playlist's end; beyond them the viewer's clock must be wrong, and the last one is assumed. */
const [minLagMs, maxLagMs, assumedLagMs] = [-30_000, 90_000, 30_000];
/** Deviations from the target delay at which the speed changes, and at which it returns to normal. */
const [unevenMs, evenMs] = [2_000, 300];
/** A picture this far behind skips instead of playing faster. */
const skipMs = 20_000;
/** A longer time between two calls of `note` means that the machine slept, or the browser slowed the page down. */
const sleptMs = 5_000;

const rates = { catchUp: 1.05, steady: 1, fallBack: 0.95 } as const;

export class DelayKeeper {
  /** Target delay behind the camera. */
  delayMs: number = liveDelayMs;
  #until: number | undefined;
  #grownAt = 0;
  #notedAt = 0;
  #lags: number[] = [];
  /** The viewer's clock minus the service's; 0 unless the viewer's is obviously wrong. */
  #clockOffset = 0;
  isStarted = false;
  #rate: number = rates.steady;

  /** Notes how far the recording reaches. */
  note(until: number, now: number): void {
    if (now - this.#notedAt > sleptMs) this.#grownAt = now;
    this.#notedAt = now;
    if (this.#until === undefined) {
      const lag = now - until;
      this.#clockOffset = lag < minLagMs || lag > maxLagMs ? lag - assumedLagMs : 0;
      this.#grownAt = now;
      this.#until = until;
    } else if (until > this.#until) {
      const lag = now - this.#clockOffset - this.#until;
      this.#lags = [...this.#lags, lag].slice(-maxLags);
      const least = this.#lags.length < maxLags ? liveDelayMs : minDelayMs;
      this.delayMs = Math.max(least, Math.min(Math.max(...this.#lags) + reserveMs, maxDelayMs));
      this.#grownAt = now;
      this.#until = until;
    }
  }

  /** Returns the time of the frame that should be shown. */
  readEdge(now: number): number {
    return now - this.#clockOffset - this.delayMs;
  }

  hasStopped(now: number): boolean {
    return this.#until !== undefined && now - this.#grownAt > stoppedMs;
  }

  /** Chooses the speed of playback, or a time to skip to. `date` is the time of the current frame. */
  chooseStep(date: number, now: number): { rate: number } | { skipTo: number } {
    const edge = this.readEdge(now);
    const behindMs = edge - date;
    // Skips back only at the start. Later, a picture ahead of the target is there because withdrawn seconds were
    // skipped.
    const isMisplaced = behindMs > skipMs || (!this.isStarted && behindMs < -skipMs);
    this.isStarted = true;
    if (isMisplaced) {
      this.#rate = rates.steady;
      return { skipTo: edge };
    }
    if (behindMs > unevenMs) this.#rate = rates.catchUp;
    else if (behindMs < -unevenMs) this.#rate = rates.fallBack;
    else if (Math.abs(behindMs) < evenMs || behindMs * (this.#rate - rates.steady) < 0) this.#rate = rates.steady;
    return { rate: this.#rate };
  }
}
