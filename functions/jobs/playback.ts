/** Stops playback when a right ends. */
import { sources } from '../broadcast/live/store.ts';
import { events } from '../league/events/store.ts';
import { findCallerByHash } from '../platform/auth/sessions.ts';
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { freeLease, readLease } from '../viewing/playback/lease.ts';
import {
  checkDueUsers,
  endLiveViews,
  findViews,
  type KeptView,
  scheduleCheck,
} from '../viewing/playback/live-views.ts';
import { computeNextCheck, decideAccess } from '../viewing/playback/rules.ts';

/** Ends the user's live views that no valid session or right covers, and frees the stream lease. */
export async function endViews({ detail: { userId } }: DomainEventMessage<'RightsChanged'>): Promise<void> {
  const now = Date.now();
  await endLiveViews(userId, isGone(userId, now));
  await freeLeaseOfGone(userId, now);
}

/**
 * Every minute: ends views whose session, season or partner right has expired, and retries views that IVS could not
 * revoke at once.
 */
export async function endViewsByClock(): Promise<void> {
  const now = Date.now();
  await checkDueUsers(now, async (userId) => {
    const [views] = await Promise.all([findViews(userId, isGone(userId, now)), freeLeaseOfGone(userId, now)]);
    return views;
  });
}

async function freeLeaseOfGone(userId: string, now: number): Promise<void> {
  const lease = await readLease(userId);
  if (lease && !(await findCallerByHash(userId, lease.sessionHash, now))) await freeLease(userId, lease.sessionHash);
}

const isGone = (userId: string, now: number) => async (view: KeptView) => !(await mayContinue(userId, view, now));

async function mayContinue(userId: string, { sessionHash, sourceId }: KeptView, now: number): Promise<boolean> {
  const caller = await findCallerByHash(userId, sessionHash, now);
  const source = caller && (await sources.get(sourceId));
  if (!source) return false;
  const event = source.sportEventId ? await events.get(source.sportEventId) : undefined;
  const watchable = { event, clubIds: source.clubIds };
  const { granted } = decideAccess(caller, watchable);
  // Another right of the user may apply, with its own end.
  if (granted) await scheduleCheck(userId, computeNextCheck(caller, watchable), now);
  return granted;
}
