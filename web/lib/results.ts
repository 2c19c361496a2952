/**
 * The 'Ocultar resultados' setting: the API client removes scores from its responses while it is on. Stored in the
 * browser, so that it applies before the session is known; an account's own setting replaces it. Code that reads a
 * score
 * by itself, such as the player, checks `useResultsHidden` first.
 */
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './use-stored.ts';

const key = 'results-hidden';
let hidden = readStored(key) === true;
const listeners = new Set<() => void>();

export const areResultsHidden = () => hidden;

export function hideResults(wanted: boolean): void {
  writeStored(key, wanted || null);
  if (wanted === hidden) return;
  hidden = wanted;
  for (const listener of listeners) listener();
}

export function onResultsHidden(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useResultsHidden = () => useSyncExternalStore(onResultsHidden, areResultsHidden);
