/** One's own data: contact, password, everything that is kept, and the end of the account. */
import { Refusal } from '../../shared/errors.ts';
import { transact } from '../aws/dynamo.ts';
import { publish } from '../aws/event-bus.ts';
import { deleteLogin, passwordIsRight, setPassword } from '../aws/identity.ts';
import { favouritesOf, removeFavourite } from '../clubs/favourites.ts';
import { type Caller, publicUser, type StoredUser } from './rules.ts';
import { continueSession } from './sessions.ts';
import { deleteUserWrites, endSessions, updateUserWrite } from './store.ts';

type Contact = Partial<Pick<StoredUser, 'phone' | 'documentId' | 'address'>> & {
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

/** Sets a new password when the old one is right. Every other session ends; this one goes on. */
export async function changePassword(
  caller: Caller,
  oldPassword: string,
  newPassword: string,
  now: number,
): Promise<void> {
  if (!(await passwordIsRight(caller.user.id, oldPassword))) throw new Refusal('SR4000');
  await setPassword(caller.user.id, newPassword);
  await endSessions(caller.user.id, now);
  await continueSession(caller, now);
}

/** Everything that is kept about a person, to take away. */
export async function personalData({ user }: Caller): Promise<Record<string, unknown>> {
  const { marketing, dateCreated, externalId } = user;
  return { ...publicUser(user), externalId, marketing, dateCreated, favoriteClubs: await favouritesOf(user.id) };
}

/** Deletes the person. Admins and club staff are removed by an admin instead. */
export async function deleteAccount({ user }: Caller, password: string): Promise<void> {
  if (user.role === 'ADMIN' || user.role === 'CLUB_STAFF') throw new Refusal('SSN4030');
  if (!(await passwordIsRight(user.id, password))) throw new Refusal('SR4001');
  for (const clubId of await favouritesOf(user.id)) await removeFavourite(user.id, clubId);
  // Noted first: a subscription must not go on charging somebody who is gone.
  if (user.stripeCustomerId) await publish('Account Deleted', { stripeCustomerId: user.stripeCustomerId });
  // The person before the login: a crash in between leaves a login that leads nowhere.
  await transact(deleteUserWrites(user));
  await deleteLogin(user.id);
}
