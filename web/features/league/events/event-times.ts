import { useQuery } from '@tanstack/react-query';
import type { MatchFilter } from '../../../../shared/contract/events.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { isAhead, isBeingPlayed } from '../../../../shared/domain/match-state.ts';
import { api } from '../../../lib/api.ts';
import { pageQuery, useFilter } from '../../../lib/use-page.ts';
import { isPlayed } from './result.tsx';

export type Time = 'today' | 'weekend' | 'upcoming' | 'results';

export const timeChoices: { value: Time; label: string; empty: string }[] = [
  { value: 'today', label: 'Hoy', empty: 'Hoy no hay partidos' },
  { value: 'weekend', label: 'Este fin de semana', empty: 'Este fin de semana no hay partidos' },
  { value: 'upcoming', label: 'Próximos', empty: 'No hay próximos partidos' },
  { value: 'results', label: 'Resultados', empty: 'Todavía no hay resultados' },
];

const timeParameters: Record<Time, string> = {
  today: 'hoy',
  weekend: 'fin-de-semana',
  upcoming: 'proximos',
  results: 'resultados',
};

export function useTime(): [Time | '', (value: string) => void] {
  const [parameter, setParameter] = useFilter('cuando');
  const time = timeChoices.find(({ value }) => timeParameters[value] === parameter)?.value ?? '';
  return [time, (value) => setParameter(timeParameters[value as Time] ?? '')];
}

/** The tables instead of matches, as another choice of the same parameter. */
export function useTables(): [boolean, (value: string) => void] {
  const [parameter, setParameter] = useFilter('cuando');
  return [
    parameter === tables,
    (value) => setParameter(value === tables ? tables : (timeParameters[value as Time] ?? '')),
  ];
}

export const tables = 'clasificacion';

export interface EventFilter extends MatchFilter {
  sport?: Sport;
  search?: string;
  clubIds?: string[];
}

/** The home page's hero and its row 'Próximos' share one request. */
export const eventsAtQuery = (time: Time, filter: EventFilter = {}, page = 1) => ({
  ...pageQuery(['events-at', time, filter], page, (page, signal) =>
    api('GET /sportevents', { query: { ...filter, time, page }, signal }),
  ),
  staleTime: 60_000,
});

export const useEventsAt = (time: Time, filter: EventFilter = {}, page = 1, enabled = true) =>
  useQuery({
    ...eventsAtQuery(time, filter, page),
    enabled,
    refetchInterval: ({ state }) => scorePollInterval(state.data?.sportEvents),
  });

export function splitRunningAndNext(events: readonly SportEvent[] = [], now = Date.now()) {
  return {
    running: events.filter((event) => isBeingPlayed(event, now)),
    next: events.find((event) => isAhead(event, now)),
  };
}

/** Only matches with a score, the newest first. */
export function useLastResults(clubId: string) {
  return useQuery({
    queryKey: ['last-results', clubId],
    queryFn: async ({ signal }) =>
      (await api('GET /clubs/{id}/results', { params: { id: clubId }, signal })).data.sportEvents,
    staleTime: 60_000,
  });
}

/** Milliseconds between polls of a list with a running match, which the edge caches for 10 s; false without one. */
export const scorePollInterval = (events: readonly Pick<SportEvent, 'score'>[] | undefined): number | false =>
  events?.some(({ score }) => score && isPlayed(score)) ? 15_000 : false;
