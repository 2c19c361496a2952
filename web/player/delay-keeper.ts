/**
 * Keeps a live that is watched by its growing recording at a steady distance behind the camera: far enough that playback
 * never reaches the end of the playlist before it grows. Pure; times in milliseconds since the Unix epoch.
 */
import { liveDelayMs } from '../../shared/domain/limits.ts';

/** Kept between the picture and the end of the playlist just before it grows. */
const reserveMs = 5_000;
const [minDelayMs, maxDelayMs] = [45_000, 90_000];
/** Growths whose lags decide the delay: some six minutes. It falls once there are as many. */
const maxLags = 12;
/** A playlist that has not grown for so long has failed. */
const stoppedMs = 90_000;
/** Ages of the end that a good clock may see; otherwise the viewer's clock is wrong, and an age is assumed. */
const [minLagMs, maxLagMs, assumedLagMs] = [-30_000, 90_000, 30_000];
/** Distances from the target at which the speed changes, and at which it is normal again. */
const [unevenMs, evenMs] = [2_000, 300];
/** A picture further behind skips instead of catching up. */
const skipMs = 20_000;
/** Longer between two looks than a timer takes: the machine slept, or the browser slowed the page down. */
const sleptMs = 5_000;

const rates = { catchUp: 1.05, steady: 1, fallBack: 0.95 } as const;

export class DelayKeeper {
  /** Distance behind the camera at which playback stays. */
  delayMs: number = liveDelayMs;
  #until: number | undefined;
  #grownAt = 0;
  #lookedAt = 0;
  #lags: number[] = [];
  /** The viewer's clock minus the service's, if it is obviously wrong. */
  #clockOffset = 0;
  #isPlaced = false;
  #rate: number = rates.steady;

  /** Notes the end of the recording so far. */
  note(until: number, now: number): void {
    if (now - this.#lookedAt > sleptMs) this.#grownAt = now;
    this.#lookedAt = now;
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

  /** The speed at which a picture goes on, or the time to which it skips. `date`: time of the current frame. */
  chooseStep(date: number, now: number): { rate: number } | { skipTo: number } {
    const edge = this.readEdge(now);
    const behindMs = edge - date;
    // A picture may be too near after seconds that were removed: only its first place is corrected backwards.
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
