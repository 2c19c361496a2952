/**
 * One stream per user (rows V-PLAY-6 and 7): a lease with a life of 45 s, taken by conditional write when a playlist
 * is asked for, renewed by the player's report, freed on leaving and on logout. Of any number of simultaneous claims
 * by different sessions exactly one wins.
 */
import { randomBytes } from 'node:crypto';
import { leaseMs } from '../../../shared/limits.ts';
import { ConditionFailed, getItem, type Key, updateItem } from '../../platform/aws/dynamo.ts';
import { GatheredReads } from '../../platform/aws/gathered-reads.ts';

export interface Lease {
  sessionHash: string;
  /** Milliseconds since 1970. */
  heldUntil: number;
  /** Until then the streaming service may show a live to one of the user's sessions, whoever holds the lease. */
  liveUntil?: number;
}

export interface Claim {
  userId: string;
  sessionHash: string;
  now: number;
}

/**
 * Renews the lease, or takes it when it was free; false while another session holds it. `live` when it is for a live: the
 * lease remembers that the streaming service may go on showing it after the lease has gone.
 */
export async function claimLease(
  { userId, sessionHash, now }: Claim,
  { live = false }: { live?: boolean } = {},
): Promise<'renewed' | 'taken' | false> {
  const claim = randomBytes(9).toString('base64url');
  try {
    const before = await updateItem<Partial<StoredLease> | undefined>(
      'leases',
      leaseKey(userId),
      {
        expression: `${setLease}, claim = :claim${live ? ', liveUntil = :liveUntil' : ''}`,
        values: {
          ...leaseValues(sessionHash, now),
          ':claim': claim,
          ':now': now,
          ...(live && { ':liveUntil': now + liveKeptMs }),
        },
      },
      {
        condition: 'attribute_not_exists(pk) OR heldUntil <= :now OR sessionHash = :session',
        returns: 'UPDATED_OLD',
      },
    );
    // What the SDK sends again after a lost answer finds itself; whose it was before that, nobody knows any more.
    return before?.sessionHash === sessionHash && before.claim !== claim ? 'renewed' : 'taken';
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
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

const reads = new GatheredReads();

/** For requests that come together: one call reads the leases of all. */
export async function readLeaseOfMany(userId: string): Promise<Lease | undefined> {
  const [lease] = await reads.get([{ table: 'leases', key: leaseKey(userId) }]);
  return lease as Lease | undefined;
}

export const readLease = (userId: string): Promise<Lease | undefined> => getItem<Lease>('leases', leaseKey(userId));

/** A player asks for several files at once and goes on reporting: what was renewed just now needs no further write. */
const freshMs = 15_000;

/** Whether this session holds the stream and has said so a moment ago. */
export const isHeldAfresh = (lease: Lease | undefined, { sessionHash, now }: Omit<Claim, 'userId'>): boolean =>
  lease?.sessionHash === sessionHash && lease.heldUntil > now + leaseMs - freshMs;

/** Whether there may be views of lives at the streaming service. */
export const mayWatchLive = (lease: Lease | undefined, now: number): boolean => (lease?.liveUntil ?? 0) > now;

/** Where a person's lease lies in the table `leases`. */
export const leaseKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'LEASE' });

interface StoredLease extends Lease {
  /** Which claim wrote it last. */
  claim: string;
}

/** As long as views are kept (live-views.ts). */
const liveKeptMs = 24 * 3600 * 1000;

const setLease = 'SET sessionHash = :session, heldUntil = :heldUntil, expiresAt = :expiresAt';

const leaseValues = (sessionHash: string, now: number) => ({
  ':session': sessionHash,
  ':heldUntil': now + leaseMs,
  // TTL, in seconds, only clears up: reads compare `heldUntil`. What it remembers of lives may be needed longer.
  ':expiresAt': Math.ceil((now + liveKeptMs + leaseMs) / 1000),
});
