/** Past broadcasts of a camera; without an id, of the user's own broadcast profile. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** A recording becomes a video within minutes. */
const pollIntervalMs = 20_000;

export function usePastBroadcasts(cameraId: string | undefined) {
  return useQuery({
    queryKey: ['broadcasts', cameraId ?? 'me'],
    queryFn: async ({ signal }) => {
      const answer = cameraId
        ? await api('GET /live/cameras/{id}/broadcasts', { params: { id: cameraId }, signal })
        : await api('GET /live/users/me/broadcasts', { signal });
      return answer.data.broadcasts;
    },
    refetchInterval: pollIntervalMs,
  });
}
