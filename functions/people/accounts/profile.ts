/** The user's own data: contact, password, data export, account deletion. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { listFavourites, removeFavourite } from '../../league/clubs/favourites.ts';
import type { Caller, StoredUser } from '../../platform/auth/rules.ts';
import { continueSession, listSessions } from '../../platform/auth/sessions.ts';
import { deleteWrite, getItem, putWrite, transact, type Write } from '../../platform/aws/dynamo.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';
import { deleteLogin, setPassword } from '../../platform/aws/identity.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { readReturns, returnsKey } from '../../platform/mail/returned-mail.ts';
import { getSubscriber, removeSubscriber } from '../contact/store.ts';
import { staff } from '../staff/store.ts';
import { endSessions, rightsChangedWrite } from './end-rights.ts';
import { requirePassword } from './login-limits.ts';
import { toPublicUser } from './rules.ts';
import { deleteUserWrites, updateUserWrite } from './store.ts';

type Contact = Partial<Pick<StoredUser, 'phone' | 'documentId' | 'address' | 'hidesResults' | 'declinesClubs'>> & {
  acceptMarketing?: boolean | undefined;
};

export async function changeContact({ user }: Caller, change: Contact, now: number): Promise<void> {
  const { acceptMarketing, ...contact } = change;
  const changedAt = new Date(now).toISOString();
  const marketing = acceptMarketing === undefined ? {} : { marketing: { accepted: acceptMarketing, changedAt } };
  const edit = { ...contact, ...marketing };
  if (Object.values(edit).every((value) => value === undefined)) return;
  await transact([updateUserWrite(user.id, edit)]);
}

/** Changes the password and ends every other session. */
export async function changePassword(
  caller: Caller,
  oldPassword: string,
  newPassword: string,
  now: number,
): Promise<void> {
  await requirePassword(caller.user.id, oldPassword, 'SR4000', now);
  await setPassword(caller.user.id, newPassword);
  await continueSession(caller, now);
  await endSessions(caller.user.id, now);
}

/** The data export; payments are listed by the payment provider. */
export async function exportPersonalData({ user }: Caller) {
  const { marketing, accepted, dateCreated, externalId, partnerSubscription, emailConfirmedAt, grants } = user;
  const [favoriteClubs, subscriber, sessions, member, returnedMail] = await Promise.all([
    listFavourites(user.id),
    getSubscriber(user.email),
    listSessions(user.id),
    staff.get(user.id),
    readReturns(user.email),
  ]);
  return {
    ...toPublicUser(user),
    externalId,
    partnerSubscription,
    emailConfirmedAt,
    marketing,
    accepted,
    dateCreated,
    grants,
    favoriteClubs,
    sessions,
    newsletter: subscriber,
    staff: member,
    returnedMail,
  };
}

/**
 * Deletes the account, except what the law requires for invoices. Admins and club staff are removed by an admin
 * instead.
 */
export async function deleteAccount({ user }: Caller, password: string, now: number): Promise<void> {
  if (user.role === 'ADMIN' || user.role === 'CLUB_STAFF') throw new ApiError('SSN4030');
  await requirePassword(user.id, password, 'SR4001', now);
  for (const clubId of await listFavourites(user.id)) await removeFavourite(user.id, clubId);
  const { id, stripeCustomerId } = user;
  // Deletes the user before the login: a crash in between leaves a login without a user, which is harmless.
  const billing = [keepDeletionTime(id, now), ...((await hasPaid(id)) ? [keepBilling(user, now)] : [])];
  await transact([
    ...deleteUserWrites(user),
    removeSubscriber(user.email),
    deleteWrite('messages', returnsKey(user.email)),
    ...billing,
    domainEventWrite('AccountDeleted', { userId: id, ...(stripeCustomerId && { stripeCustomerId }) }, now),
    rightsChangedWrite(id, now),
  ]);
  await deleteLogin(id);
}

/** Seconds: a payment may arrive long after the account's deletion. */
const deletionSeconds = 366 * 86_400;
const deletionKey = (id: string) => ({ pk: `USER#${id}`, sk: 'GONE' });

const keepDeletionTime = (id: string, now: number): Write =>
  putWrite('purchases', { ...deletionKey(id), deletedAt: now, expiresAt: Math.ceil(now / 1000) + deletionSeconds });

export const readDeletionTime = async (userId: string): Promise<number | undefined> =>
  (await getItem<{ deletedAt: number }>('purchases', deletionKey(userId)))?.deletedAt;

/** Seconds: six years, as article 30 of the Código de Comercio requires. */
const billingSeconds = 6 * 366 * 86_400;

function keepBilling(
  { id, name, surname, email, documentId, address, stripeCustomerId }: StoredUser,
  now: number,
): Write {
  const invoiced = { name, surname, email, documentId, address, stripeCustomerId };
  const expiresAt = Math.ceil(now / 1000) + billingSeconds;
  const deletedAt = new Date(now).toISOString();
  return putWrite('purchases', { ...billingKey(id), ...invoiced, deletedAt, expiresAt });
}

/** Reads a deleted account's data for its invoices and for withdrawals from its orders; undefined without a payment. */
export const readBilling = (userId: string) =>
  getItem<Pick<StoredUser, 'name' | 'email'> & { stripeCustomerId?: string }>('purchases', billingKey(userId));

const billingKey = (id: string) => ({ pk: `USER#${id}`, sk: 'BILLING' });

/** Every payment leaves a receipt mark. */
async function hasPaid(userId: string): Promise<boolean> {
  for await (const receipts of queryItems('purchases', `USER#${userId}`, { prefix: 'RECEIPT#' })) {
    if (receipts.length > 0) return true;
  }
  return false;
}
