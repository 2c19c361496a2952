/** Enforces one stream per user: taking the lease ends live views of the user's other sessions. */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { transact } from '../../platform/aws/dynamo.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import {
  claimForLive,
  claimLease,
  isHeldByAnother,
  isJustRenewed,
  type Lease,
  mayOthersWatchLive,
  readLease,
} from './lease.ts';
import { endLiveViews, keepLiveView, type NewView } from './live-views.ts';
import { isLimitedToOneStream } from './rules.ts';

interface StreamStart {
  isStart: boolean;
  /** The lease as read before. */
  lease: Lease | undefined;
  now: number;
}

/** Ends other sessions' views at each start, and whenever the lease changed hands. */
export async function enforceOneStream(
  caller: Caller | undefined,
  { isStart, lease, now }: StreamStart,
): Promise<void> {
  if (!isLimitedToOneStream(caller)) return;
  const claim = { userId: caller.user.id, sessionHash: caller.sessionHash, now };
  const claimed = isJustRenewed(lease, claim) ? 'renewed' : await claimLease(claim);
  if (!claimed) throw new ApiError('SSN4090');
  // The lease as read before the claim is enough: a live begun since would hold the lease.
  if ((isStart || claimed === 'taken') && mayOthersWatchLive(lease, claim)) await endOthersViews(caller);
}

/**
 * Like `enforceOneStream`, for a live. IVS continues it after the lease has expired, so the view is stored for
 * revocation, and the next check of the right is scheduled.
 */
export async function enforceOneLive(
  caller: Caller,
  view: NewView,
  { lease, checkAt, now }: Omit<StreamStart, 'isStart'> & { checkAt: number },
): Promise<void> {
  const { user, sessionHash } = caller;
  const kept = keepLiveView(user.id, view, { checkAt, now });
  if (!isLimitedToOneStream(caller)) return transact(kept);
  const claim = { userId: user.id, sessionHash, now };
  let before = lease;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await transact([claimForLive(claim, before), ...kept]);
      break;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      before = await readLease(user.id);
      if (isHeldByAnother(before, claim) || attempt === attempts) throw new ApiError('SSN4090');
    }
  }
  if (mayOthersWatchLive(before, claim)) await endOthersViews(caller);
}

/** More attempts than a user has devices that start a live at the same time. */
const attempts = 5;

const endOthersViews = ({ user, sessionHash }: Caller) =>
  endLiveViews(user.id, (view) => view.sessionHash !== sessionHash);
