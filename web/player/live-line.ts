/** Where one is in a live that can be wound back, and how to get elsewhere in it (D-DVR-1). Pure. Times are of the
 * broadcast, in milliseconds since 1970. */

interface DatedFragment {
  /** Seconds of the video. */
  start: number;
  duration: number;
  programDateTime: number | null;
}

/** What is recorded of a live so far. */
export interface Recorded {
  /** Its last picture. */
  until: number;
  /** The second of the video that shows an instant; one that it has not got stands for the nearest that plays. */
  secondsAt: (date: number) => number;
}

/** A picture as late as this can still be followed by others for a moment. */
const leastAhead = 3;

export function recordedIn(fragments: readonly DatedFragment[]): Recorded | undefined {
  const dated = fragments.flatMap(({ programDateTime: at, ...one }) => (at === null ? [] : [{ ...one, at }]));
  const last = dated.at(-1);
  if (!last) return undefined;
  const end = last.start + last.duration;
  return {
    until: last.at + 1000 * last.duration,
    secondsAt: (date) => {
      const found = dated.findLast(({ at }) => at <= date);
      const within = found ? Math.min((date - found.at) / 1000, found.duration) : 0;
      return Math.max(0, Math.min((found?.start ?? 0) + within, end - leastAhead));
    },
  };
}

/** This close to the edge is the edge. */
const nearEdgeMs = 3_000;

interface Place {
  /** What time the picture shows. */
  date: number;
  edge: number;
  /** What plays is the recording. */
  isBack: boolean;
  recorded: Recorded | undefined;
  /** Whether the player still has an instant of the live itself. */
  holds: (date: number) => boolean;
}

/**
 * `seek`: in what plays; `back`: in the recording, which plays then; `edge`: in the live. The last half a minute is in no
 * recording yet: forward it leads to the edge, backward to what there is.
 */
export function wayTo(target: number, { date, edge, isBack, recorded, holds }: Place): 'seek' | 'back' | 'edge' {
  if (target >= edge - nearEdgeMs) return 'edge';
  if (!isBack) return holds(target) ? 'seek' : target > date ? 'edge' : 'back';
  return recorded && target > recorded.until && target > date ? 'edge' : 'seek';
}
