import { useFavouriteClubs } from './favourite-clubs.ts';
import { useSession } from './session.tsx';

/**
 * Returns the clubs that the home page shows first: the chosen ones, or that of club staff; undefined until they are
 * known.
 */
export function useOwnClubs(): readonly string[] | undefined {
  const { user } = useSession();
  const { ids } = useFavouriteClubs();
  return ids?.length === 0 && user?.clubId ? [user.clubId] : ids;
}
