/**
 * Closings: who hid, removed or restricted something, and for which matter. Opening it again asks `mayOpen`, the same
 * rule for every kind of closing. Pure.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import { type Caller, isClubStaff } from '../auth/rules.ts';

export interface Closing {
  /** Id of the club whose staff closed it, or `platform` for an admin. */
  owner: string;
  /** Id of the user. */
  by: string;
  /** ISO 8601. */
  at: string;
  /** The matters that it answers. */
  matterIds?: string[];
}

/** The closings of an item that is hidden from everybody, or open to families only. */
export interface Closings {
  hidden?: Closing;
  families?: Closing;
}

export const platformOwner = 'platform';

type Staff = Pick<Caller, 'user'>;

export const findOwner = ({ user }: Staff): string => (isClubStaff(user) ? user.clubId : platformOwner);

/** `now` is in milliseconds since the Unix epoch. */
export const createClosing = (caller: Staff, now: number, matterId?: string): Closing => ({
  owner: findOwner(caller),
  by: caller.user.id,
  at: new Date(now).toISOString(),
  ...(matterId && { matterIds: [matterId] }),
});

/** Finds who opened an item to families only. The platform did, if nobody is stored: an admin opens the item then. */
export const findFamiliesClosing = ({ audience, closings }: Audience): Closing | undefined =>
  audience === 'FAMILIES' ? (closings?.families ?? unknownClosing) : undefined;

interface Audience {
  audience?: 'EVERYBODY' | 'FAMILIES' | undefined;
  closings?: Closings | undefined;
}

const unknownClosing: Closing = { owner: platformOwner, by: platformOwner, at: new Date(0).toISOString() };

/** Admins may open everything; staff of a club what their club closed, unless it answers a matter. */
export function mayOpen({ user }: Staff, { owner, matterIds = [] }: Closing): boolean {
  if (user.role === 'ADMIN') return true;
  return isClubStaff(user) && owner === user.clubId && matterIds.length === 0;
}

/** @throws ApiError 403 if somebody else closed it. */
export function assertMayOpen(caller: Staff, closing: Closing | undefined): void {
  if (closing && !mayOpen(caller, closing)) throw new ApiError('CLS4030');
}
