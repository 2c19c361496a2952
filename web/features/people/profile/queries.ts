/** An admin's own data, with the broadcast profile. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Milliseconds; live state and number of viewers change by themselves. */
const pollIntervalMs = 10_000;

export const ownProfileQuery = queryOptions({
  queryKey: ['own-profile'],
  queryFn: async ({ signal }) => (await api('GET /live/users/me', { signal })).data.user,
  refetchInterval: pollIntervalMs,
});

export const useOwnProfile = () => useQuery(ownProfileQuery);
