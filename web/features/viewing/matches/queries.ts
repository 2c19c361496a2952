/** Public lists of lives and recordings. Lists keep their last page on the screen while the next one is fetched. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { livesRefreshMs } from '../../../../shared/domain/limits.ts';
import { api } from '../../../lib/api.ts';
import { pageOrLast } from '../../../lib/use-page.ts';

/** All lives, or those of a sport. All are asked for either way: one answer serves every list on the screen. */
export function useLives(sport?: Sport) {
  return useQuery({
    queryKey: ['lives'],
    queryFn: async ({ signal }) => (await api('GET /liveusers', { signal })).data.liveUsers,
    select: (lives) => (sport ? lives.filter((live) => live.sport === sport) : lives),
    refetchInterval: livesRefreshMs,
  });
}

export function useVods({
  page = 1,
  ...filter
}: {
  sport?: Sport;
  page?: number;
  /** One of each match, with what else there is of it. */
  each?: 'match';
  search?: string;
  clubIds?: string[];
}) {
  return useQuery({
    queryKey: ['vods', filter, page],
    queryFn: ({ signal }) => pageOrLast(page, (page) => api('GET /vods', { query: { ...filter, page }, signal })),
    placeholderData: keepPreviousData,
  });
}
