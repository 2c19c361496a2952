/**
 * Sessions: an opaque token `<userId>.<secret>`, stored as a hash. Session and user are read in one BatchGetItem, so
 * that logout, disabling a user and a new password take effect with the next request.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  deleteWrite,
  getItem,
  getItems,
  type Item,
  type Key,
  putItem,
  putWrite,
  updateItem,
  type Write,
} from '../aws/dynamo.ts';
import { queryAll } from '../aws/dynamo-queries.ts';
import { type Caller, computeSessionLifetime, type StoredUser, withEffectiveRights } from './rules.ts';

interface StoredSession {
  /** Seconds since the Unix epoch. DynamoDB's TTL deletes late, so reads compare it too. */
  expiresAt: number;
  startedAt: string;
}

export async function startSession(user: StoredUser, remember: boolean, now: number) {
  const { session, item } = openSession(user, remember, now);
  await putItem('sessions', item);
  return session;
}

/** Sessions of a user that have not expired. */
export async function listSessions(userId: string): Promise<{ since: string; expiresAt: string }[]> {
  const sessions = await queryAll<StoredSession>('sessions', `USER#${userId}`, { prefix: 'SESSION#' });
  return sessions
    .filter(({ expiresAt }) => expiresAt * 1000 > Date.now())
    .map(({ startedAt, expiresAt }) => ({ since: startedAt, expiresAt: new Date(expiresAt * 1000).toISOString() }));
}

/** Like `startSession`, but returns the write, for the transaction that creates the user. */
export function openSession(user: StoredUser, remember: boolean, now: number) {
  const secret = randomBytes(32).toString('base64url');
  const { item, write, expiresAt } = createSession(user, { secretHash: hashToken(secret), remember, now });
  return { session: { token: `${user.id}.${secret}`, expiresAt }, item, write };
}

/** Creates a session for a secret of 32 random bytes, of which the caller knows only the hash. */
export function createSession(
  user: StoredUser,
  { secretHash, remember, now }: { secretHash: string; remember: boolean; now: number },
) {
  const expiresAt = now + computeSessionLifetime(user, remember);
  const session: StoredSession = { expiresAt: Math.floor(expiresAt / 1000), startedAt: new Date(now).toISOString() };
  const item = { ...sessionKey(user.id, secretHash), ...session };
  return { item, write: putWrite('sessions', item), expiresAt: new Date(expiresAt).toISOString() };
}

/** Keeps this session valid when all older sessions end at `now`. */
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

/** Finds the token's caller; undefined if the token is wrong, expired or revoked. */
export function findCaller(token: string, now: number): Promise<Caller | undefined> {
  const [userId, secret, ...rest] = token.split('.');
  if (!userId || !secret || rest.length > 0) return Promise.resolve(undefined);
  return findCallerByHash(userId, hashToken(secret), now);
}

/** Like `findCaller`, for a session known by its hash, as in a playback token. */
export async function findCallerByHash(userId: string, sessionHash: string, now: number): Promise<Caller | undefined> {
  return toCaller(await getItems(toCallerReads(userId, sessionHash)), sessionHash, now);
}

/** The keys that `toCaller` needs, for callers that batch them with other reads. */
export const toCallerReads = (userId: string, sessionHash: string) =>
  [
    { table: 'sessions', key: sessionKey(userId, sessionHash) },
    { table: 'users', key: userKey(userId) },
  ] as const;

/** Builds the caller from the items of `toCallerReads`. */
export function toCaller(items: readonly (Item | undefined)[], sessionHash: string, now: number): Caller | undefined {
  const [session, user] = items as [StoredSession | undefined, StoredUser | undefined];
  if (!session || !user || user.disabled) return undefined;
  if (session.expiresAt * 1000 <= now || session.startedAt < user.sessionsValidFrom) return undefined;
  return { user: withEffectiveRights(user, now), sessionHash, sessionEndsAt: session.expiresAt * 1000 };
}

/** Reads a user who is not the caller, with effective rights at `now`. */
export async function findPerson(userId: string, now: number): Promise<StoredUser | undefined> {
  const user = await getItem<StoredUser>('users', userKey(userId));
  return user && !user.disabled ? withEffectiveRights(user, now) : undefined;
}

export const userKey = (id: string): Key => ({ pk: `USER#${id}`, sk: 'USER' });

const sessionKey = (userId: string, hash: string): Key => ({ pk: `USER#${userId}`, sk: `SESSION#${hash}` });

/** Hash under which a session's secret is stored. */
export const hashToken = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** Compares hashes, in a time that depends on neither secret. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(one)), Buffer.from(hashToken(other)));
