import { useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';

export type VodMoment = Answer<'GET /vods/{id}/moments'>['data']['moments'][number];

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
