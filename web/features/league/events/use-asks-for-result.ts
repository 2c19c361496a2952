import { useSession } from '../../../session/session.tsx';

/**
 * True for a buyer who never chose whether pages may show results: beside a recording, the result then waits for a tap.
 * Staff work with results.
 */
export function useAsksForResult(): boolean {
  const { user } = useSession();
  if (!user || user.hidesResults !== null) return false;
  return user.role === 'REGULAR_SUBSCRIBER' || (user.role === 'REGULAR_BASIC' && user.sportEvents.length > 0);
}
