import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { withClubsError } from '../../../platform/manage/clubs-error.ts';
import { useManagement } from '../../../platform/manage/use-management.ts';

export function useManagedEvent(id: string) {
  const { isClubStaff } = useManagement();
  return useQuery({
    queryKey: ['managed-event', isClubStaff, id],
    queryFn: async ({ signal }) =>
      (
        await api(isClubStaff ? 'GET /clubStaff/sportevents/{id}' : 'GET /live/sportevents/{id}', {
          params: { id },
          signal,
        })
      ).data.sportEvent,
  });
}

export const setEventClubs = (isClubStaff: boolean, id: string, clubIds: string[], version?: number) =>
  withClubsError(
    api(isClubStaff ? 'PUT /clubStaff/sportevents/{id}/clubs' : 'PUT /live/sportevents/{id}/clubs', {
      params: { id },
      body: { clubIds, version },
    }),
  );

export const eventThumbnailKey = (isClubStaff: boolean) =>
  isClubStaff ? 'POST /clubStaff/sportevents/{id}/thumbnail' : 'POST /live/sportevents/{id}/thumbnail';
