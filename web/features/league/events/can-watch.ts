/** Who may watch a match, for what a page offers. Access is the server's decision. */
import type { User } from '../../../../shared/contract/accounts.ts';

export function canWatch(user: User | undefined, event: { id: string; isPublic: boolean }): boolean {
  if (event.isPublic || hasFullAccess(user)) return true;
  return user?.sportEvents.some((bought) => bought.id === event.id) ?? false;
}

/** Has access to everything, known before the content is. */
export const hasFullAccess = (user: User | undefined): boolean =>
  user?.role === 'ADMIN' || user?.role === 'REGULAR_SUBSCRIBER';
