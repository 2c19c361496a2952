/** Decides what a page offers; the server decides about access. */

import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import type { User } from '../../../../shared/contract/user.ts';

export function canWatch(user: User | undefined, event: Pick<SportEvent, 'id' | 'isPublic' | 'audience'>): boolean {
  // Only invited families and staff see such a match at all.
  if (event.audience === 'FAMILIES') return true;
  if (event.isPublic || hasFullAccess(user)) return true;
  return user?.sportEvents.some((bought) => bought.id === event.id) ?? false;
}

/** Returns true for users with access to everything, whose page need not wait for more data. */
export const hasFullAccess = (user: User | undefined): boolean =>
  user?.role === 'ADMIN' || user?.role === 'REGULAR_SUBSCRIBER';
