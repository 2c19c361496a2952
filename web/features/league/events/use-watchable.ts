/** A live or a recording, with the decision about access. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';

/** Milliseconds between polls until a live can be rewound. */
const untilRewindMs = 30_000;
/** Milliseconds between polls until a live that plays from its recording has enough recorded. */
const untilPictureMs = 5_000;

export function useWatchable(slug: string | undefined, vodId: string | undefined) {
  const { user, loading } = useSession();
  return useQuery({
    queryKey: ['watchable', slug, vodId, user?.id ?? 'visitor'],
    enabled: !loading && (slug !== undefined || vodId !== undefined),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      if (slug !== undefined) {
        const { liveUser } = (await api('GET /liveusers/{slug}', { params: { slug }, signal })).data;
        const { playback, startedAt } = liveUser;
        return { key: `${slug} ${startedAt}`, playback, live: true, startedAt };
      }
      const { vod } = (await api('GET /vods/{id}', { params: { id: vodId ?? '' }, signal })).data;
      return { key: vod.id, playback: vod.playback, live: false, startedAt: null };
    },
    // A live can be rewound once its recording has grown a little.
    refetchInterval: ({ state: { data } }) => {
      if (data?.live && data.playback.delayedUrl === null) return untilPictureMs;
      return data?.live && data.playback.granted && !data.playback.fromStartUrl ? untilRewindMs : false;
    },
  });
}
