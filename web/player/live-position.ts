/**
 * Decides where a live is watched: about seeks in one that can be rewound, and about the delay of one that plays from
 * its recording. Pure; times are the broadcast's wall-clock times, in milliseconds since the Unix epoch.
 */
import { liveDelayMs } from '../../shared/domain/limits.ts';

interface DatedFragment {
  /** Second of the video. */
  start: number;
  duration: number;
  programDateTime: number | null;
}

/** The part of a live that has been recorded so far. */
export interface RecordedRange {
  /** Time of the last recorded frame. */
  until: number;
  /** Returns the second of the video at an instant, or at the nearest one that can be played. */
  secondsAt: (date: number) => number;
  /** True if the broadcast has ended, so that the recording does not grow. */
  isOver: boolean;
}

/** Seconds before the end, so that playback does not stall at once. */
const endMarginSeconds = 3;

export function toRecordedRange(fragments: readonly DatedFragment[], isOver = false): RecordedRange | undefined {
  const dated = fragments.flatMap(({ programDateTime: at, ...one }) => (at === null ? [] : [{ ...one, at }]));
  const last = dated.at(-1);
  if (!last) return undefined;
  const end = last.start + last.duration;
  return {
    until: last.at + 1000 * last.duration,
    isOver,
    secondsAt: (date) => {
      const fragment = dated.findLast(({ at }) => at <= date);
      const within = fragment ? Math.min((date - fragment.at) / 1000, fragment.duration) : 0;
      return Math.max(0, Math.min((fragment?.start ?? 0) + within, end - endMarginSeconds));
    },
  };
}

/** A distance to the edge below this counts as the edge. */
export const nearEdgeMs = 3_000;

interface LiveState {
  /** Time of the current frame. */
  date: number;
  edge: number;
  /** True while the recording plays, not the live. */
  isRewound: boolean;
  recorded: RecordedRange | undefined;
  /** Returns true if the live player still has an instant in its buffer. */
  isBuffered: (date: number) => boolean;
}

/**
 * Chooses what a seek does: `seek` stays in the current source, `back` changes to the recording, `edge` to the live.
 * The last 30 seconds are not recorded yet: a seek forward into them leads to the edge, one backward to the end of the
 * recording.
 */
export function chooseSeek(
  target: number,
  { date, edge, isRewound, recorded, isBuffered }: LiveState,
): 'seek' | 'back' | 'edge' {
  if (target >= edge - nearEdgeMs) return 'edge';
  if (!isRewound) return isBuffered(target) ? 'seek' : target > date ? 'edge' : 'back';
  return recorded && target > recorded.until && target > date ? 'edge' : 'seek';
}

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

/**
 * Keeps a live that plays from its growing recording at a steady delay behind the camera: long enough that playback
 * does not reach the end of the playlist before it grows.
 */
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

export interface LiveRewind {
  /** Returns the position, in seconds of the broadcast. */
  getPosition: () => number;
  /** Returns the seconds of the broadcast until now. */
  getLength: () => number;
  isAtEdge: () => boolean;
  seekTo: (seconds: number) => void;
  /** Goes to an instant, in milliseconds since the Unix epoch. */
  seekToDate: (instant: number) => void;
  seekToEdge: () => void;
}

/** The newest frame that a viewer of a delayed live may see. */
export interface DelayedEdge {
  /** Returns the frame's time, in milliseconds since the Unix epoch. */
  date: () => number;
  /** Sets whether playback follows the edge, which it does not once the viewer has rewound. */
  follow: (isFollowing: boolean) => void;
}
