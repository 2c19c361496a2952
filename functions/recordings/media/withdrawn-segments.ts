/** Segments of a playlist that contain a part of withdrawn ranges. Pure. */
import { mergeRanges, overlaps, type Range } from '../../../shared/domain/withdrawn.ts';

interface TimedSegment {
  uri: string;
  /** In the unit of the ranges. */
  from: number;
  to: number;
}

/** Overlaps shorter than this are rounding: stored ranges end where segments do. */
const least = 0.1;

/** Segments of a recording's rendition with their seconds. */
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
  overlaps(ranges, { from: from + least, to: to - least });

/** Grows the range to whole segments, because a player can only leave out whole ones. */
export function alignRange(playlist: string, range: Range): Range {
  const touched = timeSegments(playlist).filter((segment) => isWithdrawnSegment(segment, [range]));
  const [first, last] = [touched[0], touched.at(-1)];
  return first && last ? { from: Math.min(first.from, range.from), to: Math.max(last.to, range.to) } : range;
}

/** Numbers of files, as ranges without gaps. */
export function listNumbers(addresses: readonly string[]): Range[] {
  const numbers = addresses.map(readNumber).filter(Number.isInteger);
  const joined = mergeRanges(numbers.map((number) => ({ from: number, to: number + 1 })));
  return joined.map(({ from, to }) => ({ from, to: to - 1 }));
}

/** The number at the end of a file's name. */
export const readNumber = (uri: string) => Number(/(\d+)\.\w+$/.exec(uri)?.[1] ?? Number.NaN);

/**
 * The playlist without these segments. The next one begins after a discontinuity, because its times do not follow on;
 * `isOut` decides by the position of the segment in seconds and by its time.
 */
export function omitSegments(
  playlist: string,
  isOut: (segment: TimedSegment, at: number | undefined) => boolean,
): string {
  const kept: string[] = [];
  let pending: string[] = [];
  let [from, seconds]: [number, number] = [0, 0];
  let at: number | undefined;
  let [isOwed, hasKept] = [false, false];
  for (const line of playlist.split('\n')) {
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice('#EXTINF:'.length)) || 0;
    if (line.startsWith(dated)) at = Date.parse(line.slice(dated.length));
    if (/^#EXT(INF|-X-PROGRAM-DATE-TIME|-X-DISCONTINUITY$|-X-BYTERANGE)/.test(line)) pending.push(line);
    else if (line.trim() === '' || line.startsWith('#')) kept.push(line);
    else {
      const segment = { uri: line.trim(), from, to: from + seconds };
      if (isOut(segment, at)) isOwed = true;
      else {
        const isMarked = pending.includes('#EXT-X-DISCONTINUITY');
        if (isOwed && hasKept && !isMarked) kept.push('#EXT-X-DISCONTINUITY');
        // The omitted segments may have carried the last date: repeats it for this segment unless it has its own.
        if (isOwed && at !== undefined && !pending.some((tag) => tag.startsWith(dated)))
          kept.push(`${dated}${new Date(at).toISOString()}`);
        kept.push(...pending, line);
        [isOwed, hasKept] = [false, true];
      }
      pending = [];
      from = segment.to;
      if (at !== undefined) at += 1000 * seconds;
    }
  }
  return kept.join('\n');
}

const dated = '#EXT-X-PROGRAM-DATE-TIME:';
