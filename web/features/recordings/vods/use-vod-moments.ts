import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export interface VodMoment {
  id: string;
  timestampMs: number;
  label: string;
  momentType: string;
}

export function useVodMoments(vodId: string | undefined, allowed: boolean) {
  return useQuery({
    queryKey: ['vod-moments', vodId],
    enabled: vodId !== undefined && allowed,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api('GET /vods/{id}/moments', { params: { id: vodId ?? '' }, signal })).data.moments.toSorted(
        (a, b) => a.timestampMs - b.timestampMs,
      ),
  });
}
