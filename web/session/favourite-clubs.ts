/**
 * Favourite clubs of the account or, for visitors, of this browser. Clubs chosen before a login count at once, even
 * before they are moved into the account.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorText } from '../lib/api.ts';
import { removeStoredClub, storeClub, useStoredClubs } from '../lib/stored-clubs.ts';
import { type Changes, useChange, useWithChanges } from '../lib/use-change.ts';
import { toast } from '../ui/toaster.tsx';
import { favouriteClubsKey as queryKey, refetchFavouriteClubs } from './favourite-clubs-query.ts';
import { useSession } from './session.tsx';

const clubChanges: Changes<string[], { clubId: string; chosen: boolean }> = {
  queryKey,
  apply: (ids, { clubId, chosen }) => {
    const others = ids.filter((id) => id !== clubId);
    return chosen ? [...others, clubId] : others;
  },
};

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
  const accountIds = useWithChanges(clubChanges, account.data);
  const change = useChange(
    clubChanges,
    ({ clubId, chosen }) =>
      chosen
        ? api('PUT /users/me/favorite-clubs/{clubId}', { params: { clubId } })
        : api('DELETE /users/me/favorite-clubs/{clubId}', { params: { clubId } }),
    {
      onMutate: ({ clubId, chosen }) => {
        if (!chosen) removeStoredClub(clubId);
      },
      onError: (error) => {
        toast.error(errorText(error));
      },
      refetch: () => refetchFavouriteClubs(queries),
    },
  );
  return {
    /** Ids in the order of choice; undefined until known. */
    ids: isLoggedIn ? accountIds && [...new Set([...accountIds, ...storedClubs])] : [...storedClubs],
    error: isLoggedIn && !account.data ? account.error : null,
    choose: (clubId: string, chosen: boolean) => {
      if (isLoggedIn) change.mutate({ clubId, chosen });
      else if (chosen) storeClub(clubId);
      else removeStoredClub(clubId);
    },
  };
}
