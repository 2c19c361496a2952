/** Matches of a search that have no video in its list, such as one that was bought before it is played. */
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { foldText } from '../../../../shared/domain/fold-text.ts';
import { type SearchFilter, useSearch } from './queries.ts';

/**
 * Returns those with exactly the searched title or, for an empty list, all. `listed` are the ids of the matches that
 * the list shows; undefined until it is loaded.
 */
export function useMatchesWithoutVideo(filter: SearchFilter, listed: readonly (string | null)[] | undefined) {
  const { data, isPlaceholderData } = useSearch(filter);
  if (!data || isPlaceholderData || !listed) return noMatches;
  const title = foldText(filter.search.trim());
  return data.sportEvents.items.filter(
    (event) => !listed.includes(event.id) && (listed.length === 0 || foldText(event.title.trim()) === title),
  );
}

const noMatches: readonly SportEvent[] = [];
