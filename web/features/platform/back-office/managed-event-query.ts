/** One event for its staff. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const managedEventQuery = (isClubStaff: boolean, id: string) =>
  queryOptions({
    queryKey: ['managed-event', isClubStaff, id],
    queryFn: async ({ signal }) =>
      (
        await api(isClubStaff ? 'GET /clubStaff/sportevents/{id}' : 'GET /live/sportevents/{id}', {
          params: { id },
          signal,
        })
      ).data.sportEvent,
  });
