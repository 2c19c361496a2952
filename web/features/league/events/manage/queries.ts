/** Events as staff sees them. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { withClubsError } from '../../../platform/manage/clubs-error.ts';
import { useManagement } from '../../../platform/manage/use-management.ts';

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
