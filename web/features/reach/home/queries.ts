/** What the home page shows besides lives and recordings: the next match and the latest content. */
import { useQuery } from '@tanstack/react-query';
import { isOn } from '../../../../shared/league/match.ts';
import { api } from '../../../lib/api.ts';

/** The match under way or next to begin, of any sport; null when none is planned. */
export function useNextEvent() {
  return useQuery({
    queryKey: ['next-event'],
    queryFn: async ({ signal }) =>
      (await api('GET /sportevents', { query: { upcoming: true }, signal })).data.sportEvents.find(isOn) ?? null,
    staleTime: 60_000,
  });
}

export function useLatestContent() {
  return useQuery({
    queryKey: ['latest-content'],
    queryFn: async ({ signal }) => (await api('GET /public/content/videos', { signal })).data.contentVideos,
  });
}
