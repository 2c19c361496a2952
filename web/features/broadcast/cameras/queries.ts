/** Camera queries, for admins. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CameraState } from '../../../../shared/contract/cameras.ts';
import { api } from '../../../lib/api.ts';
import { fetchPageOrLast } from '../../../lib/use-page.ts';

/** Poll interval in milliseconds: cameras go on air by themselves. */
const pollIntervalMs = 10_000;

interface CameraQuery {
  page: number;
  search?: string | undefined;
  state?: CameraState | undefined;
  clubIds?: string[];
}

export function useCameras(query: CameraQuery) {
  return useQuery({
    queryKey: ['cameras', query],
    queryFn: ({ signal }) =>
      fetchPageOrLast(query.page, (page) => api('GET /live/cameras', { query: { ...query, page }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: pollIntervalMs,
  });
}

export function useCamera(id: string) {
  return useQuery({
    queryKey: ['camera', id],
    queryFn: async ({ signal }) => (await api('GET /live/cameras/{id}', { params: { id }, signal })).data,
    refetchInterval: pollIntervalMs,
  });
}

/** The ingest address, which every list response contains, even before the first camera exists. */
export function useStreamServer() {
  return useQuery({
    queryKey: ['stream-server'],
    queryFn: async ({ signal }) => (await api('GET /live/cameras', { signal })).data.streamServer,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
