/** What time a recording's pictures are, also after a drop, of which the recording holds nothing (D-SCORE-5). */

/** The recording goes on at this second with a picture of so many milliseconds later. */
export interface Gap {
  seconds: number;
  ms: number;
}

interface Timed {
  /** Of the first picture, in milliseconds since 1970. */
  from: number;
  /** In their order. */
  gaps: readonly Gap[];
}

export const dateAt = ({ from, gaps }: Timed, seconds: number): number =>
  from + 1000 * seconds + lost(gaps.filter((gap) => gap.seconds <= seconds));

/** Where the picture of an instant is; what happened in a drop stands where the picture comes back. */
export function secondsAt({ from, gaps }: Timed, date: number): number {
  let ms = date - from;
  for (const gap of gaps) {
    const since = ms - 1000 * gap.seconds;
    if (since < 0) break;
    ms -= Math.min(gap.ms, since);
  }
  return ms / 1000;
}

export const lost = (gaps: readonly Gap[]): number => gaps.reduce((sum, { ms }) => sum + ms, 0);
