/** Permissions on events, and the effects of a change. Pure. */
import type { Sport } from '../../../shared/contract/schema.ts';
import type { MatchScore } from '../../../shared/contract/scores.ts';
import { findSeason, toCompetitionKey } from '../../../shared/domain/competition.ts';
import type { EventState } from '../../../shared/domain/event-state.ts';
import type { LostPicture } from '../../../shared/domain/lost-minutes.ts';
import type { AgeCategory, TeamLetter } from '../../../shared/domain/match.ts';
import type { MatchSignal } from '../../../shared/domain/match-state.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { type CheckedRights, type ChosenAudience, withChosenVisibility } from '../../platform/shown/rules.ts';
import {
  assertMayOpen,
  type Closing,
  type Closings,
  createClosing,
  findFamiliesClosing,
} from '../../platform/withholding/closings.ts';
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
  /** The side's team, where its club has several of the category. */
  homeTeam?: TeamLetter | null;
  awayTeam?: TeamLetter | null;
  category?: AgeCategory | null;
  competition?: string | null;
  matchday?: string | null;
  venue?: string | null;
  /** Cents; absent for the stage's price. Fixed after the first purchase. */
  price?: number | null;
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
  /** Minutes of it without a picture, measured on the second day (money/lost-minutes). */
  lost?: LostPicture;
  /** A camera outside its test is set to it. */
  hasCamera?: boolean;
  /** The feed that viewers see, once a phone has broadcast it (broadcast/live/feeds.ts): its id, and a source's slug. */
  feed?: { id: string; slug: string };
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
    | 'lost'
    | 'hasCamera'
    | 'feed'
    | 'closedAt'
    | 'closings'
    | 'withheld'
    | keyof CheckedRights
  >
>;

/** Applies an edit; a postponed event keeps its original date, and loses what was seen of it that day. */
export function withEdit(event: StoredEvent, edit: EventEdit): StoredEvent {
  const sides = listTeamsOfOthers(event, edit);
  const { audience = event.audience, ...fields } = { ...event, ...sides, ...edit, visible: event.visible };
  const next: StoredEvent = {
    ...withChosenVisibility(fields, edit.visible),
    ...(audience === 'FAMILIES' && { audience }),
  };
  const postponedFrom = next.state === 'POSTPONED' ? (event.postponedFrom ?? event.scheduledStartDate) : null;
  const isReopened = next.state !== event.state;
  const edited = { ...next, postponedFrom, ...(isReopened && event.closedAt && { closedAt: null }) };
  const stoppedAt = event.signal?.stoppedAt;
  const isMoved = next.scheduledStartDate !== event.scheduledStartDate;
  if (!isMoved || !stoppedAt || Date.parse(next.scheduledStartDate) - Date.parse(stoppedAt) < otherDayMs) return edited;
  const { signal: _signal, lost: _lost, ...moved } = edited;
  return moved;
}

/** Milliseconds after its picture at which a match with a new date begins on another day: that picture was no part of it. */
const otherDayMs = 6 * 3_600_000;

/** Removes the letter of a side that becomes another club's, unless the edit states it. */
const listTeamsOfOthers = (event: StoredEvent, { homeClubId, awayClubId }: EventEdit): EventEdit => ({
  ...(event.homeTeam && homeClubId !== undefined && homeClubId !== event.homeClubId && { homeTeam: null }),
  ...(event.awayTeam && awayClubId !== undefined && awayClubId !== event.awayClubId && { awayTeam: null }),
});

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
  const knownFamilies = findFamiliesClosing(before);
  const families = follow(wasForFamilies === true, isForFamilies === true, knownFamilies);
  if (wasForFamilies && isForFamilies && serialiseTeams(before) !== serialiseTeams(after))
    assertMayOpen(caller, knownFamilies);
  const closings = { ...(hidden && { hidden }), ...(families && { families }) };
  return { ...rest, ...(Object.keys(closings).length > 0 && { closings }) };
}

/** The teams whose families are invited to a match for families. */
const serialiseTeams = ({ sport, category, scheduledStartDate, clubIds }: StoredEvent): string =>
  JSON.stringify([sport, category ?? null, findSeason(scheduledStartDate), [...clubIds].sort()]);

/**
 * True if an edit states another team or competition than before, instead of stating what was missing. A letter always
 * counts, because without one the statements of all teams count.
 */
export function statesOtherTeam(before: StoredEvent, after: StoredEvent): boolean {
  const [teams, nextTeams] = [findTeamLetters(before), findTeamLetters(after)];
  return (
    before.sport !== after.sport ||
    [before.category, before.competition].some(
      (stated, index) => stated && stated !== [after.category, after.competition][index],
    ) ||
    after.clubIds.some((id) => teams[id] !== nextTeams[id])
  );
}

/** Letters of the clubs that play with one of several teams, by club. */
export type TeamLetters = Readonly<Record<string, TeamLetter>>;

export const findTeamLetters = ({
  homeClubId,
  awayClubId,
  homeTeam,
  awayTeam,
}: Pick<StoredEvent, SideField>): TeamLetters => ({
  ...(homeClubId && homeTeam && { [homeClubId]: homeTeam }),
  ...(awayClubId && awayTeam && { [awayClubId]: awayTeam }),
});

export const serialiseRightsFacts = (match: RightsFacts & { start: string }): string =>
  JSON.stringify([
    match.sport,
    match.category ?? null,
    findSeason(match.start),
    toCompetitionKey(match) ?? null,
    [...match.clubIds].sort(),
    // Matches without letters keep the facts by which they have been checked.
    ...Object.entries(match.teams ?? {}).sort(),
  ]);

type RightsFacts = Pick<StoredEvent, 'sport' | 'category' | 'competition'> & {
  clubIds: readonly string[];
  teams?: TeamLetters | undefined;
};

/** Club fields after a change of clubs; a side that is not among the clubs is removed with its letter. */
export function toClubFields(
  { homeClubId, awayClubId, homeTeam, awayTeam }: Pick<StoredEvent, SideField>,
  clubIds: string[],
): Pick<StoredEvent, 'clubIds' | SideField> {
  const keepSide = (side: string | null | undefined) => (side && clubIds.includes(side) ? side : null);
  const [home, away] = [keepSide(homeClubId), keepSide(awayClubId)];
  return {
    clubIds,
    homeClubId: home,
    awayClubId: away,
    ...(homeTeam && !home && { homeTeam: null }),
    ...(awayTeam && !away && { awayTeam: null }),
  };
}

type SideField = 'homeClubId' | 'awayClubId' | 'homeTeam' | 'awayTeam';

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
