/** One event for its staff; an empty id reads nothing. Club staff may not see other clubs' events. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useManagement } from './use-management.ts';

export function useManagedEvent(id: string) {
  const { area } = useManagement();
  return useQuery({
    queryKey: ['managed-event', area, id],
    enabled: id !== '',
    queryFn: async ({ signal }) =>
      (await api(`GET /${area}/sportevents/{id}`, { params: { id }, signal })).data.sportEvent,
  });
}
