/** The limits of the clip editor's handles, in seconds of the recording. */
import { longestClip, shortestClip } from '../../../../shared/domain/clip-length.ts';

export interface Cut {
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

export function windowAround(at: number, duration: number): Window {
  const from = Math.max(0, Math.min(Math.floor(at - windowSeconds / 2), Math.floor(duration) - windowSeconds));
  return { from, to: Math.min(duration, from + windowSeconds) };
}

export function shifted({ from, to }: Window, by: number, duration: number): Window {
  return windowAround((from + to) / 2 + by, duration);
}

export function cutAround(at: number, duration: number): Cut {
  const start = half(Math.max(0, Math.min(at - before, duration - before - after)));
  return { start, end: Math.min(duration, half(start + before + after)) };
}

/** A handle moves the other one where the clip would become too short or too long. */
export function withStart({ end }: Cut, wanted: number, shown: Window): Cut {
  const start = Math.max(shown.from, Math.min(wanted, shown.to - shortestClip));
  return { start, end: Math.min(shown.to, Math.max(start + shortestClip, Math.min(end, start + longestClip))) };
}

export function withEnd({ start }: Cut, wanted: number, shown: Window): Cut {
  const end = Math.min(shown.to, Math.max(wanted, shown.from + shortestClip));
  return { start: Math.max(shown.from, Math.min(end - shortestClip, Math.max(start, end - longestClip))), end };
}

const half = (seconds: number) => Math.round(seconds * 2) / 2;
