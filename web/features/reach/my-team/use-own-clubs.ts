/** The clubs that the home page puts first: the chosen ones, else the club of who works for one. */
import { useFavouriteClubs } from '../../../session/favourite-clubs.ts';
import { useSession } from '../../../session/session.tsx';

/** Undefined until known. */
export function useOwnClubs(): readonly string[] | undefined {
  const { user } = useSession();
  const { ids } = useFavouriteClubs();
  return ids?.length === 0 && user?.clubId ? [user.clubId] : ids;
}
