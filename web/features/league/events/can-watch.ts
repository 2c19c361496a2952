/** Decides only what a page offers: the server decides on access. */
import type { User } from '../../../../shared/contract/accounts.ts';

export function canWatch(user: User | undefined, event: { id: string; isPublic: boolean }): boolean {
  if (event.isPublic || hasFullAccess(user)) return true;
  return user?.sportEvents.some((bought) => bought.id === event.id) ?? false;
}

/** Returns true for users with access to everything, for whom no content has to be loaded first. */
export const hasFullAccess = (user: User | undefined): boolean =>
  user?.role === 'ADMIN' || user?.role === 'REGULAR_SUBSCRIBER';
