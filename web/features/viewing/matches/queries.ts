/** Public lists of lives and recordings. A list stays on the screen while its next page loads. */
import { useQuery } from '@tanstack/react-query';
import type { MatchFilter } from '../../../../shared/contract/events.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { livesRefreshMs } from '../../../../shared/domain/limits.ts';
import { api } from '../../../lib/api.ts';
import { pageQuery } from '../../../lib/use-page.ts';
import { useFollowedLives } from '../../league/events/use-signals.ts';

/** Reads all lives, or those of a sport. The browser filters them, so that all lists share one request. */
export function useLives(sport?: Sport) {
  const query = useQuery({
    queryKey: ['lives'],
    queryFn: async ({ signal }) => (await api('GET /liveusers', { signal })).data.liveUsers,
    select: (lives) => (sport ? lives.filter((live) => live.sport === sport) : lives),
    refetchInterval: livesRefreshMs,
  });
  return { ...query, data: useFollowedLives(query.data, query.refetch) };
}

type Options = {
  sport?: Sport;
  page?: number;
  /** Lists one recording per match, with the match's other videos attached. */
  each?: 'match';
  search?: string;
  clubIds?: string[];
} & MatchFilter;

export function useVods({ page = 1, ...filter }: Options) {
  return useQuery(
    pageQuery(['vods', filter], page, (page, signal) => api('GET /vods', { query: { ...filter, page }, signal })),
  );
}
