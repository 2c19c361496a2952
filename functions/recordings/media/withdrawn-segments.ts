/** The segments of a playlist, and those that contain a part of withdrawn ranges. Pure. */
import { mergeRanges, overlaps, type Range } from '../../../shared/domain/withdrawn.ts';

/** `from` and `to` are seconds from the start of the playlist. */
export interface TimedSegment extends Range {
  uri: string;
  seconds: number;
  /** Wall-clock time of the first frame, in milliseconds since the Unix epoch, if the playlist has dates. */
  at: number | undefined;
  discontinuity: boolean;
}

/** Seconds; stored ranges end where segments do, so shorter overlaps are rounding. */
const tolerance = 0.1;

export function timeSegments(playlist: string): TimedSegment[] {
  const segments: TimedSegment[] = [];
  let [from, seconds, discontinuity] = [0, 0, false];
  let at: number | undefined;
  for (const line of playlist.split('\n').map((one) => one.trim())) {
    if (line === '#EXT-X-DISCONTINUITY') discontinuity = true;
    else if (line.startsWith(dateTag)) at = Date.parse(line.slice(dateTag.length)) || undefined;
    else if (line.startsWith(durationTag)) seconds = Number.parseFloat(line.slice(durationTag.length)) || 0;
    else if (line && !line.startsWith('#')) {
      const to = from + seconds;
      segments.push({ uri: line, from, to, seconds, at, discontinuity });
      // Segments without a date follow on from the previous one.
      if (at !== undefined) at += 1000 * seconds;
      [from, discontinuity] = [to, false];
    }
  }
  return segments;
}

export const dateTag = '#EXT-X-PROGRAM-DATE-TIME:';
export const durationTag = '#EXTINF:';

export const isWithdrawnSegment = ({ from, to }: Range, ranges: readonly Range[]): boolean =>
  overlaps(ranges, { from: from + tolerance, to: to - tolerance });

/** Grows the range to whole segments, because a player can only leave out whole ones. */
export function alignRange(playlist: string, range: Range): Range {
  const touched = timeSegments(playlist).filter((segment) => isWithdrawnSegment(segment, [range]));
  const [first, last] = [touched[0], touched.at(-1)];
  return first && last ? { from: Math.min(first.from, range.from), to: Math.max(last.to, range.to) } : range;
}

/**
 * Grows the ranges of a video to the segments of a generation that replaces another, whose segments may have ended
 * elsewhere.
 */
export const alignWithdrawn = <R extends Range>({ withdrawn }: { withdrawn?: R[] }, playlist: string) =>
  withdrawn && playlist ? { withdrawn: withdrawn.map((range) => ({ ...range, ...alignRange(playlist, range) })) } : {};

/**
 * Numbers of the seek bar's pictures, first and last, that may show a part of the ranges: a picture may have been
 * captured a moment before or after its time.
 */
export const listWithdrawnPictures = (ranges: readonly Range[], interval: number): Range[] =>
  ranges.map(({ from, to }) => ({
    from: Math.max(0, Math.floor((from - 1) / interval)),
    to: Math.ceil((to + 1) / interval),
  }));

/** Lists the numbers in the files' names, as ranges without gaps. */
export function listNumbers(addresses: readonly string[]): Range[] {
  const numbers = addresses.map(readNumber).filter(Number.isInteger);
  const joined = mergeRanges(numbers.map((number) => ({ from: number, to: number + 1 })));
  return joined.map(({ from, to }) => ({ from, to: to - 1 }));
}

/** The number at the end of a file's name. */
export const readNumber = (uri: string) => Number(/(\d+)\.\w+$/.exec(uri)?.[1] ?? Number.NaN);

/**
 * Returns the playlist without the segments for which `isOmitted` is true, by their position in seconds or their
 * wall-clock time. A segment after omitted ones is marked as a discontinuity, because its timestamps do not follow on.
 */
export function omitSegments(playlist: string, isOmitted: (segment: Range, at: number | undefined) => boolean): string {
  const lines: string[] = [];
  let pending: string[] = [];
  let [from, seconds]: [number, number] = [0, 0];
  let at: number | undefined;
  let [isAfterOmitted, hasKept] = [false, false];
  for (const line of playlist.split('\n')) {
    if (line.startsWith(durationTag)) seconds = Number.parseFloat(line.slice(durationTag.length)) || 0;
    if (line.startsWith(dateTag)) at = Date.parse(line.slice(dateTag.length));
    if (/^#EXT(INF|-X-PROGRAM-DATE-TIME|-X-DISCONTINUITY$|-X-GAP$|-X-BYTERANGE)/.test(line)) pending.push(line);
    else if (line.trim() === '' || line.startsWith('#')) lines.push(line);
    else {
      const segment = { from, to: from + seconds };
      if (isOmitted(segment, at)) isAfterOmitted = true;
      else {
        const isMarked = pending.includes('#EXT-X-DISCONTINUITY');
        if (isAfterOmitted && hasKept && !isMarked) lines.push('#EXT-X-DISCONTINUITY');
        // An omitted segment may have had the last date, which the next kept one takes over, unless it has its own.
        if (isAfterOmitted && at !== undefined && !pending.some((tag) => tag.startsWith(dateTag)))
          lines.push(`${dateTag}${new Date(at).toISOString()}`);
        lines.push(...pending, line);
        [isAfterOmitted, hasKept] = [false, true];
      }
      pending = [];
      from = segment.to;
      if (at !== undefined) at += 1000 * seconds;
    }
  }
  return lines.join('\n');
}
