/**
 * Users, in the table `users`: `USER#{id}` is the user; `EMAIL#{address}` and `EXTERNAL#{id}` point to it and make both
 * unique in one transaction.
 */
import { describeItem } from '../../platform/audit/trail.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import {
  type Condition,
  deleteWrite,
  getItem,
  isNew,
  type Key,
  putWrite,
  transact,
  updateWrite,
  type Write,
} from '../../platform/aws/dynamo.ts';

export const normaliseEmail = (email: string) => email.trim().toLowerCase();

export function getUser(id: string): Promise<StoredUser | undefined> {
  return getItem<StoredUser>('users', userKey(id));
}

/** Finds a user by email or by the partner's user id. */
export async function findUser(username: string): Promise<StoredUser | undefined> {
  const name = username.trim();
  const pointer = name.includes('@') ? emailKey(name) : externalKey(name);
  const owner = await getItem<{ userId: string }>('users', pointer);
  return owner && getUser(owner.userId);
}

/** @throws ConditionFailed if the email or the external id is taken. */
export const createUser = (user: StoredUser): Promise<void> => transact(createUserWrites(user));

/** The writes of `createUser`, for a larger transaction. */
export function createUserWrites(user: StoredUser): Write[] {
  return [
    putWrite('users', { ...user, ...userKey(user.id) }, isNew),
    ...toPointerKeys(user).map((key) => putWrite('users', { ...key, userId: user.id }, isNew)),
  ];
}

/** Replaces a user by another one with the same email, under a condition. */
export function replaceUserWrites(before: StoredUser, user: StoredUser, condition: Condition): Write[] {
  const pointer = { ...emailKey(user.email), userId: user.id };
  const pointsBefore = { expression: 'userId = :before', values: { ':before': before.id } };
  return [
    deleteWrite('users', userKey(before.id), condition),
    putWrite('users', { ...user, ...userKey(user.id) }, isNew),
    putWrite('users', pointer, pointsBefore),
  ];
}

/** Account fields whose values the audit keeps: rights, no personal data. */
const keptFields = [
  'role',
  'clubId',
  'disabled',
  'purchases',
  'subscription',
  'passes',
  'partnerSubscription',
  'grants',
] as const satisfies (keyof StoredUser)[];

/** Describes a change of an account's rights for the audit, as a list of at most one entry. */
export const describeUser = (before: StoredUser, change: Partial<StoredUser>, kind: 'users' | 'purchases' = 'users') =>
  describeItem({ kind, kept: keptFields }, before, { ...before, ...change });

/** Describes the creation of an account by another user. */
export const describeNewUser = (user: StoredUser) => describeItem({ kind: 'users', kept: keptFields }, undefined, user);

/** Reserves the partner's identifier of a user, in the transaction that sets it. */
export const externalPointerWrite = (externalId: string, userId: string): Write =>
  putWrite('users', { ...externalKey(externalId), userId }, isNew);

export function deleteUserWrites(user: StoredUser): Write[] {
  return [userKey(user.id), ...toPointerKeys(user)].map((key) => deleteWrite('users', key));
}

export function updateUserWrite(id: string, change: Partial<StoredUser>, also?: Condition): Write {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const update = {
    expression: `SET ${entries.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
    names: { ...Object.fromEntries(entries.map(([name], index) => [`#n${index}`, name])), ...also?.names },
    values: { ...Object.fromEntries(entries.map(([, value], index) => [`:v${index}`, value])), ...also?.values },
  };
  return updateWrite(
    'users',
    userKey(id),
    update,
    ['attribute_exists(pk)', ...(also ? [also.expression] : [])].join(' AND '),
  );
}

const toPointerKeys = ({ email, externalId }: StoredUser): Key[] => [
  emailKey(email),
  ...(externalId ? [externalKey(externalId)] : []),
];
const emailKey = (email: string): Key => ({ pk: `EMAIL#${normaliseEmail(email)}`, sk: 'POINTER' });
const externalKey = (id: string): Key => ({ pk: `EXTERNAL#${id}`, sk: 'POINTER' });
