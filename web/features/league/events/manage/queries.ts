import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { withClubsError } from '../../../platform/back-office/clubs-error.ts';
import { managedEventQuery } from '../../../platform/back-office/managed-event-query.ts';
import { useManagement } from '../../../platform/back-office/use-management.ts';

export function useManagedEvent(id: string) {
  const { isClubStaff } = useManagement();
  return useQuery(managedEventQuery(isClubStaff, id));
}

/** The buyers and followers of a match, whom a change of it concerns. */
export const useMatchAudience = (id: string) =>
  useQuery({
    queryKey: ['match-audience', id],
    queryFn: async ({ signal }) => (await api('GET /families/matches/{id}', { params: { id }, signal })).data,
  });

export const setEventClubs = (isClubStaff: boolean, id: string, clubIds: string[], version?: number) =>
  withClubsError(
    api(isClubStaff ? 'PUT /clubStaff/sportevents/{id}/clubs' : 'PUT /live/sportevents/{id}/clubs', {
      params: { id },
      body: { clubIds, version },
    }),
  );

export const eventThumbnailKey = (isClubStaff: boolean) =>
  isClubStaff ? 'POST /clubStaff/sportevents/{id}/thumbnail' : 'POST /live/sportevents/{id}/thumbnail';
