/** Events of a month, or pages of those that fit a filter. Admins see hidden ones too (V-API-25, V-API-26). */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sport } from '../../../../shared/schema.ts';
import { api } from '../../../lib/api.ts';
import type { ClubChoice } from '../../../ui/club-picker.tsx';
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

/**
 * The clubs that an address names by their ids, in its order: those chosen here are known at once, the others are asked
 * for. One that cannot be found stays, so that it can be taken away.
 */
export function useClubsById(ids: string[]): [ClubChoice[], (known: ClubChoice[]) => void] {
  const [known, setKnown] = useState<ClubChoice[]>([]);
  const unknown = ids.filter((id) => !known.some((club) => club.id === id));
  const asked = useQueries({
    queries: unknown.map((id) => ({
      queryKey: ['club', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api('GET /clubs/{id}', { params: { id }, signal })).data.club,
      staleTime: 300_000,
    })),
  });
  const found = [...known, ...asked.map(({ data }) => data)];
  return [ids.map((id) => found.find((club) => club?.id === id) ?? { id, name: 'Club' }), setKnown];
}
