/** The limits of the clip editor's handles, in seconds of the recording. */
import { longestClip, shortestClip } from '../../../../shared/domain/clip-length.ts';

export interface ClipRange {
  start: number;
  end: number;
}

interface Window {
  from: number;
  to: number;
}

const windowSeconds = 90;
/** Default seconds before and after the position. */
const [before, after] = [8, 6];

export function centreWindow(at: number, duration: number): Window {
  const from = Math.max(0, Math.min(Math.floor(at - windowSeconds / 2), Math.floor(duration) - windowSeconds));
  return { from, to: Math.min(duration, from + windowSeconds) };
}

export function shiftWindow({ from, to }: Window, by: number, duration: number): Window {
  return centreWindow((from + to) / 2 + by, duration);
}

export function defaultRange(at: number, duration: number): ClipRange {
  const start = roundToHalf(Math.max(0, Math.min(at - before, duration - before - after)));
  return { start, end: Math.min(duration, roundToHalf(start + before + after)) };
}

/** A handle moves the other one where the clip would become too short or too long. */
export function moveStart({ end }: ClipRange, wanted: number, shown: Window): ClipRange {
  const start = Math.max(shown.from, Math.min(wanted, shown.to - shortestClip));
  return { start, end: Math.min(shown.to, Math.max(start + shortestClip, Math.min(end, start + longestClip))) };
}

export function moveEnd({ start }: ClipRange, wanted: number, shown: Window): ClipRange {
  const end = Math.min(shown.to, Math.max(wanted, shown.from + shortestClip));
  return { start: Math.max(shown.from, Math.min(end - shortestClip, Math.max(start, end - longestClip))), end };
}

const roundToHalf = (seconds: number) => Math.round(seconds * 2) / 2;
