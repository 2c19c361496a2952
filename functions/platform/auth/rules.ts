/** Roles and rights of a caller, from the stored user and the current time. No I/O. */
import type * as z from 'zod';
import type { Address, Pass, PurchasedEvent, Role, Subscription } from '../../../shared/contract/user.ts';
import type { acceptAtSignUp } from '../../../shared/domain/documents.ts';
import { plans, type Right, toRights } from '../../../shared/domain/plans.ts';

interface Purchase extends z.output<typeof PurchasedEvent> {
  /** Cents paid and not refunded; absent if no sync has read it yet. */
  amount?: number;
}

/** The user item: `USER#{id}` / `USER` in the table `users`. */
export interface StoredUser {
  id: string;
  role: Role;
  name: string;
  surname: string;
  email: string;
  clubId: string | null;
  /** The partner's identifier of its customer. */
  externalId: string | null;
  /**
   * The card subscription as reported by the payment provider; one of several sources of the same right (see
   * `withEffectiveRights`).
   */
  subscription: z.output<typeof Subscription> | null;
  /**
   * The subscription granted by the partner. It counts only once `emailConfirmedAt` is set: the partner may have been
   * given somebody else's address.
   */
  partnerSubscription: { from: string; to: string } | null;
  /** Time at which the user proved to read this mailbox; rights granted to the address count from then on. */
  emailConfirmedAt: string | null;
  documentId: string | null;
  phone: string | null;
  address: z.output<typeof Address> | null;
  purchases: Purchase[];
  /** Plans that were paid once, as reported by the payment provider. */
  passes?: z.output<typeof Pass>[];
  /** Rights that an operator granted by hand, with the reasons. */
  grants?: Grants;
  /** Teams whose matches for families the user may see, by `familyTeamKey`, each confirmed by its club. */
  families?: string[];
  stripeCustomerId?: string;
  /** Incremented by every sync with the payment provider, so that an older answer never overwrites a newer one. */
  paymentsVersion?: number;
  /** Consent to marketing email, with the time at which it was given or withdrawn. */
  marketing?: { accepted: boolean; changedAt: string };
  /** The documents that were accepted at sign-up; written once. */
  accepted?: ReturnType<typeof acceptAtSignUp>;
  hidesResults?: boolean;
  declinesClubs?: boolean;
  /** Created by an email alone, to buy a match. Login needs a password set through a link to that address. */
  withoutPassword?: boolean;
  /** A viewer who was invited to the staff of a club. */
  invited?: boolean;
  /** Deactivated account or disabled club staff: no login and no session. */
  disabled: boolean;
  /** Sessions that began earlier are invalid (ISO 8601). */
  sessionsValidFrom: string;
  dateCreated: string;
}

export interface Grants {
  events: Purchase[];
  subscription: { from: string; to: string } | null;
  log: { at: string; what: string; reason: string }[];
}

/** An authenticated user as of now, with the hash that identifies the session. */
export interface Caller {
  user: StoredUser;
  sessionHash: string;
  /** Milliseconds since the Unix epoch. */
  sessionEndsAt?: number;
}

export interface ClubStaffCaller extends Caller {
  user: StoredUser & { clubId: string };
}

/** The role alone is not enough: the club must exist too. */
export function isClubStaff(user: StoredUser): user is StoredUser & { clubId: string } {
  return user.role === 'CLUB_STAFF' && user.clubId !== null;
}

/** The club of a caller who is club staff. */
export const findOwnClub = ({ user }: Pick<Caller, 'user'>): string | undefined =>
  isClubStaff(user) ? user.clubId : undefined;

/** True if the caller may see hidden items: admins, and staff of one of the item's clubs. */
export function manages(
  caller: Pick<Caller, 'user'> | undefined,
  { clubIds }: { clubIds: readonly string[] },
): boolean {
  const user = caller?.user;
  return user?.role === 'ADMIN' || (user !== undefined && isClubStaff(user) && clubIds.includes(user.clubId));
}

/** `mesa.<event>.<secret>`: session tokens have two parts, so the two kinds never collide. */
export const isScorerToken = (token: string): boolean => /^mesa\.\w{1,40}\.[\w-]{43}$/.test(token);

/** `camara.<event>.<secret>`, of a match's camera link. */
export const isCameraToken = (token: string): boolean => /^camara\.\w{1,40}\.[\w-]{43}$/.test(token);

/** The API calls an admin `isLiveUser`, because every admin owns a broadcast profile. */
export function isAdmin(user: Pick<StoredUser, 'role'>): boolean {
  return user.role === 'ADMIN';
}

/**
 * The user with effective rights at `now` (milliseconds): a subscription from any source makes a subscriber, and
 * expired purchases are removed.
 */
export function withEffectiveRights(user: StoredUser, now: number): StoredUser {
  const subscription = findEffectiveSubscription(user, now);
  const isSubscribed = subscription !== null && !subscription.error;
  const granted = user.grants?.events.filter(({ id }) => !user.purchases.some((own) => own.id === id)) ?? [];
  return {
    ...user,
    role: isViewer(user) ? (isSubscribed ? 'REGULAR_SUBSCRIBER' : 'REGULAR_BASIC') : user.role,
    subscription,
    purchases: [...user.purchases, ...granted].filter(({ until }) => Date.parse(until) > now),
    ...(user.passes && { passes: user.passes.filter(({ until }) => Date.parse(until) > now) }),
    ...(user.families && { families: user.families.filter((team) => now < computeFamilyEnd(Number(team.slice(-4)))) }),
  };
}

export const listRights = (user: StoredUser): Right[] => toRights(user, user.purchases);

/** A family's right ends a year after the season. `season` is the year in which it begins, as in a team's key. */
export const computeFamilyEnd = (season: number): number => Date.UTC(season + 2, 6, 1);

/** Viewer roles follow from the subscription; staff keep their role whatever they buy. */
export const isViewer = ({ role }: Pick<StoredUser, 'role'>) =>
  role === 'REGULAR_BASIC' || role === 'REGULAR_SUBSCRIBER';

/** Picks the valid subscription that gives most, a paid one first; otherwise the one whose error the user can fix. */
function findEffectiveSubscription(user: StoredUser, now: number): StoredUser['subscription'] {
  const { subscription: card, partnerSubscription, emailConfirmedAt, grants, passes = [] } = user;
  const withExpiry = (source: NonNullable<StoredUser['subscription']>) =>
    source.error || Date.parse(source.to) > now
      ? { ...source, error: source.error ?? null }
      : { ...source, error: { type: 'PDS_EXPIRED' as const, url: null } };
  const partner =
    partnerSubscription && emailConfirmedAt ? withExpiry({ provider: partnerProvider, ...partnerSubscription }) : null;
  const byHand = grants?.subscription ? withExpiry({ provider: 'cantera', ...grants.subscription }) : null;
  const season = passes.find(({ product, until }) => product === 'PT_SEASON' && Date.parse(until) > now);
  const sources = [card && withExpiry(card), season && toSeason(season), partner, byHand].filter(
    (source) => source !== null && source !== undefined,
  );
  const ended = [card && withExpiry(card), partner].filter((source) => source !== null);
  return (
    sources.filter(({ error }) => !error).toSorted((a, b) => rankSource(b) - rankSource(a))[0] ??
    ended.find(({ error }) => error?.type !== 'PDS_EXPIRED') ??
    ended.toSorted((a, b) => Date.parse(b.to) - Date.parse(a.to))[0] ??
    null
  );
}

const toSeason = ({ product, from, until }: z.output<typeof Pass>) => ({
  provider: 'stripe',
  from,
  to: until,
  error: null,
  renewal: null,
  plan: product,
});

/** Sources of the same rank keep their order. */
const rankSource = ({ provider, plan }: NonNullable<StoredUser['subscription']>) =>
  provider === 'stripe' ? plans[plan ?? 'PT_MONTHLY'].rank : 0;

/** The provider name of partner subscriptions in the API. */
export const partnerProvider = 'partner';

/** Milliseconds: one day; with "remember me" 7 days for admins and 365 for everybody else. */
export function computeSessionLifetime(user: Pick<StoredUser, 'role'>, remember: boolean): number {
  const day = 24 * 3600 * 1000;
  if (!remember) return day;
  return (isAdmin(user) ? 7 : 365) * day;
}
