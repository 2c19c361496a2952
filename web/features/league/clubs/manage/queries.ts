/** Clubs as staff sees them. Club staff may read every club and change their own. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { fetchPageOrLast } from '../../../../lib/use-page.ts';
import { useManagement } from '../../../platform/manage/use-management.ts';

export function useManagedClubs(query: { page: number; search?: string | undefined; visible?: boolean }) {
  return useQuery({
    queryKey: ['managed-clubs', query],
    queryFn: ({ signal }) =>
      fetchPageOrLast(query.page, (page) => api('GET /live/clubs', { query: { ...query, page }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useManagedClub(id: string) {
  const { staff } = useManagement();
  return useQuery({
    queryKey: ['managed-club', staff, id],
    queryFn: async ({ signal }) =>
      (await api(staff ? 'GET /clubStaff/clubs/{id}' : 'GET /live/clubs/{id}', { params: { id }, signal })).data.club,
  });
}

export const clubThumbnailKey = (staff: boolean) =>
  staff ? 'POST /clubStaff/clubs/{id}/thumbnail' : 'POST /live/clubs/{id}/thumbnail';

/** Query keys of everything that shows a club. */
export const clubQueries = ['managed-clubs', 'managed-club', 'clubs', 'club'] as const;
