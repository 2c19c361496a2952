/** Events as staff sees them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Sport } from '../../../../../shared/contract/schema.ts';
import { api } from '../../../../lib/api.ts';
import { fetchPageOrLast } from '../../../../lib/use-page.ts';
import { withClubsError } from '../../../platform/manage/clubs-error.ts';
import { useManagement } from '../../../platform/manage/use-management.ts';

interface EventQuery {
  page: number;
  search?: string | undefined;
  sport?: Sport | undefined;
  /** The nearest ahead first by default. */
  time?: 'upcoming' | 'results';
  visible?: 'true' | 'false';
  date?: string;
  clubIds?: string[];
}

export function useManagedEvents(query: EventQuery) {
  const { staff } = useManagement();
  return useQuery({
    queryKey: ['managed-events', staff, query],
    queryFn: ({ signal }) =>
      fetchPageOrLast(query.page, (page) =>
        api(staff ? 'GET /clubStaff/sportevents' : 'GET /live/sportevents', {
          query: { time: 'fromToday', ...query, page },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function useManagedEvent(id: string) {
  const { staff } = useManagement();
  return useQuery({
    queryKey: ['managed-event', staff, id],
    queryFn: async ({ signal }) =>
      (await api(staff ? 'GET /clubStaff/sportevents/{id}' : 'GET /live/sportevents/{id}', { params: { id }, signal }))
        .data.sportEvent,
  });
}

export const setEventClubs = (staff: boolean, id: string, clubIds: string[], version?: number) =>
  withClubsError(
    api(staff ? 'PUT /clubStaff/sportevents/{id}/clubs' : 'PUT /live/sportevents/{id}/clubs', {
      params: { id },
      body: { clubIds, version },
    }),
  );

export const eventThumbnailKey = (staff: boolean) =>
  staff ? 'POST /clubStaff/sportevents/{id}/thumbnail' : 'POST /live/sportevents/{id}/thumbnail';
