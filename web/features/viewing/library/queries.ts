/** The user's shelves: saved videos, progress, recommendations. */

import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { api } from '../../../lib/api.ts';
import { readAgain } from '../../../lib/query-keys.ts';
import { useSession } from '../../../session/session.tsx';

/** Reads the stored position once per visit; afterwards the player's own position is newer. */
export function useProgress(video: ShelfVideo | undefined) {
  const { isLoggedIn, user } = useSession();
  return useQuery({
    queryKey: ['progress', video, user?.id],
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn:
      video && isLoggedIn
        ? async ({ signal }) => (await api('GET /users/me/progress/{kind}/{id}', { params: { ...video }, signal })).data
        : skipToken,
  });
}

export function useShelves() {
  const { isLoggedIn, isLiveUser, user } = useSession();
  return useQuery({
    queryKey: ['shelves', user?.id],
    enabled: isLoggedIn && !isLiveUser,
    retry: false,
    queryFn: async ({ signal }) => (await api('GET /users/me/home', { signal })).data,
  });
}

export function useInvalidateShelves() {
  const queries = useQueryClient();
  return () => readAgain(queries, ['shelves']);
}
