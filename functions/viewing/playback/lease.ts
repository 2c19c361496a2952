/**
 * A stream's lease of 45 s, claimed by conditional write with the playlist, renewed by watch reports, released on
 * leaving and logout. Exactly one of several concurrent claims wins. A user has one lease a screen of the plan.
 */
import { randomBytes } from 'node:crypto';
import { leaseMs } from '../../../shared/domain/limits.ts';
import { getItem, type Key, updateItem, updateWrite, type Write } from '../../platform/aws/dynamo.ts';
import { ConditionFailed, ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';

export interface Lease {
  sessionHash: string;
  /** Milliseconds since the Unix epoch. */
  heldUntil: number;
  /** Until this time, IVS may show a live to a session of the user, even to one that has lost the lease. */
  liveUntil?: number;
  /** Hash of the session that began the live, or `several`. */
  liveBy?: string;
}

export interface Claim {
  userId: string;
  sessionHash: string;
  now: number;
  /** The screen whose lease is claimed, from 1 on. */
  screen?: number;
}

/** A lease of the user, as read; undefined for a screen that was never used. */
export interface Screen {
  screen: number;
  lease: Lease | undefined;
}

/** Claims or renews the lease; false while another session holds it. */
export async function claimLease({ userId, sessionHash, now, screen }: Claim): Promise<'renewed' | 'taken' | false> {
  const claim = createClaim();
  try {
    const before = await updateItem<Partial<StoredLease> | undefined>(
      'leases',
      leaseKey(userId, screen),
      {
        expression: `${setLease}, claim = :claim`,
        values: { ...toLeaseValues(sessionHash, now), ':claim': claim, ':now': now },
      },
      { condition: isFree, returns: 'UPDATED_OLD' },
    );
    // A write that the SDK repeats finds its own claim, and can no longer tell whose lease it replaced.
    return before?.sessionHash === sessionHash && before.claim !== claim ? 'renewed' : 'taken';
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/**
 * Like `claimLease`, for a live and as part of a transaction. Fails if another session has begun a live since `before`
 * was read. The item keeps the session that began the live, because IVS continues after the lease has expired.
 */
export function claimForLive({ userId, sessionHash, now, screen }: Claim, before: Lease | undefined): Write {
  const isAsRead = before?.liveBy === undefined ? 'attribute_not_exists(liveBy)' : 'liveBy = :before';
  return updateWrite(
    'leases',
    leaseKey(userId, screen),
    {
      expression: `${setLease}, claim = :claim, liveUntil = :liveUntil, liveBy = :liveBy`,
      values: {
        ...toLeaseValues(sessionHash, now),
        ':claim': createClaim(),
        ':now': now,
        ':liveUntil': now + liveKeptMs,
        ':liveBy': mayOthersWatchLive(before, { sessionHash, now }) ? several : sessionHash,
        ...(before?.liveBy !== undefined && { ':before': before.liveBy }),
      },
    },
    `(${isFree}) AND ${isAsRead}`,
  );
}

/** Takes the lease from whichever session holds it. */
export async function takeLease({ userId, sessionHash, now, screen }: Claim): Promise<void> {
  await updateItem('leases', leaseKey(userId, screen), {
    expression: setLease,
    values: toLeaseValues(sessionHash, now),
  });
}

/** Releases what this session holds of the user's screens; the fields about lives stay. */
export async function freeLease(userId: string, sessionHash: string, screens = 1): Promise<void> {
  for (let screen = 1; screen <= screens; screen += 1)
    await updateItem(
      'leases',
      leaseKey(userId, screen),
      { expression: 'SET heldUntil = :never', values: { ':never': 0, ':session': sessionHash } },
      { condition: 'sessionHash = :session' },
    ).catch(ignoreFailedCondition);
}

export const readLease = (userId: string): Promise<Lease | undefined> => getItem<Lease>('leases', leaseKey(userId));

/** The leases of all screens that the user has ever used, also of a plan that has ended. */
export async function listLeases(userId: string): Promise<{ screen: number; lease: Lease }[]> {
  const leases = await queryAll<Lease & Key>('leases', leaseKey(userId).pk, { prefix: 'LEASE' });
  return leases.map((lease) => ({ screen: Number(lease.sk.split('#')[1] ?? 1), lease }));
}

/** The screens that a session may claim, in order: its own, then free ones. */
export function sortScreens(
  leases: readonly { screen: number; lease: Lease }[],
  screens: number,
  { sessionHash, now }: Omit<Claim, 'userId'>,
): Screen[] {
  const all = Array.from({ length: screens }, (_, index) => ({
    screen: index + 1,
    lease: leases.find(({ screen }) => screen === index + 1)?.lease,
  }));
  const isOwn = ({ lease }: Screen) => lease?.sessionHash === sessionHash;
  return all
    .filter((one) => isOwn(one) || !isHeldByAnother(one.lease, { sessionHash, now }))
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.screen - b.screen);
}

/** Milliseconds after a renewal in which no other is written: a player requests several files at once. */
const freshMs = 15_000;

export const isJustRenewed = (lease: Lease | undefined, { sessionHash, now }: Omit<Claim, 'userId'>): boolean =>
  lease?.sessionHash === sessionHash && lease.heldUntil > now + leaseMs - freshMs;

export const isHeldByAnother = (lease: Lease | undefined, { sessionHash, now }: Omit<Claim, 'userId'>): boolean =>
  lease !== undefined && lease.sessionHash !== sessionHash && lease.heldUntil > now;

/** True if IVS may be showing a live to another session of the user. */
export const mayOthersWatchLive = (lease: Lease | undefined, { sessionHash, now }: Omit<Claim, 'userId'>): boolean =>
  (lease?.liveUntil ?? 0) > now && lease?.liveBy !== sessionHash;

export const leaseKey = (userId: string, screen = 1): Key => ({
  pk: `USER#${userId}`,
  sk: screen === 1 ? 'LEASE' : `LEASE#${screen}`,
});

interface StoredLease extends Lease {
  /** Id of the claim that wrote it last. */
  claim: string;
}

/** Value of `liveBy` once several sessions have begun lives; no session hash is this short. */
const several = 'several';

const createClaim = () => randomBytes(9).toString('base64url');

/** Time for which live views are stored too (live-views.ts). */
const liveKeptMs = 24 * 3600 * 1000;

const isFree = 'attribute_not_exists(pk) OR heldUntil <= :now OR sessionHash = :session';

const setLease = 'SET sessionHash = :session, heldUntil = :heldUntil, expiresAt = :expiresAt';

const toLeaseValues = (sessionHash: string, now: number) => ({
  ':session': sessionHash,
  ':heldUntil': now + leaseMs,
  // TTL in seconds, for cleanup only: reads compare `heldUntil`. The fields about lives are needed longer than the lease.
  ':expiresAt': Math.ceil((now + liveKeptMs + leaseMs) / 1000),
});
