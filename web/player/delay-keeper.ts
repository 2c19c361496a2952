/**
 * Keeps a live that is watched from its growing recording at a steady distance behind the camera: far enough that playback
 * never reaches the end of the playlist before it grows. Pure; times in milliseconds since the Unix epoch.
 */
import { liveDelayMs } from '../../shared/domain/limits.ts';

/** Minimum of unplayed video when the playlist grows. */
const reserveMs = 5_000;
const [minDelayMs, maxDelayMs] = [45_000, 90_000];
/** Number of latest growths whose lags decide the delay: some six minutes. Until there are as many, it only rises. */
const maxLags = 12;
/** The recording counts as failed when its playlist has not grown for this long. */
const stoppedMs = 90_000;
/** Plausible ages of the playlist's end; with any other the viewer's clock is wrong, and the last value is assumed. */
const [minLagMs, maxLagMs, assumedLagMs] = [-30_000, 90_000, 30_000];
/** Deviations from the target at which the speed changes, and at which it returns to normal. */
const [unevenMs, evenMs] = [2_000, 300];
/** A picture further behind skips instead of catching up. */
const skipMs = 20_000;
/** A longer time between two calls of `note` means that the machine slept, or that the browser throttled the page. */
const sleptMs = 5_000;

const rates = { catchUp: 1.05, steady: 1, fallBack: 0.95 } as const;

export class DelayKeeper {
  /** Distance behind the camera at which playback stays. */
  delayMs: number = liveDelayMs;
  #until: number | undefined;
  #grownAt = 0;
  #notedAt = 0;
  #lags: number[] = [];
  /** The viewer's clock minus the service's, if it is obviously wrong. */
  #clockOffset = 0;
  #isPlaced = false;
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

  /** Time of the frame that should be shown. */
  readEdge(now: number): number {
    return now - this.#clockOffset - this.delayMs;
  }

  hasStopped(now: number): boolean {
    return this.#until !== undefined && now - this.#grownAt > stoppedMs;
  }

  /** The playback speed, or the time to skip to. `date`: time of the current frame. */
  chooseStep(date: number, now: number): { rate: number } | { skipTo: number } {
    const edge = this.readEdge(now);
    const behindMs = edge - date;
    // Skips back only at the start: later a picture may be ahead of the target because removed seconds were skipped.
    const isMisplaced = behindMs > skipMs || (!this.#isPlaced && behindMs < -skipMs);
    this.#isPlaced = true;
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
