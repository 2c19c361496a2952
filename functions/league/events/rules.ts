/** Who may do what with an event. Pure. Rows: B-EV-2, B-EV-21, B-PERM-9, B-API-58 to 65. */
import type { Sport } from '../../../shared/schema.ts';

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
}

export type EventEdit = Partial<
  Pick<
    StoredEvent,
    'title' | 'summary' | 'sport' | 'isPublic' | 'visible' | 'scheduledStartDate' | 'scheduledFinishDate'
  >
>;

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
