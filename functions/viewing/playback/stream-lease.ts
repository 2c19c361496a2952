/**
 * The user's one stream is here now (rows V-PLAY-6 and 7): what another session of theirs still watches live, ends.
 * Nobody else is limited.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { ConditionFailed, transact } from '../../platform/aws/dynamo.ts';
import {
  claimForLive,
  claimLease,
  isHeldAfresh,
  isHeldByAnother,
  type Lease,
  mayOthersWatchLive,
  readLease,
} from './lease.ts';
import { endLiveViews, keepLiveView, type NewView } from './live-views.ts';
import { isLimitedToOneStream } from './rules.ts';

interface Hold {
  isStart: boolean;
  /** As it was before. */
  lease: Lease | undefined;
  now: number;
}

/** Others' views are looked for at each start, and when the lease changed hands in between. */
export async function holdStream(caller: Caller | undefined, { isStart, lease, now }: Hold): Promise<void> {
  if (!isLimitedToOneStream(caller)) return;
  const claim = { userId: caller.user.id, sessionHash: caller.sessionHash, now };
  const claimed = isHeldAfresh(lease, claim) ? 'renewed' : await claimLease(claim);
  if (!claimed) throw new ApiError('SSN4090');
  // The lease was read before the claim: whoever has begun a live since then would hold it.
  if ((isStart || claimed === 'taken') && mayOthersWatchLive(lease, claim)) await endOthersViews(caller);
}

/**
 * The same for a live, which goes on at the streaming service after the lease has gone: with the view that is to be ended
 * there, and the time at which the clock may have ended the right to it.
 */
export async function holdLive(
  caller: Caller,
  view: NewView,
  { lease, judgeAt, now }: Omit<Hold, 'isStart'> & { judgeAt: number },
): Promise<void> {
  const { user, sessionHash } = caller;
  const kept = keepLiveView(user.id, view, { judgeAt, now });
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

/** More often than a person's devices begin a live at once. */
const attempts = 5;

const endOthersViews = ({ user, sessionHash }: Caller) =>
  endLiveViews(user.id, (view) => view.sessionHash !== sessionHash);
