/**
 * The setting 'Ocultar resultados', by which the API client removes scores from responses. The browser stores it, so
 * that it applies before the session is known; then an account's setting replaces it.
 */
import { useSyncExternalStore } from 'react';
import { createListeners, readStored, writeStored } from './use-stored.ts';

const key = 'results-hidden';
let hidden = readStored(key) === true;
const [notify, subscribe] = createListeners();

export const areResultsHidden = () => hidden;

export function hideResults(wanted: boolean): void {
  writeStored(key, wanted || null);
  if (wanted === hidden) return;
  hidden = wanted;
  notify();
}

export const onResultsHidden = subscribe;

export const useResultsHidden = () => useSyncExternalStore(onResultsHidden, areResultsHidden);
