import type { QueryClient } from '@tanstack/react-query';
import { ApiError, api, client } from '../lib/api.ts';
import { getStoredClubs, removeStoredClub } from '../lib/stored-clubs.ts';
import { favouriteClubsKey, refetchFavouriteClubs } from './favourite-clubs-query.ts';

/**
 * Moves the favourite clubs that a visitor has chosen in this browser into the account; loaded only at login. Each club
 * leaves the browser once the account has it, so that the next login retries a failed one. Deleted clubs are dropped.
 */
export async function importStoredClubs(queries: QueryClient): Promise<void> {
  const { token } = client;
  for (const clubId of getStoredClubs()) {
    try {
      await api('PUT /users/me/favorite-clubs/{clubId}', { params: { clubId } });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'CLB4040')) return;
    }
    // Another account has logged in meanwhile.
    if (client.token !== token) return;
    queries.setQueryData<string[]>(favouriteClubsKey, (ids) => ids && [...ids.filter((id) => id !== clubId), clubId]);
    removeStoredClub(clubId);
  }
  await refetchFavouriteClubs(queries);
}
