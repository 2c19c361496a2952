/**
 * 'Ocultar resultados' (D-MATCH-3): one rule for every page. Answers of the API lose their scores before any page sees
 * them, and texts that people wrote lose what looks like one. The choice is the browser's, so that it holds before it is
 * known who is here; that of an account replaces it. Whoever asks for a score itself, as the player does, asks
 * `useResultsHidden` first.
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
