/**
 * One stream per user (rows V-PLAY-6 and 7): a lease with a life of 45 s, taken by conditional write when a playlist
 * is asked for, renewed by the player's report, freed on leaving and on logout. Of any number of simultaneous claims
 * by different sessions exactly one wins.
 */
import { leaseMs } from '../../../shared/limits.ts';
import { ConditionFailed, deleteItem, getItem, type Key, putItem } from '../../platform/aws/dynamo.ts';
import type { LiveView } from '../../platform/aws/live-streaming.ts';

export interface Lease {
  sessionHash: string;
  /** Milliseconds since 1970. */
  heldUntil: number;
  /** The view on the live service that the lease covers, so that losing the lease can end it there. */
  live?: LiveView;
}

export interface Claim {
  userId: string;
  sessionHash: string;
  now: number;
  live?: LiveView | undefined;
}

/** Takes or renews the lease; false while another session holds it. */
export async function claimLease({ userId, sessionHash, now, live }: Claim): Promise<boolean> {
  try {
    await putItem('leases', leaseItem({ userId, sessionHash, now, live }), {
      expression: 'attribute_not_exists(pk) OR heldUntil <= :now OR sessionHash = :session',
      values: { ':now': now, ':session': sessionHash },
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** Renews a lease without forgetting the live view that it covers. */
export async function renewLease(claim: Claim): Promise<boolean> {
  const lease = await readLease(claim.userId);
  const live = lease?.sessionHash === claim.sessionHash ? lease.live : undefined;
  return claimLease({ ...claim, live });
}

/** Moves the lease here whoever holds it, and gives the lease that was lost. */
export async function takeLease(claim: Claim): Promise<Lease | undefined> {
  const lost = await readLease(claim.userId);
  await putItem('leases', leaseItem(claim));
  return lost?.sessionHash === claim.sessionHash ? undefined : lost;
}

/** Frees the lease if this session holds it, and gives it. */
export async function freeLease(userId: string, sessionHash: string): Promise<Lease | undefined> {
  const lease = await readLease(userId);
  if (lease?.sessionHash !== sessionHash) return undefined;
  try {
    await deleteItem('leases', leaseKey(userId), {
      expression: 'sessionHash = :session',
      values: { ':session': sessionHash },
    });
    return lease;
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

function readLease(userId: string): Promise<Lease | undefined> {
  return getItem<Lease>('leases', leaseKey(userId));
}

const leaseKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'LEASE' });

function leaseItem({ userId, sessionHash, now, live }: Claim) {
  const heldUntil = now + leaseMs;
  // TTL, in seconds, only clears up: reads compare `heldUntil`.
  return { ...leaseKey(userId), sessionHash, heldUntil, live, expiresAt: Math.ceil(heldUntil / 1000) + 3600 };
}
