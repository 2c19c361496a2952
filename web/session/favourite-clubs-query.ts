import type { QueryClient } from '@tanstack/react-query';
import { readAgain } from '../lib/query-keys.ts';

export const favouriteClubsKey = ['favourite-clubs'] as const;

export const refetchFavouriteClubs = (queries: QueryClient) =>
  Promise.all([queries.invalidateQueries({ queryKey: favouriteClubsKey }), readAgain(queries, ['shelves'])]);
