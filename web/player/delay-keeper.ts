/**
 * Keeps a live that plays from its growing recording at a steady delay behind the camera, long enough that playback
 * does not reach the end of the playlist before it grows. Pure; times in milliseconds since the Unix epoch.
 */
import { liveDelayMs } from '../../shared/domain/limits.ts';

/** Video that should be left to play when the playlist grows. */
const reserveMs = 5_000;
const [minDelayMs, maxDelayMs] = [45_000, 90_000];
/**
 * Number of the latest lags that decide the delay, about six minutes. Until there are as many, the delay only rises. A
 * lag is the age of the playlist's end just before it grows.
 */
const maxLags = 12;
/** The recording has stopped when its playlist has not grown for this long. */
const stoppedMs = 90_000;
/**
 * Limits of a plausible age of the playlist's end, and the age that is assumed beyond them, when the viewer's clock
 * must be wrong.
 */
const [minLagMs, maxLagMs, assumedLagMs] = [-30_000, 90_000, 30_000];
/** Deviations from the target delay at which the speed changes, and at which it returns to normal. */
const [unevenMs, evenMs] = [2_000, 300];
/** A picture that is further behind skips instead of playing faster. */
const skipMs = 20_000;
/** A longer time between two calls of `note` means that the machine slept or that the browser throttled the page. */
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

  /** Notes the end of the recording so far. */
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

  /** Chooses the playback speed, or a time to skip to. `date` is the time of the current frame. */
  chooseStep(date: number, now: number): { rate: number } | { skipTo: number } {
    const edge = this.readEdge(now);
    const behindMs = edge - date;
    // Skips back only at the start. Later a picture ahead of the target is there because withdrawn seconds were
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
