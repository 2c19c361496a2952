/** Recordings as staff sees them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Sport } from '../../../../shared/schema.ts';
import type { ManagedVod } from '../../../../shared/vods.ts';
import { ApiError, api, errorText } from '../../../lib/api.ts';
import { useManagement } from '../../manage/use-management.ts';

/** B-VOD-20: while something is in the works the list looks again this often. FAILED is final. */
const workingEveryMs = 3000;

export const inTheWorks = ({ status }: Pick<ManagedVod, 'status'>) => status === 'SENT' || status === 'STARTED';

export function useManagedVods(query: { page: number; search?: string; sport?: Sport }) {
  const { staff } = useManagement();
  return useQuery({
    queryKey: ['managed-vods', staff, query],
    queryFn: async ({ signal }) =>
      (await api(staff ? 'GET /clubStaff/vods' : 'GET /live/vods', { query, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.vods.some(inTheWorks) ? workingEveryMs : false),
  });
}

export function useManagedVod(id: string) {
  const { staff } = useManagement();
  return useQuery({
    queryKey: ['managed-vod', staff, id],
    queryFn: async ({ signal }) =>
      (await api(staff ? 'GET /clubStaff/vods/{id}' : 'GET /live/vods/{id}', { params: { id }, signal })).data.vod,
    refetchInterval: ({ state }) => (state.data && inTheWorks(state.data) ? workingEveryMs : false),
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

export function vodThumbnailForm(file: File): FormData {
  const form = new FormData();
  form.append('vodThumbFile', file);
  return form;
}

export const vodThumbnailKey = (staff: boolean) =>
  staff ? 'POST /clubStaff/vods/{id}/thumbnail' : 'POST /live/vods/{id}/thumbnail';
