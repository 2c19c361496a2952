/**
 * Sessions: an opaque token `<userId>.<secret>`, of which only the secret's hash is stored. Reading session and user
 * is one BatchGetItem, so that logout, disabling a user and a new password count with the next request.
 */
import { createHash, randomBytes } from 'node:crypto';
import { BatchLoader } from '../aws/batch-loader.ts';
import { deleteWrite, getItem, type Item, type Key, putItem, putWrite, updateItem, type Write } from '../aws/dynamo.ts';
import { asOf, type Caller, type StoredUser, sessionLifetime } from './rules.ts';

interface StoredSession {
  /** Seconds since 1970: DynamoDB's TTL deletes late, so it is compared too. */
  expiresAt: number;
  startedAt: string;
}

export async function startSession(user: StoredUser, remember: boolean, now: number) {
  const { session, item } = openSession(user, remember, now);
  await putItem('sessions', item);
  return session;
}

/** The same with the write that begins it, for the transaction that makes its user. */
export function openSession(user: StoredUser, remember: boolean, now: number) {
  const secret = randomBytes(32).toString('base64url');
  const { item, write, expiresAt } = newSession(user, { secretHash: hashToken(secret), remember, now });
  return { session: { token: `${user.id}.${secret}`, expiresAt }, item, write };
}

/** The session that a secret of 32 random bytes will open, for who keeps only its hash. */
export function newSession(
  user: StoredUser,
  { secretHash, remember, now }: { secretHash: string; remember: boolean; now: number },
) {
  const expiresAt = now + sessionLifetime(user, remember);
  const session: StoredSession = { expiresAt: Math.floor(expiresAt / 1000), startedAt: new Date(now).toISOString() };
  const item = { ...sessionKey(user.id, secretHash), ...session };
  return { item, write: putWrite('sessions', item), expiresAt: new Date(expiresAt).toISOString() };
}

/** Lets this session outlive the end of all sessions that began before `now`. */
export async function continueSession({ user, sessionHash }: Caller, now: number): Promise<void> {
  await updateItem(
    'sessions',
    sessionKey(user.id, sessionHash),
    { expression: 'SET startedAt = :now', values: { ':now': new Date(now).toISOString() } },
    { condition: 'attribute_exists(pk)' },
  );
}

export const endSessionWrite = ({ user, sessionHash }: Caller): Write =>
  deleteWrite('sessions', sessionKey(user.id, sessionHash));

/** Whose token it is, or undefined when it is wrong, over or revoked. */
export function findCaller(token: string, now: number): Promise<Caller | undefined> {
  const [userId, secret, ...rest] = token.split('.');
  if (!userId || !secret || rest.length > 0) return Promise.resolve(undefined);
  return findCallerByHash(userId, hashToken(secret), now);
}

const callers = new BatchLoader();

/** The same for a session that is known by its hash, as a playback token names it. */
export async function findCallerByHash(userId: string, sessionHash: string, now: number): Promise<Caller | undefined> {
  return toCaller(await callers.get(callerReads(userId, sessionHash)), sessionHash, now);
}

/** What says who calls, for those who read more in the same call. */
export const callerReads = (userId: string, sessionHash: string) =>
  [
    { table: 'sessions', key: sessionKey(userId, sessionHash) },
    { table: 'users', key: userKey(userId) },
  ] as const;

/** The caller of what `callerReads` found. */
export function toCaller(found: readonly (Item | undefined)[], sessionHash: string, now: number): Caller | undefined {
  const [session, user] = found as [StoredSession | undefined, StoredUser | undefined];
  if (!session || !user || user.disabled) return undefined;
  if (session.expiresAt * 1000 <= now || session.startedAt < user.sessionsValidFrom) return undefined;
  return { user: asOf(user, now), sessionHash, sessionEndsAt: session.expiresAt * 1000 };
}

/** Somebody who is not here, as of now: for what goes on in their name. */
export async function findPerson(userId: string, now: number): Promise<StoredUser | undefined> {
  const user = await getItem<StoredUser>('users', userKey(userId));
  return user && !user.disabled ? asOf(user, now) : undefined;
}

/** Where a person lies in the table `users`. */
export const userKey = (id: string): Key => ({ pk: `USER#${id}`, sk: 'USER' });

const sessionKey = (userId: string, hash: string): Key => ({ pk: `USER#${userId}`, sk: `SESSION#${hash}` });

/** What is kept of a session's secret. */
export const hashToken = (secret: string) => createHash('sha256').update(secret).digest('base64url');
