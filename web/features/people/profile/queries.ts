/** Own data of an admin, with the broadcast profile. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Whether it is on air, and for how many, changes without us. */
const everyMs = 10_000;

export function useOwnProfile() {
  return useQuery({
    queryKey: ['own-profile'],
    queryFn: async ({ signal }) => (await api('GET /live/users/me', { signal })).data.user,
    refetchInterval: everyMs,
  });
}
