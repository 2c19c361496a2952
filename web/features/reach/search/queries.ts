import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { SearchGroup } from '../../../../shared/contract/search.ts';
import { api } from '../../../lib/api.ts';

export interface SearchFilter {
  search: string;
  sport?: Sport;
  clubIds?: string[] | undefined;
}

/** Sends nothing without a text. */
export function useSearch(filter: SearchFilter, group?: SearchGroup, page = 1) {
  return useQuery({
    queryKey: ['search', filter, group, page],
    enabled: filter.search !== '',
    queryFn: async ({ signal }) => {
      const query = { ...filter, ...(group && { group, page }) };
      return (await api('GET /search', { query, signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

export const groupNames: Record<SearchGroup, { title: string; one: string; many: string; empty: string }> = {
  sportEvents: { title: 'Partidos', one: 'partido', many: 'partidos', empty: 'No hay partidos' },
  vods: { title: 'Videos', one: 'video', many: 'videos', empty: 'No hay videos' },
  clips: { title: 'Clips', one: 'clip', many: 'clips', empty: 'No hay clips' },
  clubs: { title: 'Clubes', one: 'club', many: 'clubes', empty: 'No hay clubes' },
};
export const groupKeys = Object.keys(groupNames) as SearchGroup[];
