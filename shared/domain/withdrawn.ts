/**
 * Ranges removed from a video: 'Quitar unos segundos'. Stored times are those of the recording; a player counts only
 * the seconds that remain. Pure.
 */

/** Seconds of a recording, or milliseconds since the Unix epoch for a live. */
export interface Range {
  from: number;
  to: number;
}

/** Ranges in order, without overlaps. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** Converts to a second of the player; a removed second becomes the second at which the video continues. */
export function toShownSecond(ranges: readonly Range[], second: number): number {
  let lost = 0;
  for (const { from, to } of mergeRanges(ranges)) lost += Math.max(0, Math.min(second, to) - from);
  return second - lost;
}

/** The second of the recording that a player shows. */
export function toRecordedSecond(ranges: readonly Range[], shownSecond: number): number {
  let second = shownSecond;
  for (const { from, to } of mergeRanges(ranges)) if (second >= from) second += to - from;
  return second;
}

/** Seconds of the player at which a part was removed. */
export const listSeams = (ranges: readonly Range[]): number[] =>
  mergeRanges(ranges).map(({ from }) => toShownSecond(ranges, from));

export const isTakenOut = (ranges: readonly Range[], second: number): boolean =>
  ranges.some(({ from, to }) => second >= from && second < to);

export const overlaps = (ranges: readonly Range[], { from, to }: Range): boolean =>
  ranges.some((range) => range.from < to && range.to > from);

/**
 * Names the removed ranges, so that seconds chosen in a player can be converted by the ranges that it had: merged, in
 * hundredths of a second, as `20-40,95.5-100`; empty without ranges.
 */
export const formatCuts = (ranges: readonly Range[]): string =>
  mergeRanges(ranges)
    .map(({ from, to }) => `${round(from)}-${round(to)}`)
    .join();

export const parseCuts = (cuts: string): Range[] =>
  cuts
    .split(',')
    .filter(Boolean)
    .map((range) => {
      const [from = 0, to = 0] = range.split('-').map(Number);
      return { from, to };
    });

/** Form of `formatCuts`. */
export const cutsPattern = /^(\d+(\.\d+)?-\d+(\.\d+)?(,|$))*$/;

const round = (seconds: number) => Math.round(seconds * 100) / 100;
