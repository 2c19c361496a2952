import { useQuery } from '@tanstack/react-query';

import { api } from '../../../lib/api.ts';
import { eventsAtQuery, splitRunningAndNext } from '../../league/events/event-times.ts';
import { useFollowedMatches } from '../../league/events/use-signals.ts';

/**
 * Returns the next match of any sport, or one that is being played, or undefined. Shares its query with the row
 * 'Próximos'.
 */
export function useNextEvent() {
  const { data, isPending } = useQuery(eventsAtQuery('upcoming'));
  const { running, next } = splitRunningAndNext(useFollowedMatches(data?.sportEvents));
  // A match that is played without a picture comes after the next one.
  return { event: next ?? running[0], isPending };
}

export function useLatestContent() {
  return useQuery({
    queryKey: ['latest-content'],
    queryFn: async ({ signal }) => (await api('GET /public/content/videos', { signal })).data.contentVideos,
  });
}
