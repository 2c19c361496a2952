/** The query of the account's favourite clubs. */
import type { QueryClient } from '@tanstack/react-query';

export const favouriteClubsKey = ['favourite-clubs'];

/** Refetches the clubs and the shelves that depend on them. */
export const refetchFavouriteClubs = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: favouriteClubsKey }),
    queries.invalidateQueries({ queryKey: ['shelves'] }),
  ]);
