/** Recordings of what phones sent: their segments have times and numbers of a grid of UTC. Pure. */
import { segmentMs } from '../../../shared/domain/phone-segments.ts';
import type { Gap } from '../../../shared/domain/recorded-time.ts';
import type { Range } from '../../../shared/domain/withdrawn.ts';
import type { Segment } from './excerpt.ts';
import { readNumber } from './withdrawn-segments.ts';

/** True for the folder of a recording that a phone sent. */
export const isPhonePrefix = (recordingPrefix: string): boolean => recordingPrefix.startsWith('ivs/v1/phone/');

/** Milliseconds; a shorter difference between two segments is rounding. */
const minGapMs = 150;

/** Finds the gaps of a recording by the dates of its segments, not by the arrival of its files. */
export function findDatedGaps(segments: readonly Segment[]): Gap[] {
  const gaps: Gap[] = [];
  let position = 0;
  let end: number | undefined;
  for (const { at, seconds } of segments) {
    const ms = end === undefined ? 0 : Math.round(at - end);
    if (ms >= minGapMs) gaps.push({ seconds: Math.round(1000 * position) / 1000, ms });
    position += seconds;
    end = at + 1000 * seconds;
  }
  return gaps;
}

/** The numbers of all segments that may touch ranges of time, also of those that are still to come. */
export function listSlotNumbers(segment: Pick<Segment, 'uri' | 'at'>, ranges: readonly Range[]): Range[] {
  const toNumber = (at: number) =>
    Math.max(
      0,
      readNumber(segment.uri) + Math.floor((at + 100) / segmentMs) - Math.floor((segment.at + 100) / segmentMs),
    );
  return ranges.map(({ from, to }) => ({ from: toNumber(from), to: toNumber(to) }));
}
