/**
 * The 'Ocultar resultados' setting; the API client then removes scores from its responses. Stored in the browser, so
 * that it applies before the session is known; an account's setting replaces it.
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
