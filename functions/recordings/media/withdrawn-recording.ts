/** Withdrawn ranges of a recorded live: conversion between seconds and wall-clock time, and the segments of a range. */
import { dateAt, secondsAt } from '../../../shared/domain/recorded-time.ts';
import { overlaps, type Range } from '../../../shared/domain/withdrawn.ts';
import { parseSegments, readLargestPlaylist } from './excerpt.ts';
import { isPhonePrefix, listSlotNumbers } from './phone-recording.ts';
import type { WithdrawnRange } from './withdrawn-ranges.ts';
import { isWithdrawnSegment, listNumbers, readNumber, timeSegments } from './withdrawn-segments.ts';

interface Recorded {
  from: string;
  gaps?: { seconds: number; ms: number }[];
}

const toTimed = ({ from, gaps = [] }: Recorded) => ({ from: Date.parse(from), gaps });

/** Converts ranges of a live to seconds of its recording; leaves out those outside of it. */
export function toSeconds(ranges: readonly WithdrawnRange[], recorded: Recorded): WithdrawnRange[] {
  const timed = toTimed(recorded);
  return ranges.flatMap((range) => {
    const [from, to] = [Math.max(0, secondsAt(timed, range.from)), secondsAt(timed, range.to)];
    return from < to ? [{ ...range, from, to }] : [];
  });
}

export const toDates = <Item extends Range>(ranges: readonly Item[], recorded: Recorded): Item[] =>
  ranges.map((range) => ({
    ...range,
    from: Math.round(dateAt(toTimed(recorded), range.from)),
    to: Math.round(dateAt(toTimed(recorded), range.to)),
  }));

/** Milliseconds; overlaps shorter than this are rounding. */
const toleranceMs = 100;

export const isWithdrawnDate = (ranges: readonly Range[], at: number, seconds: number): boolean =>
  overlaps(ranges, { from: at + toleranceMs, to: at + 1000 * seconds - toleranceMs });

/** Last number of a range whose end is not recorded yet: higher than the number of any segment. */
const openEnd = 999_999;

/**
 * Lists the numbers of the recording's segments that overlap the ranges (milliseconds since the Unix epoch); undefined
 * if its playlist has no wall-clock times.
 */
export async function listRecordedNumbers(prefix: string, ranges: readonly Range[]): Promise<Range[] | undefined> {
  const segments = parseSegments(await readLargestPlaylist(prefix));
  const last = segments.at(-1);
  if (!last) return undefined;
  if (isPhonePrefix(prefix)) return listSlotNumbers(last, ranges);
  const numbers = listNumbers(
    segments.filter(({ at, seconds }) => isWithdrawnDate(ranges, at, seconds)).map(({ uri }) => uri),
  );
  const end = last.at + 1000 * last.seconds;
  const isOpen = ranges.some(({ to }) => to > end + toleranceMs);
  return isOpen ? [...numbers, { from: readNumber(last.uri) + 1, to: openEnd }] : numbers;
}

/** Like `listRecordedNumbers`, for ranges in seconds of a finished recording that became a video as a whole. */
export async function listPlayedNumbers(prefix: string, ranges: readonly Range[]): Promise<Range[]> {
  const segments = timeSegments(await readLargestPlaylist(prefix));
  return listNumbers(segments.filter((one) => isWithdrawnSegment(one, ranges)).map(({ uri }) => uri));
}
