/** Permissions on events, and the effects of a change. Pure. */

import type { Sport } from '../../../shared/contract/schema.ts';
import type { MatchScore } from '../../../shared/contract/scores.ts';
import { competitionKey, findSeason } from '../../../shared/domain/competition.ts';
import type { EventState } from '../../../shared/domain/event-state.ts';
import type { AgeCategory } from '../../../shared/domain/match.ts';
import type { MatchSignal } from '../../../shared/domain/match-state.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { type CheckedRights, type ChosenAudience, withChosenVisibility } from '../../platform/shown/rules.ts';
import { assertMayOpen, type Closing, type Closings, createClosing } from '../../platform/withholding/closings.ts';
import { isChosenVisible, type Withheld } from '../../platform/withholding/rules.ts';

export interface StoredEvent extends CheckedRights {
  id: string;
  version: number;
  title: string;
  summary: string;
  sport: Sport;
  isPublic: boolean;
  visible: boolean;
  /** Absent: everybody. A match for families is never `visible`; its hold stores the choice of staff. */
  audience?: ChosenAudience;
  /** The staff who hid it or opened it to families only. */
  closings?: Closings;
  /** The hold by matters and missing image rights, while they hide it (platform/withholding). */
  withheld?: Withheld;
  /** UTC, ISO 8601. */
  scheduledStartDate: string;
  scheduledFinishDate: string;
  clubIds: string[];
  thumbnail: string | null;
  dateCreated: string;
  /** One of `clubIds`; the club may have been deleted since. */
  homeClubId?: string | null;
  awayClubId?: string | null;
  category?: AgeCategory | null;
  competition?: string | null;
  matchday?: string | null;
  venue?: string | null;
  /** Absent on events from before states were introduced: SCHEDULED. */
  state?: EventState;
  /** Original start of a postponed match. */
  postponedFrom?: string | null;
  /**
   * Score as of the last change of phase, or as corrected after the match, with the log's `version`. During the match,
   * lists read the stored score instead: a goal must not change the event, which would conflict with open forms.
   */
  score?: MatchScore & { version: number };
  /** Copy of its cameras' state. `lostAt`: end of the picture before an interruption that viewers noticed. */
  signal?: MatchSignal & { lostAt?: string };
  /** Instant (ISO 8601) at which it ended automatically, because its end was not logged. */
  closedAt?: string | null;
}

/** Fields of the event form. */
export type EventEdit = Partial<
  Omit<
    StoredEvent,
    | 'id'
    | 'version'
    | 'clubIds'
    | 'thumbnail'
    | 'dateCreated'
    | 'postponedFrom'
    | 'score'
    | 'signal'
    | 'closedAt'
    | 'closings'
    | 'withheld'
    | keyof CheckedRights
  >
>;

/** Applies an edit; a postponed event keeps its original date. */
export function withEdit(event: StoredEvent, edit: EventEdit): StoredEvent {
  const { audience = event.audience, ...fields } = { ...event, ...edit, visible: event.visible };
  const next: StoredEvent = {
    ...withChosenVisibility(fields, edit.visible),
    ...(audience === 'FAMILIES' && { audience }),
  };
  const postponedFrom = next.state === 'POSTPONED' ? (event.postponedFrom ?? event.scheduledStartDate) : null;
  const isReopened = next.state !== event.state;
  return { ...next, postponedFrom, ...(isReopened && event.closedAt && { closedAt: null }) };
}

/**
 * Stores who closed the event by an edit. @throws ApiError if the edit opens what somebody else closed: shows it, opens
 * it to everybody, or changes whose families are invited.
 */
export function withClosings(before: StoredEvent, after: StoredEvent, caller: Pick<Caller, 'user'>, now: number) {
  const { closings: known = {}, ...rest } = after;
  const follow = (wasClosed: boolean, isClosed: boolean, closing: Closing | undefined) => {
    if (wasClosed && !isClosed) assertMayOpen(caller, closing);
    return isClosed ? (wasClosed ? closing : createClosing(caller, now)) : undefined;
  };
  const hidden = follow(!isChosenVisible(before), !isChosenVisible(after), known.hidden);
  const [wasForFamilies, isForFamilies] = [before, after].map(({ audience }) => audience === 'FAMILIES');
  const families = follow(wasForFamilies === true, isForFamilies === true, known.families);
  if (wasForFamilies && isForFamilies && serialiseTeams(before) !== serialiseTeams(after))
    assertMayOpen(caller, known.families);
  const closings = { ...(hidden && { hidden }), ...(families && { families }) };
  return { ...rest, ...(Object.keys(closings).length > 0 && { closings }) };
}

/** The teams whose families are invited to a match for families. */
const serialiseTeams = ({ sport, category, scheduledStartDate, clubIds }: StoredEvent): string =>
  JSON.stringify([sport, category ?? null, findSeason(scheduledStartDate), [...clubIds].sort()]);

/** True if an edit states another team or competition than before, instead of stating what was missing. */
export const statesOtherTeam = (before: StoredEvent, after: StoredEvent): boolean =>
  before.sport !== after.sport ||
  [before.category, before.competition].some(
    (stated, index) => stated && stated !== [after.category, after.competition][index],
  );

export const serialiseRightsFacts = (match: RightsFacts & { start: string }): string =>
  JSON.stringify([
    match.sport,
    match.category ?? null,
    findSeason(match.start),
    competitionKey(match) ?? null,
    [...match.clubIds].sort(),
  ]);

type RightsFacts = Pick<StoredEvent, 'sport' | 'category' | 'competition'> & { clubIds: readonly string[] };

/** Club fields after a change of clubs; a side that is not among the clubs is removed. */
export function toClubFields(
  { homeClubId, awayClubId }: Pick<StoredEvent, 'homeClubId' | 'awayClubId'>,
  clubIds: string[],
): Pick<StoredEvent, 'clubIds' | 'homeClubId' | 'awayClubId'> {
  const keepSide = (side: string | null | undefined) => (side && clubIds.includes(side) ? side : null);
  return { clubIds, homeClubId: keepSide(homeClubId), awayClubId: keepSide(awayClubId) };
}

export const withClubs = (event: StoredEvent, clubIds: string[]): StoredEvent => ({
  ...event,
  ...toClubFields(event, clubIds),
});

/** True if home and away are two different clubs of the event. */
export function areSidesValid({
  clubIds,
  homeClubId,
  awayClubId,
}: Pick<StoredEvent, 'clubIds' | 'homeClubId' | 'awayClubId'>): boolean {
  const sides = [homeClubId, awayClubId].filter((id) => typeof id === 'string');
  return sides.every((id) => clubIds.includes(id)) && new Set(sides).size === sides.length;
}

export const isOfClub = (item: { clubIds: readonly string[] }, clubId: string) => item.clubIds.includes(clubId);

/** True unless the edit changes whether the event is public, which is for admins. */
export function clubStaffMayEdit(event: StoredEvent, edit: EventEdit): boolean {
  return edit.isPublic === undefined || edit.isPublic === event.isPublic;
}

/** Club staff must keep their own club, and can neither add nor remove others. */
export function clubStaffMaySetClubs(before: readonly string[], after: readonly string[], ownClub: string): boolean {
  const joinOthers = (ids: readonly string[]) =>
    ids
      .filter((id) => id !== ownClub)
      .sort()
      .join();
  return after.includes(ownClub) && joinOthers(before) === joinOthers(after);
}

/** True if the event ends after it starts; the contract can check this only for requests with both dates. */
export function areDatesInOrder(event: Pick<StoredEvent, 'scheduledStartDate' | 'scheduledFinishDate'>): boolean {
  return event.scheduledFinishDate > event.scheduledStartDate;
}
