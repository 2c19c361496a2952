/**
 * Moves a seek to the nearest key frame, which a decoder shows at once; before any other frame, it decodes up to
 * two seconds of video. Nobody can choose a position more exactly than by seconds on the seek bar.
 */
import { gopSeconds } from '../../shared/domain/limits.ts';

/** Seconds of one audio frame, by which a segment's first picture may come later than estimated. */
const marginSeconds = 0.025;

/** A segment as hls.js knows it. */
export interface Segment {
  /**
   * Start of the segment's sound, usually some hundredths of a second before its pictures. An estimate until the
   * segment is loaded.
   */
  start: number;
  duration: number;
  elementaryStreams: { video: { startPTS: number } | null };
}

/** Returns the position of the nearest key frame, in seconds; the given position where no segment is known. */
export function findKeyFrame(seconds: number, segments: readonly Segment[] = []): number {
  const index = segments.findIndex(({ start, duration }) => seconds >= start && seconds < start + duration);
  const segment = segments[index];
  if (!segment) return seconds;
  const first = segment.start + getPictureDelay(index, segments);
  const length = findGopLength(segment) ?? findGopLength(segments[0]) ?? gopSeconds;
  const gops = Math.max(1, Math.ceil(segment.duration / length - 0.1));
  // Stays within the segment, because a key frame of the next one would load that one too.
  const gop = Math.min(Math.max(0, Math.round((seconds - first) / length)), gops - 1);
  return first + gop * length + marginSeconds;
}

/**
 * Returns the seconds between key frames, which at 29.97 frames a second are a little more than a whole number; undefined
 * for a segment that ends in between, as a last one does.
 */
function findGopLength(segment: Segment | undefined): number | undefined {
  if (!segment) return undefined;
  const length = segment.duration / Math.max(1, Math.round(segment.duration / gopSeconds));
  return Math.abs(length - gopSeconds) < 0.02 ? length : undefined;
}

/** Returns the seconds from a segment's start to its first picture, as in the nearest loaded segment. */
function getPictureDelay(index: number, segments: readonly Segment[]): number {
  for (let distance = 0; distance < segments.length; distance += 1)
    for (const segment of [segments[index - distance], segments[index + distance]])
      if (segment?.elementaryStreams.video) return segment.elementaryStreams.video.startPTS - segment.start;
  return 0;
}

export function isBuffered({ buffered }: Pick<HTMLVideoElement, 'buffered'>, seconds: number): boolean {
  for (let range = 0; range < buffered.length; range += 1)
    if (buffered.start(range) <= seconds && buffered.end(range) > seconds) return true;
  return false;
}
