/**
 * Enforces as many streams a user as the plan has screens: taking a lease ends live views of the session that held it
 * before.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { transact } from '../../platform/aws/dynamo.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import {
  claimForLive,
  claimLease,
  freeLease,
  isHeldByAnother,
  isJustRenewed,
  type Lease,
  listLeases,
  mayOthersWatchLive,
  type Screen,
  sortScreens,
  takeLease,
} from './lease.ts';
import { endLiveViews, keepLiveView, type NewView } from './live-views.ts';
import { countScreens, isLimitedToOneStream } from './rules.ts';

interface StreamStart {
  isStart: boolean;
  /** The lease of the first screen as read before. */
  lease: Lease | undefined;
  now: number;
}

/** Ends other sessions' views at each start, and whenever the lease changed hands. */
export async function enforceStreams(caller: Caller | undefined, { isStart, lease, now }: StreamStart): Promise<void> {
  if (!isLimitedToOneStream(caller)) return;
  const claim = { userId: caller.user.id, sessionHash: caller.sessionHash, now };
  for (const { screen, lease: before } of await listScreens(caller, lease, now)) {
    const claimed = isJustRenewed(before, claim) ? 'renewed' : await claimLease({ ...claim, screen });
    if (!claimed) continue;
    // The lease as read before the claim is enough: a live begun since would hold the lease.
    if ((isStart || claimed === 'taken') && mayOthersWatchLive(before, claim)) await endOthersViews(caller);
    return;
  }
  throw new ApiError('SSN4090');
}

/**
 * Like `enforceStreams`, for a live. IVS continues it after the lease has expired, so the view is stored for
 * revocation, and the next check of the right is scheduled.
 */
export async function enforceLives(
  caller: Caller,
  view: NewView,
  { lease, checkAt, now }: Omit<StreamStart, 'isStart'> & { checkAt: number },
): Promise<void> {
  const { user, sessionHash } = caller;
  const keeping = keepLiveView(user.id, view, { checkAt, now });
  if (!isLimitedToOneStream(caller)) return transact(keeping);
  const claim = { userId: user.id, sessionHash, now };
  let before = lease;
  for (let attempt = 0; attempt <= attempts; attempt += 1) {
    const [free] = await listScreens(caller, before, now);
    if (!free || isHeldByAnother(free.lease, claim)) break;
    try {
      await transact([claimForLive({ ...claim, screen: free.screen }, free.lease), ...keeping]);
      if (mayOthersWatchLive(free.lease, claim)) await endOthersViews(caller);
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      before = (await listLeases(user.id)).find(({ screen }) => screen === 1)?.lease;
    }
  }
  throw new ApiError('SSN4090');
}

/** More attempts than a user has devices that start a live at the same time. */
const attempts = 5;

/** Renews the stream of a session that plays, or begins it; false while all screens are in use. */
export async function renewStream(caller: Caller, now: number): Promise<boolean> {
  const claim = { userId: caller.user.id, sessionHash: caller.sessionHash, now };
  if (countScreens(caller.user) === 1) return (await claimLease(claim)) !== false;
  for (const { screen } of await listScreens(caller, undefined, now))
    if (await claimLease({ ...claim, screen })) return true;
  return false;
}

/** Begins the stream here, on a free screen or in place of the one that reported longest ago. */
export async function takeStream(caller: Caller, now: number): Promise<void> {
  const { user, sessionHash } = caller;
  const screens = countScreens(user);
  const leases = screens === 1 ? [] : await listLeases(user.id);
  const [free] = sortScreens(leases, screens, { sessionHash, now });
  const [oldest] = leases.toSorted((a, b) => a.lease.heldUntil - b.lease.heldUntil);
  await takeLease({ userId: user.id, sessionHash, now, screen: (free ?? oldest)?.screen ?? 1 });
  await endOthersViews(caller);
}

export const leaveStream = ({ user, sessionHash }: Caller): Promise<void> =>
  freeLease(user.id, sessionHash, countScreens(user));

/** A plan with one screen, or the session's own lease on the first, needs no further read. */
async function listScreens({ user, sessionHash }: Caller, lease: Lease | undefined, now: number): Promise<Screen[]> {
  const screens = countScreens(user);
  if (screens === 1 || isJustRenewed(lease, { sessionHash, now })) return [{ screen: 1, lease }];
  return sortScreens(await listLeases(user.id), screens, { sessionHash, now });
}

/** Ends the live views of sessions that hold none of the user's screens. */
async function endOthersViews({ user, sessionHash }: Caller): Promise<void> {
  const leases = countScreens(user) === 1 ? [] : await listLeases(user.id);
  const holders = new Set([sessionHash, ...leases.map(({ lease }) => lease.sessionHash)]);
  await endLiveViews(user.id, (view) => !holders.has(view.sessionHash));
}
