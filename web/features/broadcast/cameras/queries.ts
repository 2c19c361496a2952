import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Milliseconds; cameras go on air by themselves. */
export const pollIntervalMs = 10_000;

export function useCamera(id: string) {
  return useQuery({
    queryKey: ['camera', id],
    queryFn: async ({ signal }) => (await api('GET /live/cameras/{id}', { params: { id }, signal })).data,
    refetchInterval: pollIntervalMs,
  });
}

/** Returns the ingest address, which every list response contains, even before the first camera exists. */
export function useStreamServer() {
  return useQuery({
    queryKey: ['stream-server'],
    queryFn: async ({ signal }) => (await api('GET /live/cameras', { signal })).data.streamServer,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
