/** A video's frames: their duration and display time, where the browser reports them, and the key frames. */

import { gopSeconds } from '../../shared/domain/limits.ts';

/** Seconds per frame until they are measured: 25 frames per second, as on television. */
const defaultFrameTime = 1 / 25;
/** Seconds; a longer frame means that the machine drops frames. */
const maxFrameTime = 1 / 24;
const sampleCount = 30;

/** Measures the duration of a frame during playback, because browsers do not tell it. */
export function measureFrameTime(video: HTMLVideoElement): { seconds: () => number; stop: () => void } {
  let shortest = Number.POSITIVE_INFINITY;
  let last: { mediaTime: number; presentedFrames: number } | undefined;
  let seen = 0;
  let handle: number | undefined;
  const onFrame = (_now: number, frame: { mediaTime: number; presentedFrames: number }) => {
    const pictures = last ? frame.presentedFrames - last.presentedFrames : 0;
    const seconds = last ? frame.mediaTime - last.mediaTime : 0;
    // A distance beyond these limits comes from a seek.
    if (pictures > 0 && seconds > 1 / 125 && seconds < 0.2) {
      shortest = Math.min(shortest, seconds / pictures);
      seen += 1;
    }
    last = frame;
    if (seen < sampleCount) handle = video.requestVideoFrameCallback(onFrame);
  };
  if (showsFrameTimes(video)) handle = video.requestVideoFrameCallback(onFrame);
  return {
    // Slightly longer than a frame, so that a step never ends just before the frame changes.
    seconds: () => (Number.isFinite(shortest) ? Math.min(shortest, maxFrameTime) : defaultFrameTime) * 1.02,
    stop: () => {
      if (handle !== undefined) video.cancelVideoFrameCallback(handle);
    },
  };
}

/** Calls back with the time at which a playing video showed its first frame. The returned function cancels it. */
export function awaitFirstFrame(video: HTMLVideoElement, callback: (at: number) => void): () => void {
  if (!showsFrameTimes(video)) return () => undefined;
  let handle = 0;
  const onFrame = (now: number) => {
    // Browsers also show the first frame of a video that may not start by itself.
    if (video.paused) handle = video.requestVideoFrameCallback(onFrame);
    else callback(now);
  };
  handle = video.requestVideoFrameCallback(onFrame);
  return () => video.cancelVideoFrameCallback(handle);
}

export const showsFrameTimes = (video: HTMLVideoElement) => 'requestVideoFrameCallback' in video;

/** The `readyState` HAVE_FUTURE_DATA: the next frame is there too. */
export const futureData = 3;

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

/**
 * Returns the position of the nearest key frame, in seconds; the given position where no segment is known. A decoder
 * shows a key frame at once; before any other frame, it decodes up to two seconds of video. Nobody can choose a
 * position more exactly than by seconds on the seek bar.
 */
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
