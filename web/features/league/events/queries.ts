import { useQuery } from '@tanstack/react-query';
import { livesRefreshMs } from '../../../../shared/domain/limits.ts';
import { api } from '../../../lib/api.ts';
import { pageQuery } from '../../../lib/use-page.ts';

export function useSportEvent(
  id: string,
  when: { enabled?: boolean; staleTime?: number; refetchInterval?: number } = {},
) {
  return useQuery({
    ...when,
    queryKey: ['event', id],
    queryFn: async ({ signal }) => (await api('GET /sportevents/{id}', { params: { id }, signal })).data.sportEvent,
  });
}

export function useEventLives(id: string | undefined) {
  return useQuery({
    queryKey: ['event-lives', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await api('GET /sportevents/{id}/lives', { params: { id: id ?? '' }, signal })).data.liveUsers.filter(
        (live) => live.isLive,
      ),
    refetchInterval: livesRefreshMs,
  });
}

export function useEventVods(id: string, page: number) {
  return useQuery(
    pageQuery(['event-vods', id], page, (page, signal) =>
      api('GET /sportevents/{id}/vods', { params: { id }, query: { page }, signal }),
    ),
  );
}
