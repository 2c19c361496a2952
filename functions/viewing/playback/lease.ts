/**
 * One stream per user (rows V-PLAY-6 and 7): a lease with a life of 45 s, taken by conditional write when a playlist
 * is asked for, renewed by the player's report, freed on leaving and on logout. Of any number of simultaneous claims
 * by different sessions exactly one wins.
 */
import { leaseMs } from '../../../shared/limits.ts';
import { ConditionFailed, deleteItem, getItem, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { GatheredReads } from '../../platform/aws/gathered-reads.ts';

export interface Lease {
  sessionHash: string;
  /** Milliseconds since 1970. */
  heldUntil: number;
}

export interface Claim {
  userId: string;
  sessionHash: string;
  now: number;
}

/** Renews the lease, or takes it when it was free; false while another session holds it. */
export async function claimLease({ userId, sessionHash, now }: Claim): Promise<'renewed' | 'taken' | false> {
  try {
    const before = await putItem('leases', leaseItem({ userId, sessionHash, now }), {
      expression: 'attribute_not_exists(pk) OR heldUntil <= :now OR sessionHash = :session',
      values: { ':now': now, ':session': sessionHash },
    });
    return before?.sessionHash === sessionHash ? 'renewed' : 'taken';
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** Moves the lease here whoever holds it. */
export async function takeLease(claim: Claim): Promise<void> {
  await putItem('leases', leaseItem(claim));
}

/** Frees the lease if this session holds it. */
export async function freeLease(userId: string, sessionHash: string): Promise<void> {
  try {
    await deleteItem('leases', leaseKey(userId), {
      expression: 'sessionHash = :session',
      values: { ':session': sessionHash },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

export const readLease = (userId: string): Promise<Lease | undefined> => getItem<Lease>('leases', leaseKey(userId));

/** A player asks for several files at once and goes on reporting: what was renewed just now needs no further write. */
const freshMs = 15_000;

const reads = new GatheredReads();

/** Whether this session holds the stream and has said so a moment ago. */
export async function holdsFreshLease({ userId, sessionHash, now }: Claim): Promise<boolean> {
  const [lease] = (await reads.get([{ table: 'leases', key: leaseKey(userId) }])) as [Lease | undefined];
  return lease?.sessionHash === sessionHash && lease.heldUntil > now + leaseMs - freshMs;
}

const leaseKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'LEASE' });

function leaseItem({ userId, sessionHash, now }: Claim) {
  const heldUntil = now + leaseMs;
  // TTL, in seconds, only clears up: reads compare `heldUntil`.
  return { ...leaseKey(userId), sessionHash, heldUntil, expiresAt: Math.ceil(heldUntil / 1000) + 3600 };
}
