/** Maps seconds of a recording to wall-clock time, across gaps. */
import { mergeRanges, type Range, toShownSecond } from './withdrawn.ts';

/** The recording skips `ms` milliseconds at the second `seconds`. */
export interface Gap {
  seconds: number;
  ms: number;
}

interface Timed {
  /** Time of the first frame, in milliseconds since the Unix epoch. */
  from: number;
  /** In order of `seconds`. */
  gaps: readonly Gap[];
}

export const dateAt = ({ from, gaps }: Timed, seconds: number): number =>
  from + 1000 * seconds + sumGaps(gaps.filter((gap) => gap.seconds <= seconds));

/** The position of an instant; an instant within a gap maps to the end of the gap. */
export function secondsAt({ from, gaps }: Timed, date: number): number {
  let ms = date - from;
  for (const gap of gaps) {
    const since = ms - 1000 * gap.seconds;
    if (since < 0) break;
    ms -= Math.min(gap.ms, since);
  }
  return ms / 1000;
}

export const sumGaps = (gaps: readonly Gap[]): number => gaps.reduce((sum, { ms }) => sum + ms, 0);

/** The gaps in seconds of the player: a withdrawn range is an additional gap. */
export function addWithdrawn(gaps: readonly Gap[], withdrawn: readonly Range[]): Gap[] {
  const taken = mergeRanges(withdrawn).map(({ from, to }) => ({ seconds: from, ms: 1000 * (to - from) }));
  return [...gaps, ...taken]
    .toSorted((a, b) => a.seconds - b.seconds)
    .map(({ seconds, ms }) => ({ seconds: toShownSecond(withdrawn, seconds), ms }));
}
