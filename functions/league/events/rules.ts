/** Who may do what with an event, and what a change makes of it. Pure. Rows: B-EV-2, B-EV-21, B-PERM-9, D-MATCH. */

import type { Sport } from '../../../shared/contract/schema.ts';
import type { MatchScore } from '../../../shared/contract/scores.ts';
import type { EventState } from '../../../shared/domain/event-state.ts';
import type { AgeCategory } from '../../../shared/domain/match.ts';

export interface StoredEvent {
  id: string;
  version: number;
  title: string;
  summary: string;
  sport: Sport;
  isPublic: boolean;
  visible: boolean;
  /** UTC, ISO 8601. */
  scheduledStartDate: string;
  scheduledFinishDate: string;
  clubIds: string[];
  thumbnail: string | null;
  dateCreated: string;
  /** Each one of `clubIds`, though perhaps of a club that was deleted since. */
  homeClubId?: string | null;
  awayClubId?: string | null;
  category?: AgeCategory | null;
  competition?: string | null;
  matchday?: string | null;
  venue?: string | null;
  /** None on an event from before there were states: SCHEDULED. */
  state?: EventState;
  /** Of a postponed match: when it was to begin. */
  postponedFrom?: string | null;
  /**
   * As the match last turned, or was put right after its end; `version` is that of the log. While it is played, lists
   * take the score itself: a goal changes no event, and no form that somebody has open.
   */
  score?: MatchScore & { version: number };
}

/** What the forms of an event hold. */
export type EventEdit = Partial<
  Omit<StoredEvent, 'id' | 'version' | 'clubIds' | 'thumbnail' | 'dateCreated' | 'postponedFrom' | 'score'>
>;

/** The event with a change; a postponed one remembers the date that it had. */
export function withEdit(event: StoredEvent, edit: EventEdit): StoredEvent {
  const next = { ...event, ...edit };
  const postponedFrom = next.state === 'POSTPONED' ? (event.postponedFrom ?? event.scheduledStartDate) : null;
  return { ...next, postponedFrom };
}

/** What an event says of its clubs when these are others: a side that is not among them any more is nobody's. */
export function fieldsOfClubs(
  { homeClubId, awayClubId }: Pick<StoredEvent, 'homeClubId' | 'awayClubId'>,
  clubIds: string[],
): Pick<StoredEvent, 'clubIds' | 'homeClubId' | 'awayClubId'> {
  const kept = (side: string | null | undefined) => (side && clubIds.includes(side) ? side : null);
  return { clubIds, homeClubId: kept(homeClubId), awayClubId: kept(awayClubId) };
}

/** The event with other clubs. */
export const withClubs = (event: StoredEvent, clubIds: string[]): StoredEvent => ({
  ...event,
  ...fieldsOfClubs(event, clubIds),
});

/** Row D-MATCH-1: home and away are two of the event's clubs. */
export function sidesAreItsClubs({
  clubIds,
  homeClubId,
  awayClubId,
}: Pick<StoredEvent, 'clubIds' | 'homeClubId' | 'awayClubId'>): boolean {
  const sides = [homeClubId, awayClubId].filter((id) => typeof id === 'string');
  return sides.every((id) => clubIds.includes(id)) && new Set(sides).size === sides.length;
}

/** Club staff manage what their own club takes part in. */
export const isOfClub = (item: { clubIds: readonly string[] }, clubId: string) => item.clubIds.includes(clubId);

/** Row B-API-61: club staff never change whether an event is public. */
export function clubStaffMayEdit(event: StoredEvent, edit: EventEdit): boolean {
  return edit.isPublic === undefined || edit.isPublic === event.isPublic;
}

/** Rows B-API-64, B-API-83: the own club stays, and other clubs are not theirs to add or remove. */
export function clubStaffMaySetClubs(before: readonly string[], after: readonly string[], ownClub: string): boolean {
  const others = (ids: readonly string[]) =>
    ids
      .filter((id) => id !== ownClub)
      .sort()
      .join();
  return after.includes(ownClub) && others(before) === others(after);
}

/** Row B-EV-7, also when a change names only one of the two dates. */
export function datesAreInOrder(event: Pick<StoredEvent, 'scheduledStartDate' | 'scheduledFinishDate'>): boolean {
  return event.scheduledFinishDate > event.scheduledStartDate;
}
