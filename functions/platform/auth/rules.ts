/** Who calls: what a person is and may do, from the stored user and the clock. No I/O. Rows: A-SESS, V-ACC-9. */
import type * as z from 'zod';
import type { Address, PurchasedEvent, Role, Subscription } from '../../../shared/contract/accounts.ts';

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
  /** What the payment provider says of the subscription by card. One of several sources of the same right (`asOf`). */
  subscription: z.output<typeof Subscription> | null;
  /** The right that the partner gives; it waits until `emailConfirmedAt` when it came by the address alone. */
  partnerSubscription: { from: string; to: string } | null;
  /** When the person proved to read this mailbox: nothing that is given to an address counts before. */
  emailConfirmedAt: string | null;
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
  /** Row D-MATCH-3: pages keep results to themselves. */
  hidesResults?: boolean;
  declinesClubs?: boolean;
  /** Made by an email alone, to buy a match: nobody logs in before a link to that address has set a password. */
  withoutPassword?: boolean;
  /** A viewer whom a club has asked to be its staff: the invitation names this account. */
  invited?: boolean;
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
  /** Milliseconds since 1970. */
  sessionEndsAt?: number;
}

export interface ClubStaffCaller extends Caller {
  user: StoredUser & { clubId: string };
}

/** Row A-SESS-4: the role alone is not enough, the club must exist too. */
export function isClubStaff(user: StoredUser): user is StoredUser & { clubId: string } {
  return user.role === 'CLUB_STAFF' && user.clubId !== null;
}

/** Row V-GEN-3: what is hidden opens for admins and for staff of one of its clubs. */
export function manages(
  caller: Pick<Caller, 'user'> | undefined,
  { clubIds }: { clubIds: readonly string[] },
): boolean {
  const user = caller?.user;
  return user?.role === 'ADMIN' || (user !== undefined && isClubStaff(user) && clubIds.includes(user.clubId));
}

/** `mesa.<event>.<secret>`: no session's token has three parts, and no session is found by this one. */
export const isScorerToken = (token: string): boolean => /^mesa\.\w{1,40}\.[\w-]{43}$/.test(token);

/** Row A-GEN-6: every admin is a live user and owns a broadcast profile; nobody else is. */
export function isLiveUser(user: Pick<StoredUser, 'role'>): boolean {
  return user.role === 'ADMIN';
}

/**
 * The user as every rule sees it: whoever holds a subscription from any source is a subscriber, and purchases past their
 * 90 days are not listed (rows A-PAY-20, V-ACC-9). `now` in milliseconds.
 */
export function asOf(user: StoredUser, now: number): StoredUser {
  const subscription = effectiveSubscription(user, now);
  const held = subscription !== null && !subscription.error;
  const given = user.grants?.events.filter(({ id }) => !user.purchases.some((own) => own.id === id)) ?? [];
  return {
    ...user,
    role: isViewer(user) ? (held ? 'REGULAR_SUBSCRIBER' : 'REGULAR_BASIC') : user.role,
    subscription,
    purchases: [...user.purchases, ...given].filter(({ until }) => Date.parse(until) > now),
  };
}

/** Viewers differ by what they hold; staff keep their role whatever they buy. */
export const isViewer = ({ role }: Pick<StoredUser, 'role'>) =>
  role === 'REGULAR_BASIC' || role === 'REGULAR_SUBSCRIBER';

/** Of the sources one that counts, the paid one first; else the one to tell the person about: what they can mend. */
function effectiveSubscription(user: StoredUser, now: number): StoredUser['subscription'] {
  const { subscription: card, partnerSubscription, emailConfirmedAt, grants } = user;
  const expires = (source: NonNullable<StoredUser['subscription']>) =>
    source.error || Date.parse(source.to) > now
      ? { ...source, error: source.error ?? null }
      : { ...source, error: { type: 'PDS_EXPIRED' as const, url: null } };
  const partner =
    partnerSubscription && emailConfirmedAt ? expires({ provider: partnerProvider, ...partnerSubscription }) : null;
  const byHand = grants?.subscription ? expires({ provider: 'cantera', ...grants.subscription }) : null;
  const sources = [card && expires(card), partner, byHand].filter((source) => source !== null);
  const ended = [card && expires(card), partner].filter((source) => source !== null);
  return (
    sources.find(({ error }) => !error) ??
    ended.find(({ error }) => error?.type !== 'PDS_EXPIRED') ??
    ended.toSorted((a, b) => Date.parse(b.to) - Date.parse(a.to))[0] ??
    null
  );
}

/** How the partner's right is named to the person and to the apps. */
export const partnerProvider = 'partner';

/** Rows A-SESS-11 and 12: a day, or with the remember box 7 days for live users and 365 for everyone else. In ms. */
export function sessionLifetime(user: Pick<StoredUser, 'role'>, remember: boolean): number {
  const day = 24 * 3600 * 1000;
  if (!remember) return day;
  return (isLiveUser(user) ? 7 : 365) * day;
}
