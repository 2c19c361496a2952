import type { QueryClient } from '@tanstack/react-query';

export const favouriteClubsKey = ['favourite-clubs'];

export const refetchFavouriteClubs = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: favouriteClubsKey }),
    queries.invalidateQueries({ queryKey: ['shelves'] }),
  ]);
