/**
 * Moves a jump to the nearest key frame, which a decoder shows at once; any other picture needs up to a second of pictures
 * decoded before it. A place on the seek bar is not chosen to less than a second.
 */

/** Recordings have a key frame each second from a segment's first picture (job-settings.ts). */
const gopSeconds = 1;
/** One audio frame: the estimated start of a segment's pictures may be early by as much. */
const marginSeconds = 0.025;

/** A segment as hls.js knows it. */
export interface Segment {
  /** Start of its sound, usually some hundredths of a second before its pictures; estimated until it is loaded. */
  start: number;
  duration: number;
  elementaryStreams: { video: { startPTS: number } | null };
}

/** The second of the key frame nearest to a second of a recording; the second itself where no segment is known. */
export function findKeyFrame(seconds: number, segments: readonly Segment[] = []): number {
  const index = segments.findIndex(({ start, duration }) => seconds >= start && seconds < start + duration);
  const segment = segments[index];
  if (!segment) return seconds;
  const first = segment.start + getPictureDelay(index, segments);
  const gops = Math.max(1, Math.round(segment.duration / gopSeconds));
  const length = segment.duration / gops;
  // Stays within the segment: a key frame of the next one would load that segment too.
  const gop = Math.min(Math.max(0, Math.round((seconds - first) / length)), gops - 1);
  return first + gop * length + marginSeconds;
}

/** Seconds from a segment's start to its first picture, as in the nearest segment that has been loaded. */
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
