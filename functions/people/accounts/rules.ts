/** Making, closing and answering accounts, and who may log in. No I/O. Rows: A-ENT, A-LOGIN. */
import type { User } from '../../../shared/contract/accounts.ts';
import { asOf, type StoredUser } from '../../platform/auth/rules.ts';

/** What ends somebody's login, and running sessions (row B-STAFF-22). */
export const closed = (now: number) => ({ disabled: true, sessionsValidFrom: new Date(now).toISOString() });

/** What is left of club staff who had a viewer's account before. */
export const viewerAgain = { role: 'REGULAR_BASIC', clubId: null, disabled: false } as const;

/** Who has nothing yet but a name: every way of making an account starts from here. */
export function newUser(
  known: Pick<StoredUser, 'id' | 'role' | 'name' | 'surname' | 'email'> & Partial<StoredUser>,
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
    ...known,
  };
}

/**
 * Row A-LOGIN-18: why a person with the right password may still not come in. A former customer of the partner is only
 * refused when nothing is left to come in for: no match that was bought, no subscription by card to be mended.
 */
export function loginError(user: StoredUser, now: number, isSubscribing = false): 'SR4006' | 'SSN4003' | undefined {
  if (user.disabled) return 'SR4006';
  if (user.role === 'CLUB_STAFF' && user.clubId === null) return 'SR4006';
  const { externalId, partnerSubscription, subscription } = user;
  const wasCustomer = externalId !== null && partnerSubscription !== null && Date.parse(partnerSubscription.to) <= now;
  const { role, purchases } = asOf(user, now);
  const hasNothing = role === 'REGULAR_BASIC' && purchases.length === 0 && subscription === null;
  return wasCustomer && hasNothing && !isSubscribing ? 'SSN4003' : undefined;
}

/**
 * Made by an email alone, and nobody has begun to pay with it or been given anything by it. Whoever typed that address has
 * proved nothing: the next one who types it is as much its owner.
 */
export function isNobodys(user: StoredUser): boolean {
  const { withoutPassword, role, disabled, externalId, stripeCustomerId, grants, invited } = user;
  const isEmpty = withoutPassword === true && role === 'REGULAR_BASIC' && !disabled && !invited;
  return isEmpty && externalId === null && stripeCustomerId === undefined && grants === undefined;
}

/** The user as the API answers it (row A-ENT-1). */
export function publicUser(user: StoredUser): User {
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
    sportEvents: purchases,
    acceptsMarketing: user.marketing?.accepted ?? false,
    hidesResults: user.hidesResults ?? null,
    declinesClubs: user.declinesClubs ?? false,
    hasPassword: user.withoutPassword !== true,
  };
}
