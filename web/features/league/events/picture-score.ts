/**
 * The score that a live's picture has reached, as its scoreboard shows it, so that the page beside the player tells the
 * same and no goal too early.
 */
import { useSyncExternalStore } from 'react';
import type { MatchScore } from '../../../../shared/contract/scores.ts';

const scores = new Map<string, MatchScore>();
const listeners = new Set<() => void>();

/** Undefined once no picture of the match is shown. */
export function setPictureScore(eventId: string, score: MatchScore | undefined): void {
  if (scores.get(eventId) === score) return;
  if (score) scores.set(eventId, score);
  else scores.delete(eventId);
  for (const listener of listeners) listener();
}

export const usePictureScore = (eventId: string | undefined): MatchScore | null =>
  useSyncExternalStore(subscribe, () => (eventId && scores.get(eventId)) || null);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
