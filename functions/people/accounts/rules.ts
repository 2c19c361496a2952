/** Creating, closing and presenting accounts, and the login decision. No I/O. */
import type { User } from '../../../shared/contract/user.ts';
import { type StoredUser, withEffectiveRights } from '../../platform/auth/rules.ts';

/** Changes that end login and running sessions. */
export const toClosedFields = (now: number) => ({ disabled: true, sessionsValidFrom: new Date(now).toISOString() });

/** Changes that turn club staff back into viewers. */
export const viewerFields = { role: 'REGULAR_BASIC', clubId: null, disabled: false } as const;

/** A new account without any rights; every sign-up starts from it. */
export function createUserItem(
  identity: Pick<StoredUser, 'id' | 'role' | 'name' | 'surname' | 'email'> & Partial<StoredUser>,
  now: number,
): StoredUser {
  const dateCreated = new Date(now).toISOString();
  return {
    clubId: null,
    externalId: null,
    subscription: null,
    partnerSubscription: null,
    emailConfirmedAt: null,
    documentId: null,
    phone: null,
    address: null,
    purchases: [],
    disabled: false,
    sessionsValidFrom: dateCreated,
    dateCreated,
    ...identity,
  };
}

/**
 * Returns the reason why a user with the right password may not log in. A former customer of the partner is rejected
 * only with neither a purchase nor a card subscription to fix.
 */
export function findLoginError(user: StoredUser, now: number, isSubscribing = false): 'SR4006' | 'SSN4003' | undefined {
  if (user.disabled) return 'SR4006';
  if (user.role === 'CLUB_STAFF' && user.clubId === null) return 'SR4006';
  const { externalId, partnerSubscription, subscription } = user;
  const wasCustomer = externalId !== null && partnerSubscription !== null && Date.parse(partnerSubscription.to) <= now;
  const { role, purchases, passes = [] } = withEffectiveRights(user, now);
  const hasNothing = role === 'REGULAR_BASIC' && purchases.length + passes.length === 0 && subscription === null;
  return wasCustomer && hasNothing && !isSubscribing ? 'SSN4003' : undefined;
}

/**
 * Created by email alone, without payment or rights. The address is unproven, so the next user who enters it may take
 * the account over.
 */
export function isUnclaimed(user: StoredUser): boolean {
  const { withoutPassword, role, disabled, externalId, emailConfirmedAt } = user;
  const isEmpty = withoutPassword === true && role === 'REGULAR_BASIC' && !disabled;
  return isEmpty && externalId === null && emailConfirmedAt === null && claims.every((name) => !(name in user));
}

/** Fields that an account has only once somebody gave it a right. */
export const claims = ['stripeCustomerId', 'grants', 'invited', 'families'] as const satisfies (keyof StoredUser)[];

export function toPublicUser(user: StoredUser): User {
  const { id, role, name, surname, email, clubId, subscription, documentId, phone, address, purchases } = user;
  return {
    id,
    role,
    name,
    surname,
    email,
    clubId,
    subscription,
    documentId,
    phone,
    address,
    sportEvents: purchases.map(({ amount: _, ...purchase }) => purchase),
    ...(user.passes?.length && { passes: user.passes }),
    acceptsMarketing: user.marketing?.accepted ?? false,
    hidesResults: user.hidesResults ?? null,
    declinesClubs: user.declinesClubs ?? false,
    ...(user.families?.length && { hasFamilies: true as const }),
    hasPassword: user.withoutPassword !== true,
  };
}
