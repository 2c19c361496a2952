/** The latest texts that the user searched for. They stay in this browser. */
import { useCallback } from 'react';
import { foldText } from '../../../../shared/domain/fold-text.ts';
import { readStored, useStored, writeStored } from '../../../lib/use-stored.ts';

const key = 'recent-searches';
const maxSearches = 8;

export function useRecentSearches(): { searches: readonly string[]; forget: () => void } {
  const [searches, store] = useStored<string[]>(key, [], isSearches);
  return { searches, forget: useCallback(() => store([]), [store]) };
}

/** Puts a text first, in place of one that differs only in case or accents. */
export function rememberSearch(text: string): void {
  const stored = readStored(key);
  const others = isSearches(stored) ? stored.filter((one) => foldText(one) !== foldText(text)) : [];
  writeStored(key, [text, ...others].slice(0, maxSearches));
}

const isSearches = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= maxSearches && value.every((text) => typeof text === 'string');
