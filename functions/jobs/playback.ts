/** Stops playback when a right ends. */
import { sources } from '../broadcast/live/store.ts';
import { events } from '../league/events/store.ts';
import { getUser } from '../people/accounts/store.ts';
import { withEffectiveRights } from '../platform/auth/rules.ts';
import { findCallerByHash } from '../platform/auth/sessions.ts';
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { freeLease, listLeases } from '../viewing/playback/lease.ts';
import {
  checkDueUsers,
  endLiveViews,
  findViews,
  type KeptView,
  scheduleCheck,
} from '../viewing/playback/live-views.ts';
import { computeNextCheck, countScreens, decideAccess } from '../viewing/playback/rules.ts';

/** Ends the user's live views that no valid session, right or screen covers, and frees the stream leases. */
export async function endViews({ detail: { userId } }: DomainEventMessage<'RightsChanged'>): Promise<void> {
  const now = Date.now();
  const isOver = await readOver(userId, now);
  await endLiveViews(userId, isOver);
  await freeLeasesOfGone(userId, now);
}

/**
 * Every minute: ends views whose session, season or partner right has expired, and retries views that IVS could not
 * revoke at once.
 */
export async function endViewsByClock(): Promise<void> {
  const now = Date.now();
  await checkDueUsers(now, async (userId) => {
    const views = await findViews(userId, await readOver(userId, now));
    await freeLeasesOfGone(userId, now);
    return views;
  });
}

async function freeLeasesOfGone(userId: string, now: number): Promise<void> {
  const beyond = await listSessionsBeyond(userId, now);
  for (const { screen, lease } of await listLeases(userId))
    if (beyond.includes(lease.sessionHash) || !(await findCallerByHash(userId, lease.sessionHash, now)))
      await freeLease(userId, lease.sessionHash, screen);
}

/** Sessions on screens that the user's plan no longer has. */
async function listSessionsBeyond(userId: string, now: number): Promise<string[]> {
  const leases = (await listLeases(userId)).filter(({ screen }) => screen > 1);
  const user = leases.length > 0 ? await getUser(userId) : undefined;
  if (!user) return [];
  const screens = countScreens(withEffectiveRights(user, now));
  return leases.filter(({ screen }) => screen > screens).map(({ lease }) => lease.sessionHash);
}

async function readOver(userId: string, now: number): Promise<(view: KeptView) => Promise<boolean>> {
  const beyond = await listSessionsBeyond(userId, now);
  return async (view) => beyond.includes(view.sessionHash) || !(await mayContinue(userId, view, now));
}

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
