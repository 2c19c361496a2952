/** Segments of a playlist that contain a part of withdrawn ranges. Pure. */
import { mergeRanges, overlaps, type Range } from '../../../shared/domain/withdrawn.ts';

interface TimedSegment {
  uri: string;
  /** Seconds from the start of the playlist. */
  from: number;
  to: number;
}

/** Seconds; stored ranges end where segments do, so shorter overlaps are rounding. */
const tolerance = 0.1;

export function timeSegments(playlist: string): TimedSegment[] {
  const segments: TimedSegment[] = [];
  let [from, seconds] = [0, 0];
  for (const line of playlist.split('\n')) {
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice('#EXTINF:'.length)) || 0;
    else if (line.trim() && !line.startsWith('#')) {
      segments.push({ uri: line.trim(), from, to: from + seconds });
      from += seconds;
    }
  }
  return segments;
}

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
export function omitSegments(
  playlist: string,
  isOmitted: (segment: TimedSegment, at: number | undefined) => boolean,
): string {
  const lines: string[] = [];
  let pending: string[] = [];
  let [from, seconds]: [number, number] = [0, 0];
  let at: number | undefined;
  let [isAfterOmitted, hasKept] = [false, false];
  for (const line of playlist.split('\n')) {
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice('#EXTINF:'.length)) || 0;
    if (line.startsWith(dateTag)) at = Date.parse(line.slice(dateTag.length));
    if (/^#EXT(INF|-X-PROGRAM-DATE-TIME|-X-DISCONTINUITY$|-X-GAP$|-X-BYTERANGE)/.test(line)) pending.push(line);
    else if (line.trim() === '' || line.startsWith('#')) lines.push(line);
    else {
      const segment = { uri: line.trim(), from, to: from + seconds };
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

const dateTag = '#EXT-X-PROGRAM-DATE-TIME:';
