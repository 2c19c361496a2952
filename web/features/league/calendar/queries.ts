/** Events of a month, or pages of events that match a filter. Admins see hidden ones too. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MatchFilter } from '../../../../shared/contract/events.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { api } from '../../../lib/api.ts';
import { pageQuery } from '../../../lib/use-page.ts';
import { scorePollInterval, type Time } from '../events/event-times.ts';
import { type Day, toNoon } from './month.ts';

interface Filter {
  sport: Sport;
  time?: Time | undefined;
  search: string;
  clubIds: string[];
  match: MatchFilter;
}

export function useMonth(month: Day, sport: Sport, isLiveUser: boolean) {
  return useQuery({
    queryKey: ['calendar-month', month.slice(0, 7), sport, isLiveUser],
    queryFn: async ({ signal }) => {
      // The whole month has one address, so that the edge and the offline cache can answer it.
      const query = { dateAround: toNoon(`${month.slice(0, 7)}-15`), sport };
      const { data } = await api(isLiveUser ? 'GET /live/sportevents' : 'GET /sportevents', { query, signal });
      return data.sportEvents;
    },
    refetchInterval: ({ state }) => scorePollInterval(state.data),
    placeholderData: keepPreviousData,
  });
}

export function useEventSearch({ sport, search, clubIds, time, match }: Filter, page: number, isLiveUser: boolean) {
  const query = {
    sport,
    // A search without a time begins with the matches nearest to today.
    time: time ?? ('nearest' as const),
    ...match,
    ...(search ? { search } : {}),
    ...(clubIds.length > 0 ? { clubIds } : {}),
  };
  const key = isLiveUser ? 'GET /live/sportevents' : 'GET /sportevents';
  return useQuery({
    ...pageQuery(['calendar-found', query, key], page, (page, signal) =>
      api(key, { query: { ...query, page }, signal }),
    ),
    refetchInterval: ({ state }) => scorePollInterval(state.data?.sportEvents),
  });
}
