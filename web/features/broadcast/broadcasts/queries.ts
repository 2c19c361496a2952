/** What was broadcast from a camera, or from the own broadcast profile when there is no id. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** A recording becomes a video within minutes, and somebody is waiting for it. */
const everyMs = 20_000;

export function usePastBroadcasts(cameraId: string | undefined) {
  return useQuery({
    queryKey: ['broadcasts', cameraId ?? 'me'],
    queryFn: async ({ signal }) => {
      const answer = cameraId
        ? await api('GET /live/cameras/{id}/broadcasts', { params: { id: cameraId }, signal })
        : await api('GET /live/users/me/broadcasts', { signal });
      return answer.data.broadcasts;
    },
    refetchInterval: everyMs,
  });
}
