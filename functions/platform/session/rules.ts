/** Who calls: what a person is and may do, from the stored user and the clock. No I/O. Rows: A-SESS, V-ACC-9. */
import type * as z from 'zod';
import type { Address, PurchasedEvent, Role, Subscription } from '../../../shared/people/accounts.ts';

type Purchase = z.output<typeof PurchasedEvent>;

/** A user as stored: `USER#{id}` / `USER` in the table `users`. */
export interface StoredUser {
  id: string;
  role: Role;
  name: string;
  surname: string;
  email: string;
  clubId: string | null;
  /** The partner's identifier of a customer that it created (row A-LOGIN-19). */
  externalId: string | null;
  subscription: z.output<typeof Subscription> | null;
  documentId: string | null;
  phone: string | null;
  address: z.output<typeof Address> | null;
  purchases: Purchase[];
  /** What an operator gave by hand, apart from what is paid, with the reasons. */
  grants?: Grants;
  /** Who the person is to the payment provider. */
  stripeCustomerId?: string;
  /** Counts how often the payments were taken over, so that an older look never overwrites a newer one. */
  paymentsVersion?: number;
  /** Consent to be written to, with the instant at which it was given or withdrawn. */
  marketing?: { accepted: boolean; changedAt: string };
  /** Deactivated account or disabled club staff: no login, no session (rows A-LOGIN-18, B-STAFF-22). */
  disabled: boolean;
  /** Sessions that began before this instant are over (ISO 8601). */
  sessionsValidFrom: string;
  dateCreated: string;
}

export interface Grants {
  events: Purchase[];
  subscription: { from: string; to: string } | null;
  log: { at: string; what: string; reason: string }[];
}

/** Somebody with a live session: the user as of now, and the hash that names the session. */
export interface Caller {
  user: StoredUser;
  sessionHash: string;
}

export interface ClubStaffCaller extends Caller {
  user: StoredUser & { clubId: string };
}

/** Row A-SESS-4: the role alone is not enough, the club must exist too. */
export function isClubStaff(user: StoredUser): user is StoredUser & { clubId: string } {
  return user.role === 'CLUB_STAFF' && user.clubId !== null;
}

/** Row V-GEN-3: what is hidden opens for admins and for staff of one of its clubs. */
export function manages(caller: Caller | undefined, { clubIds }: { clubIds: readonly string[] }): boolean {
  const user = caller?.user;
  return user?.role === 'ADMIN' || (user !== undefined && isClubStaff(user) && clubIds.includes(user.clubId));
}

/** Row A-GEN-6: every admin is a live user and owns a broadcast profile; nobody else is. */
export function isLiveUser(user: Pick<StoredUser, 'role'>): boolean {
  return user.role === 'ADMIN';
}

/**
 * The user as every rule sees it: a subscription past its end or with an error gives the role back, purchases past
 * their 90 days are not listed (rows A-PAY-20, V-ACC-9). `now` in milliseconds.
 */
export function asOf(stored: StoredUser, now: number): StoredUser {
  const user = withGrants(stored, now);
  const { subscription } = user;
  const expired = subscription !== null && Date.parse(subscription.to) <= now;
  const error = subscription?.error ?? (expired ? { type: 'PDS_EXPIRED' as const, url: null } : null);
  const role = user.role === 'REGULAR_SUBSCRIBER' && (!subscription || error) ? 'REGULAR_BASIC' : user.role;
  return {
    ...user,
    role,
    subscription: subscription && { ...subscription, error },
    purchases: user.purchases.filter(({ until }) => Date.parse(until) > now),
  };
}

/** A subscription given by hand counts while none is paid; events given by hand count beside the bought ones. */
function withGrants(user: StoredUser, now: number): StoredUser {
  const { grants, subscription } = user;
  if (!grants) return user;
  const purchases = [
    ...user.purchases,
    ...grants.events.filter(({ id }) => !user.purchases.some((own) => own.id === id)),
  ];
  const paid = subscription !== null && !subscription.error && Date.parse(subscription.to) > now;
  const given = grants.subscription && Date.parse(grants.subscription.to) > now ? grants.subscription : null;
  if (paid || !given || (user.role !== 'REGULAR_BASIC' && user.role !== 'REGULAR_SUBSCRIBER'))
    return { ...user, purchases };
  return { ...user, purchases, role: 'REGULAR_SUBSCRIBER', subscription: { provider: 'cantera', ...given } };
}

/** Rows A-SESS-11 and 12: a day, or with the remember box 7 days for live users and 365 for everyone else. In ms. */
export function sessionLifetime(user: Pick<StoredUser, 'role'>, remember: boolean): number {
  const day = 24 * 3600 * 1000;
  if (!remember) return day;
  return (isLiveUser(user) ? 7 : 365) * day;
}
