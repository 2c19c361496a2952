/** Access rules: who may watch. Pure, from the effective user and what the video or live belongs to. */
import { findRight, type Right } from '../../../shared/domain/plans.ts';
import type { PlaybackReason } from '../../../shared/domain/playback-grant.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { type Caller, isClubStaff, listRights, manages, type StoredUser } from '../../platform/auth/rules.ts';
import { isInvitedTo } from '../../platform/shown/families.ts';
import type { CheckedRights } from '../../platform/shown/rules.ts';

/** The event decides; club staff also watch events of their own club. */
export interface Watchable {
  event: StoredEvent | { id: string; isPublic: boolean } | undefined;
  clubIds: readonly string[];
}

export interface Decision {
  granted: boolean;
  reason: PlaybackReason;
}

export function decideAccess(caller: Caller | undefined, watchable: Watchable): Decision {
  const { event, clubIds } = watchable;
  const grant = (reason: PlaybackReason): Decision => ({ granted: true, reason });
  const user = caller?.user;
  if (user?.role === 'ADMIN') return grant('ADMIN');
  if (event && 'audience' in event && event.audience === 'FAMILIES') return decideForFamilies(caller, event);
  if (event?.isPublic) return grant('PUBLIC');
  if (!user) return { granted: false, reason: 'LOGIN_REQUIRED' };
  const right = findOwnRight(user, watchable);
  if (right?.of === null) return grant('SUBSCRIPTION');
  if (isClubStaff(user) && clubIds.includes(user.clubId)) return grant('CLUB_STAFF');
  if (right) return grant('PURCHASE');
  return { granted: false, reason: 'PAYMENT_REQUIRED' };
}

/** The user's own right to a match or video; the match's clubs decide, not those of its recording or camera. */
const findOwnRight = (user: StoredUser, { event, clubIds }: Watchable): Right | undefined =>
  findRight(listRights(user), { eventId: event?.id, clubIds: event && 'clubIds' in event ? event.clubIds : clubIds });

/** Decides about a match for families, which no payment opens. */
function decideForFamilies(caller: Caller | undefined, event: StoredEvent): Decision {
  if (!caller) return { granted: false, reason: 'LOGIN_REQUIRED' };
  if (manages(caller, event)) return { granted: true, reason: 'CLUB_STAFF' };
  return isInvitedTo(caller, event)
    ? { granted: true, reason: 'FAMILY' }
    : { granted: false, reason: 'PAYMENT_REQUIRED' };
}

/**
 * True if the caller may watch a live that viewers may not: admins any live, to check the picture; club staff a match
 * of their own that lacks image rights or is for families.
 */
export const mayPreview = (
  caller: Caller | undefined,
  event: (CheckedRights & Pick<StoredEvent, 'audience'> & { clubIds: readonly string[] }) | undefined,
): boolean =>
  caller?.user.role === 'ADMIN' ||
  (Boolean(event?.lacks?.length || event?.audience) && manages(caller, event ?? { clubIds: [] }));

/** The time (milliseconds) at which the session or the right may expire. */
export function computeNextCheck({ user, sessionEndsAt = Number.POSITIVE_INFINITY }: Caller, watchable: Watchable) {
  const until = findOwnRight(user, watchable)?.until;
  return Math.min(sessionEndsAt, until ? Date.parse(until) : Number.POSITIVE_INFINITY);
}

/** Screens that may play at once, by the plan that gives most. */
export const countScreens = (user: StoredUser): number =>
  Math.max(1, ...listRights(user).map(({ screens }) => screens));

/** Only viewers with an account are limited to the screens of their plan; admins, club staff and visitors are not. */
export function isLimitedToOneStream(caller: Caller | undefined): caller is Caller {
  return caller !== undefined && (caller.user.role === 'REGULAR_BASIC' || caller.user.role === 'REGULAR_SUBSCRIBER');
}
