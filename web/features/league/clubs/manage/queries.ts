/** Clubs as staff see them. Club staff read every club and change their own. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { useManagement } from '../../../platform/back-office/use-management.ts';

export function useManagedClub(id: string) {
  const { isClubStaff } = useManagement();
  return useQuery({
    queryKey: ['managed-club', isClubStaff, id],
    queryFn: async ({ signal }) =>
      (await api(isClubStaff ? 'GET /clubStaff/clubs/{id}' : 'GET /live/clubs/{id}', { params: { id }, signal })).data
        .club,
  });
}

export const clubThumbnailKey = (isClubStaff: boolean) =>
  isClubStaff ? 'POST /clubStaff/clubs/{id}/thumbnail' : 'POST /live/clubs/{id}/thumbnail';

export const clubQueries = ['managed-clubs', 'managed-club', 'clubs', 'club'] as const;
