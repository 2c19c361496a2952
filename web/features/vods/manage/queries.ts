/** Recordings as staff sees them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Sport } from '../../../../shared/schema.ts';
import { ApiError, api, errorText } from '../../../lib/api.ts';
import { whileInTheWorks } from '../../manage/in-the-works.ts';
import { useManagement } from '../../manage/use-management.ts';

export function useManagedVods(query: { page: number; search?: string; sport?: Sport }) {
  const { staff } = useManagement();
  return useQuery({
    queryKey: ['managed-vods', staff, query],
    queryFn: async ({ signal }) =>
      (await api(staff ? 'GET /clubStaff/vods' : 'GET /live/vods', { query, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => whileInTheWorks(state.data?.vods),
  });
}

export function useManagedVod(id: string) {
  const { staff } = useManagement();
  return useQuery({
    queryKey: ['managed-vod', staff, id],
    queryFn: async ({ signal }) =>
      (await api(staff ? 'GET /clubStaff/vods/{id}' : 'GET /live/vods/{id}', { params: { id }, signal })).data.vod,
    refetchInterval: ({ state }) => whileInTheWorks(state.data && [state.data]),
  });
}

export async function setVodClubs(staff: boolean, id: string, clubIds: string[]): Promise<void> {
  try {
    await api(staff ? 'PUT /clubStaff/vods/{id}/clubs' : 'PUT /live/vods/{id}/clubs', {
      params: { id },
      body: { clubIds },
    });
  } catch (error) {
    throw new ApiError(400, 'CLUBS', errorText(error, 'Error al actualizar los clubes'));
  }
}

export const vodThumbnailKey = (staff: boolean) =>
  staff ? 'POST /clubStaff/vods/{id}/thumbnail' : 'POST /live/vods/{id}/thumbnail';
