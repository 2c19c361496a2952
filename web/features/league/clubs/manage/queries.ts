/** Clubs as staff see them. Club staff read every club and change their own. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { useManagement } from '../../../platform/back-office/use-management.ts';

export function useManagedClub(id: string) {
  const { area } = useManagement();
  return useQuery({
    queryKey: ['managed-club', area, id],
    queryFn: async ({ signal }) => (await api(`GET /${area}/clubs/{id}`, { params: { id }, signal })).data.club,
  });
}

export const clubQueries = ['managed-clubs', 'managed-club', 'clubs', 'club'] as const;
