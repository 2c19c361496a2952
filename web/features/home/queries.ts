/** What the home page shows besides lives and recordings: the next match and the latest content. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The match under way or next to begin, of any sport; undefined when none is planned within the weeks ahead. */
export function useNextEvent() {
  return useQuery({
    queryKey: ['next-event'],
    queryFn: async ({ signal }) => {
      const now = new Date().toISOString();
      const { data } = await api('GET /sportevents', { query: { dateAround: now }, signal });
      return (
        data.sportEvents
          .filter((event) => event.scheduledFinishDate > now)
          .sort((a, b) => a.scheduledStartDate.localeCompare(b.scheduledStartDate))[0] ?? null
      );
    },
    staleTime: 60_000,
  });
}

export function useLatestContent() {
  return useQuery({
    queryKey: ['latest-content'],
    queryFn: async ({ signal }) => (await api('GET /public/content/videos', { signal })).data.contentVideos,
  });
}
