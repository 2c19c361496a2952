/**
 * Returns the moments that a delayed live's picture has reached: the page knows of a goal long before the picture shows
 * it.
 */
import { useEffect, useState } from 'react';
import type { PlayerMark } from './player-props.ts';

const pollIntervalMs = 1_000;

/**
 * `at` returns the second of the broadcast that the picture shows; undefined without delay, when all moments are shown.
 */
export function useReachedMarks(marks: readonly PlayerMark[], at: (() => number) | undefined): readonly PlayerMark[] {
  const [reached, setReached] = useState(0);
  const hidden = at && marks.some(({ seconds }) => seconds > reached);
  useEffect(() => {
    if (!at || !hidden) return;
    const look = () => setReached((before) => Math.max(before, at()));
    look();
    const timer = setInterval(look, pollIntervalMs);
    return () => clearInterval(timer);
  }, [at, hidden]);
  return hidden ? marks.filter(({ seconds }) => seconds <= reached) : marks;
}
