/**
 * Favourite clubs of the account or, for visitors, of this browser. Clubs chosen before a login count at once, even
 * before they are moved into the account.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorText } from '../lib/api.ts';
import { removeStoredClub, storeClub, useStoredClubs } from '../lib/stored-clubs.ts';
import { toast } from '../ui/toaster.tsx';
import { favouriteClubsKey as queryKey, refetchFavouriteClubs } from './favourite-clubs-query.ts';
import { useSession } from './session.tsx';

export function useFavouriteClubs() {
  const { isLoggedIn } = useSession();
  const queries = useQueryClient();
  const storedClubs = useStoredClubs();
  const account = useQuery({
    queryKey,
    enabled: isLoggedIn,
    queryFn: async ({ signal }) =>
      (await api('GET /users/me/favorite-clubs', { signal })).data.clubs.map((club) => club.id),
  });
  const change = useMutation({
    mutationKey: queryKey,
    // Changes run one after the other, so that the last one wins.
    scope: { id: 'favourite-clubs' },
    mutationFn: ({ clubId, chosen }: { clubId: string; chosen: boolean }) =>
      chosen
        ? api('PUT /users/me/favorite-clubs/{clubId}', { params: { clubId } })
        : api('DELETE /users/me/favorite-clubs/{clubId}', { params: { clubId } }),
    onMutate: async ({ clubId, chosen }) => {
      if (!chosen) removeStoredClub(clubId);
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<string[]>(queryKey, (ids = []) => {
        const others = ids.filter((id) => id !== clubId);
        return chosen ? [...others, clubId] : others;
      });
    },
    onError: (error) => {
      toast.error(errorText(error));
    },
    // Only the last of several changes refetches.
    onSettled: () => (queries.isMutating({ mutationKey: queryKey }) > 1 ? undefined : refetchFavouriteClubs(queries)),
  });
  return {
    /** Ids in the order of choice; undefined until known. */
    ids: isLoggedIn ? account.data && [...new Set([...account.data, ...storedClubs])] : [...storedClubs],
    error: isLoggedIn && !account.data ? account.error : null,
    retry: account.refetch,
    choose: (clubId: string, chosen: boolean) => {
      if (isLoggedIn) change.mutate({ clubId, chosen });
      else if (chosen) storeClub(clubId);
      else removeStoredClub(clubId);
    },
  };
}
