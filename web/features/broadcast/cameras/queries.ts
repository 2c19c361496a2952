/** Camera queries, for admins. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { fetchPageOrLast } from '../../../lib/use-page.ts';

/** Poll interval in milliseconds: cameras go on air by themselves. */
const pollIntervalMs = 10_000;

export function useCameras(query: { page: number; search?: string }) {
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

/** The ingest address, known before the first camera exists: every list response carries it. */
export function useStreamServer() {
  return useQuery({
    queryKey: ['stream-server'],
    queryFn: async ({ signal }) => (await api('GET /live/cameras', { signal })).data.streamServer,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
