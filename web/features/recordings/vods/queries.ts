import { useQuery } from '@tanstack/react-query';
import { accessCheckMs } from '../../../../shared/domain/limits.ts';
import type { Playback } from '../../../../shared/domain/playback-grant.ts';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';

/** The key contains the user, because the decision about access is personal. */
export function useVod(id: string) {
  const { user, loading } = useSession();
  return useQuery({
    queryKey: ['vod', id, user?.id ?? 'visitor'],
    queryFn: async ({ signal }) => (await api('GET /vods/{id}', { params: { id }, signal })).data.vod,
    enabled: !loading,
    // A playing video needs no fresh token: the player asks for one when necessary.
    staleTime: 60_000,
    refetchInterval: ({ state }) => isPaidFor(state.data?.playback) && accessCheckMs,
    refetchIntervalInBackground: true,
  });
}

const isPaidFor = (playback: Playback | undefined) =>
  playback?.granted === true && ['SUBSCRIPTION', 'PURCHASE'].includes(playback.reason);

export function useVodClubs(id: string) {
  return useQuery({
    queryKey: ['vod-clubs', id],
    queryFn: async ({ signal }) => (await api('GET /vods/{id}/clubs', { params: { id }, signal })).data.clubs,
  });
}
