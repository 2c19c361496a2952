/** Past broadcasts of a camera, or of the user's own broadcast profile if there is no id. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Poll interval in milliseconds: a recording becomes a video within minutes. */
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
