/** Events of a month, or pages of those that fit a filter. Admins see hidden ones too (V-API-25, V-API-26). */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Sport } from '../../../shared/schema.ts';
import { api } from '../../lib/api.ts';
import { type Day, noonOf } from './month.ts';

interface Filter {
  sport: Sport;
  search: string;
  clubIds: string[];
}

export function useMonth(month: Day, sport: Sport, isLiveUser: boolean, enabled: boolean) {
  return useQuery({
    queryKey: ['calendar-month', month.slice(0, 7), sport, isLiveUser],
    enabled,
    queryFn: async ({ signal }) => {
      const query = { dateAround: noonOf(month), sport };
      const { data } = await api(isLiveUser ? 'GET /live/sportevents' : 'GET /sportevents', { query, signal });
      return data.sportEvents;
    },
    placeholderData: keepPreviousData,
  });
}

export function useFoundEvents(
  { sport, search, clubIds }: Filter,
  page: number,
  isLiveUser: boolean,
  enabled: boolean,
) {
  return useQuery({
    queryKey: ['calendar-found', sport, search, clubIds, page, isLiveUser],
    enabled,
    queryFn: async ({ signal }) => {
      const query = { sport, page, ...(search ? { search } : {}), ...(clubIds.length > 0 ? { clubIds } : {}) };
      return (await api(isLiveUser ? 'GET /live/sportevents' : 'GET /sportevents', { query, signal })).data;
    },
    placeholderData: keepPreviousData,
  });
}

/** Names of the clubs that an address brought along as ids. */
export function useClubsById(ids: string[]) {
  return useQuery({
    queryKey: ['clubs-by-id', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        ids.map((id) =>
          api('GET /clubs/{id}', { params: { id }, signal }).then(
            ({ data }) => data.club,
            () => undefined,
          ),
        ),
      );
      return found.filter((club) => club !== undefined);
    },
    staleTime: 300_000,
  });
}
