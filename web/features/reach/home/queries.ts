/** Queries of the home page: the next match and the latest content. */
import { useQuery } from '@tanstack/react-query';
import { takesPlace } from '../../../../shared/domain/event-state.ts';
import { api } from '../../../lib/api.ts';
import { eventsKey } from '../../league/events/events-key.ts';

/** The current or next match of any sport, or null. Shares its query with 'Próximos' below. */
export function useNextEvent() {
  return useQuery({
    queryKey: eventsKey('upcoming'),
    queryFn: async ({ signal }) =>
      (await api('GET /sportevents', { query: { time: 'upcoming', page: 1 }, signal })).data,
    select: ({ sportEvents }) => sportEvents.find((event) => takesPlace(event) && event.state !== 'FINISHED') ?? null,
    staleTime: 60_000,
  });
}

export function useLatestContent() {
  return useQuery({
    queryKey: ['latest-content'],
    queryFn: async ({ signal }) => (await api('GET /public/content/videos', { signal })).data.contentVideos,
  });
}
