/**
 * The clubs that somebody has chosen: in the account of whoever is logged in (V-FAV-1), else in this browser (E-HOME-1).
 * What was chosen before the login counts at once, also while it is still on its way into the account.
 */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, client, errorText } from '../lib/api.ts';
import { dropKeptClub, keepClub, keptClubs, useKeptClubs } from '../lib/kept-clubs.ts';
import { toast } from '../ui/toaster.tsx';
import { useSession } from './session.tsx';

const queryKey = ['favourite-clubs'];

export function useOwnClubs() {
  const { isLoggedIn } = useSession();
  const queries = useQueryClient();
  const kept = useKeptClubs();
  const account = useQuery({
    queryKey,
    enabled: isLoggedIn,
    queryFn: async ({ signal }) =>
      (await api('GET /users/me/favorite-clubs', { signal })).data.clubs.map((club) => club.id),
  });
  const change = useMutation({
    mutationKey: queryKey,
    // One after the other: what is asked for last is what stays.
    scope: { id: 'favourite-clubs' },
    mutationFn: ({ clubId, chosen }: { clubId: string; chosen: boolean }) =>
      chosen
        ? api('PUT /users/me/favorite-clubs/{clubId}', { params: { clubId } })
        : api('DELETE /users/me/favorite-clubs/{clubId}', { params: { clubId } }),
    onMutate: async ({ clubId, chosen }) => {
      if (!chosen) dropKeptClub(clubId);
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<string[]>(queryKey, (ids = []) => {
        const others = ids.filter((id) => id !== clubId);
        return chosen ? [...others, clubId] : others;
      });
    },
    onError: (error) => {
      toast.error(errorText(error));
    },
    // The last one of several in a row.
    onSettled: () => (queries.isMutating({ mutationKey: queryKey }) > 1 ? undefined : ask(queries)),
  });
  return {
    /** Undefined while nobody knows; the first chosen one first. */
    ids: isLoggedIn ? account.data && [...new Set([...account.data, ...kept])] : [...kept],
    error: isLoggedIn && !account.data ? account.error : null,
    retry: account.refetch,
    choose: (clubId: string, chosen: boolean) => {
      if (isLoggedIn) change.mutate({ clubId, chosen });
      else if (chosen) keepClub(clubId);
      else dropKeptClub(clubId);
    },
  };
}

/**
 * Moves what was chosen in this browser into the account. Each club leaves the browser when the account has it, so that one
 * that did not come through is moved the next time; a club that is gone is forgotten.
 */
export async function moveKeptClubs(queries: QueryClient): Promise<void> {
  const { token } = client;
  for (const clubId of keptClubs()) {
    try {
      await api('PUT /users/me/favorite-clubs/{clubId}', { params: { clubId } });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'CLB4040')) return;
    }
    // Somebody else is here meanwhile, and the clubs are theirs as little as the answer.
    if (client.token !== token) return;
    queries.setQueryData<string[]>(queryKey, (ids) => ids && [...ids.filter((id) => id !== clubId), clubId]);
    dropKeptClub(clubId);
  }
  await ask(queries);
}

const ask = (queries: QueryClient) =>
  Promise.all([queries.invalidateQueries({ queryKey }), queries.invalidateQueries({ queryKey: ['shelves'] })]);
