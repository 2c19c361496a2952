/**
 * Seek decisions for a live that can be rewound. Times are wall-clock times of the broadcast in milliseconds since the
 * Unix epoch.
 */

interface DatedFragment {
  /** Seconds in the video. */
  start: number;
  duration: number;
  programDateTime: number | null;
}

/** The recorded part of a live so far. */
export interface RecordedRange {
  /** Time of its last frame. */
  until: number;
  /** The second of the video for an instant, or for the nearest playable one. */
  secondsAt: (date: number) => number;
  /** The broadcast has ended: nothing will be added. */
  isOver: boolean;
}

/** Seconds kept before the end, so that playback does not stall at once. */
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

/** Distance to the edge that counts as the edge. */
export const nearEdgeMs = 3_000;

interface LiveState {
  /** Time of the current frame. */
  date: number;
  edge: number;
  /** The recording is playing instead of the live. */
  isBack: boolean;
  recorded: RecordedRange | undefined;
  /** True if the live player still has an instant in its buffer. */
  holds: (date: number) => boolean;
}

/**
 * Target of a seek: `seek` stays in the current source, `back` switches to the recording, `edge` to the live. The
 * last 30 seconds are not recorded yet: forward they lead to the edge, backward to the end of the recording.
 */
export function chooseSeek(
  target: number,
  { date, edge, isBack, recorded, holds }: LiveState,
): 'seek' | 'back' | 'edge' {
  if (target >= edge - nearEdgeMs) return 'edge';
  if (!isBack) return holds(target) ? 'seek' : target > date ? 'edge' : 'back';
  return recorded && target > recorded.until && target > date ? 'edge' : 'seek';
}
