/** Queries of competitions, whose responses are the same for everybody: the edge caches them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { api } from '../../../lib/api.ts';

const staleTime = 30_000;

export function useCompetitions(filter: { sport?: Sport; clubIds?: string[] } = {}, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['competitions', filter],
    queryFn: async ({ signal }) => (await api('GET /competitions', { query: filter, signal })).data.competitions,
    staleTime,
    placeholderData: keepPreviousData,
  });
}

export function useCompetition(slug: string) {
  return useQuery({
    queryKey: ['competition', slug],
    queryFn: async ({ signal }) =>
      (await api('GET /competitions/{slug}', { params: { slug }, signal })).data.competition,
    staleTime,
  });
}

/** `enabled`: results may be shown. */
export function useStandings(slug: string, enabled: boolean) {
  return useQuery({
    queryKey: ['standings', slug],
    enabled,
    queryFn: async ({ signal }) => (await api('GET /competitions/{slug}/standings', { params: { slug }, signal })).data,
    staleTime,
    refetchInterval: ({ state }) => {
      const legs = state.data?.rounds.flatMap(({ ties }) => ties.flatMap((tie) => tie.legs));
      return legs?.some(({ isLive }) => isLive) ? 15_000 : 60_000;
    },
  });
}
