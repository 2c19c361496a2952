/** The event's live or else one of its recordings, with the access decision. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';

export function useWatchable(slug: string | undefined, vodId: string | undefined) {
  const { user, loading } = useSession();
  return useQuery({
    queryKey: ['watchable', slug, vodId, user?.id ?? 'visitor'],
    enabled: !loading && (slug !== undefined || vodId !== undefined),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      if (slug !== undefined) {
        const { liveUser } = (await api('GET /liveusers/{slug}', { params: { slug }, signal })).data;
        return { key: `${slug} ${liveUser.startedAt}`, playback: liveUser.playback, live: true };
      }
      const { vod } = (await api('GET /vods/{id}', { params: { id: vodId ?? '' }, signal })).data;
      return { key: vod.id, playback: vod.playback, live: false };
    },
  });
}
