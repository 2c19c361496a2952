/**
 * One stream per user (rows V-PLAY-6 and 7): a lease with a life of 45 s, taken by conditional write when a playlist
 * is asked for, renewed by the player's report, freed on leaving and on logout. Of any number of simultaneous claims
 * by different sessions exactly one wins.
 */
import { randomBytes } from 'node:crypto';
import { leaseMs } from '../../../shared/domain/limits.ts';
import { ConditionFailed, getItem, type Key, updateItem, updateWrite, type Write } from '../../platform/aws/dynamo.ts';

export interface Lease {
  sessionHash: string;
  /** Milliseconds since 1970. */
  heldUntil: number;
  /** Until then the streaming service may show a live to one of the user's sessions, whoever holds the lease. */
  liveUntil?: number;
  /** Which session that is, or that there are several. */
  liveBy?: string;
}

export interface Claim {
  userId: string;
  sessionHash: string;
  now: number;
}

/** Renews the lease, or takes it when it was free; false while another session holds it. */
export async function claimLease({ userId, sessionHash, now }: Claim): Promise<'renewed' | 'taken' | false> {
  const claim = newClaim();
  try {
    const before = await updateItem<Partial<StoredLease> | undefined>(
      'leases',
      leaseKey(userId),
      {
        expression: `${setLease}, claim = :claim`,
        values: { ...leaseValues(sessionHash, now), ':claim': claim, ':now': now },
      },
      { condition: isFree, returns: 'UPDATED_OLD' },
    );
    // What the SDK sends again after a lost answer finds itself; whose it was before that, nobody knows any more.
    return before?.sessionHash === sessionHash && before.claim !== claim ? 'renewed' : 'taken';
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/**
 * The same for a live, as part of a transaction, refused as well when another session has begun one since `before` was
 * read: the lease remembers whom the streaming service may go on showing it to after the lease has gone.
 */
export function claimForLive({ userId, sessionHash, now }: Claim, before: Lease | undefined): Write {
  const isAsRead = before?.liveBy === undefined ? 'attribute_not_exists(liveBy)' : 'liveBy = :before';
  return updateWrite(
    'leases',
    leaseKey(userId),
    {
      expression: `${setLease}, claim = :claim, liveUntil = :liveUntil, liveBy = :liveBy`,
      values: {
        ...leaseValues(sessionHash, now),
        ':claim': newClaim(),
        ':now': now,
        ':liveUntil': now + liveKeptMs,
        ':liveBy': mayOthersWatchLive(before, { sessionHash, now }) ? several : sessionHash,
        ...(before?.liveBy !== undefined && { ':before': before.liveBy }),
      },
    },
    `(${isFree}) AND ${isAsRead}`,
  );
}

/** Moves the lease here whoever holds it. */
export async function takeLease({ userId, sessionHash, now }: Claim): Promise<void> {
  await updateItem('leases', leaseKey(userId), { expression: setLease, values: leaseValues(sessionHash, now) });
}

/** Frees the lease if this session holds it. What it remembers of lives stays. */
export async function freeLease(userId: string, sessionHash: string): Promise<void> {
  try {
    await updateItem(
      'leases',
      leaseKey(userId),
      { expression: 'SET heldUntil = :never', values: { ':never': 0, ':session': sessionHash } },
      { condition: 'sessionHash = :session' },
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

export const readLease = (userId: string): Promise<Lease | undefined> => getItem<Lease>('leases', leaseKey(userId));

/** A player asks for several files at once and goes on reporting: what was renewed just now needs no further write. */
const freshMs = 15_000;

/** Whether this session holds the stream and has said so a moment ago. */
export const isHeldAfresh = (lease: Lease | undefined, { sessionHash, now }: Omit<Claim, 'userId'>): boolean =>
  lease?.sessionHash === sessionHash && lease.heldUntil > now + leaseMs - freshMs;

export const isHeldByAnother = (lease: Lease | undefined, { sessionHash, now }: Omit<Claim, 'userId'>): boolean =>
  lease !== undefined && lease.sessionHash !== sessionHash && lease.heldUntil > now;

/** Whether the streaming service may be showing a live to other sessions of the user. */
export const mayOthersWatchLive = (lease: Lease | undefined, { sessionHash, now }: Omit<Claim, 'userId'>): boolean =>
  (lease?.liveUntil ?? 0) > now && lease?.liveBy !== sessionHash;

/** Where a person's lease lies in the table `leases`. */
export const leaseKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'LEASE' });

interface StoredLease extends Lease {
  /** Which claim wrote it last. */
  claim: string;
}

/** In place of a session's hash, which is longer. */
const several = 'several';

const newClaim = () => randomBytes(9).toString('base64url');

/** As long as views are kept (live-views.ts). */
const liveKeptMs = 24 * 3600 * 1000;

const isFree = 'attribute_not_exists(pk) OR heldUntil <= :now OR sessionHash = :session';

const setLease = 'SET sessionHash = :session, heldUntil = :heldUntil, expiresAt = :expiresAt';

const leaseValues = (sessionHash: string, now: number) => ({
  ':session': sessionHash,
  ':heldUntil': now + leaseMs,
  // TTL, in seconds, only clears up: reads compare `heldUntil`. What it remembers of lives may be needed longer.
  ':expiresAt': Math.ceil((now + liveKeptMs + leaseMs) / 1000),
});
