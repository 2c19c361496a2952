/**
 * Users, in the table `users`: `USER#{id}` holds the person; `EMAIL#{address}` and `EXTERNAL#{id}` point to it and
 * make both unique, in the same transaction.
 */
import { getItem, isNew, type Key, putWrite, transact, updateItem } from '../aws/dynamo.ts';
import type { StoredUser } from './rules.ts';

export const userKey = (id: string): Key => ({ pk: `USER#${id}`, sk: 'USER' });

/** Addresses are compared without case and surrounding spaces. */
export const normalEmail = (email: string) => email.trim().toLowerCase();

export function getUser(id: string): Promise<StoredUser | undefined> {
  return getItem<StoredUser>('users', userKey(id));
}

/** By email or by the partner's user id (row A-LOGIN-19). */
export async function findUser(username: string): Promise<StoredUser | undefined> {
  const name = username.trim();
  const pointer = name.includes('@') ? emailKey(name) : externalKey(name);
  const found = await getItem<{ userId: string }>('users', pointer);
  return found && getUser(found.userId);
}

/** Throws ConditionFailed when the email or the external id is taken. */
export async function createUser(user: StoredUser): Promise<void> {
  const pointers = [emailKey(user.email), ...(user.externalId ? [externalKey(user.externalId)] : [])];
  await transact([
    ...pointers.map((key) => putWrite('users', { ...key, userId: user.id }, isNew)),
    putWrite('users', { ...user, ...userKey(user.id) }, isNew),
  ]);
}

/** Ends every session of a user with their next request. */
export async function endSessions(userId: string, now: number): Promise<void> {
  await updateItem('users', userKey(userId), {
    expression: 'SET sessionsValidFrom = :now',
    values: { ':now': new Date(now).toISOString() },
  });
}

const emailKey = (email: string): Key => ({ pk: `EMAIL#${normalEmail(email)}`, sk: 'POINTER' });
const externalKey = (id: string): Key => ({ pk: `EXTERNAL#${id}`, sk: 'POINTER' });
