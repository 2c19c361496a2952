/** Decides what a page offers; the server decides about access. */
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import type { User } from '../../../../shared/contract/user.ts';
import type { Session } from '../../../session/session.tsx';

/** Returns undefined until it is known: a user whose stored data is old may have paid on another device. */
export function canWatch(
  { user, isUserKnown }: Pick<Session, 'user' | 'isUserKnown'>,
  event: Pick<SportEvent, 'id' | 'isPublic' | 'audience' | 'clubs'>,
): boolean | undefined {
  // Only invited families and staff see such a match at all.
  if (event.audience === 'FAMILIES' || event.isPublic || hasFullAccess(user)) return true;
  const owned = [...(user?.sportEvents ?? []), ...(user?.passes ?? []).map(({ club }) => club)].map((one) => one?.id);
  if ([event, ...event.clubs].some(({ id }) => owned.includes(id))) return true;
  return isUserKnown ? false : undefined;
}

/** Returns true for users with access to everything, whose page need not wait for more data. */
export const hasFullAccess = (user: User | undefined): boolean =>
  user?.role === 'ADMIN' || user?.role === 'REGULAR_SUBSCRIBER';
