/**
 * Positions and limits of the two handles that mark a range of a recording, in seconds: for a clip, or for seconds to
 * withdraw.
 */
import { longestClip, shortestClip } from '../../../../shared/domain/clip-length.ts';

export interface ClipRange {
  start: number;
  end: number;
}

interface Window {
  from: number;
  to: number;
}

/** Both in seconds. */
export interface RangeLimits {
  shortest: number;
  longest: number;
}

export const clipLimits: RangeLimits = { shortest: shortestClip, longest: longestClip };

const windowSeconds = 90;
/** Seconds before and after the position, by default. */
const [before, after] = [8, 6];

export function centreWindow(at: number, duration: number): Window {
  const from = Math.max(0, Math.min(Math.floor(at - windowSeconds / 2), Math.floor(duration) - windowSeconds));
  return { from, to: Math.min(duration, from + windowSeconds) };
}

export function shiftWindow({ from, to }: Window, offset: number, duration: number): Window {
  return centreWindow((from + to) / 2 + offset, duration);
}

export function computeDefaultRange(at: number, duration: number): ClipRange {
  const start = roundToHalf(Math.max(0, Math.min(at - before, duration - before - after)));
  return { start, end: Math.min(duration, roundToHalf(start + before + after)) };
}

/** Moves the start, and the end with it if the range would become too short or too long. */
export function moveStart(
  { end }: ClipRange,
  wanted: number,
  shown: Window,
  { shortest, longest } = clipLimits,
): ClipRange {
  const start = Math.max(shown.from, Math.min(wanted, shown.to - shortest));
  return { start, end: Math.min(shown.to, Math.max(start + shortest, Math.min(end, start + longest))) };
}

export function moveEnd(
  { start }: ClipRange,
  wanted: number,
  shown: Window,
  { shortest, longest } = clipLimits,
): ClipRange {
  const end = Math.min(shown.to, Math.max(wanted, shown.from + shortest));
  return { start: Math.max(shown.from, Math.min(end - shortest, Math.max(start, end - longest))), end };
}

const roundToHalf = (seconds: number) => Math.round(seconds * 2) / 2;
