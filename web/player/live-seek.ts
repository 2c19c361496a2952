/**
 * Decides about seeks in a live that can be rewound. Times are the broadcast's wall-clock times, in milliseconds since
 * the Unix epoch.
 */

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
      const found = dated.findLast(({ at }) => at <= date);
      const within = found ? Math.min((date - found.at) / 1000, found.duration) : 0;
      return Math.max(0, Math.min((found?.start ?? 0) + within, end - endMarginSeconds));
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
