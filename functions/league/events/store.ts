/** Events: items and the rows that calendars and lists are made of. */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import type { EventState } from '../../../shared/domain/event-state.ts';
import { fold } from '../../../shared/domain/fold-text.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { isOfClub, type StoredEvent } from './rules.ts';

export interface EventRow {
  id: string;
  title: string;
  sport: Sport;
  clubIds: readonly string[];
  visible: boolean;
  isPublic: boolean;
  start: string;
  finish: string;
  /** Left out while it is SCHEDULED. */
  state?: EventState;
}

/** Lists show the newest match first. */
export const events = new Collection<StoredEvent, EventRow>({
  table: 'events',
  row: ({ id, title, sport, clubIds, visible, isPublic, scheduledStartDate, scheduledFinishDate, state }) => ({
    id,
    title: fold(title),
    sport,
    clubIds,
    visible,
    isPublic,
    start: scheduledStartDate,
    finish: scheduledFinishDate,
    ...(state && state !== 'SCHEDULED' && { state }),
  }),
  compare: (a, b) => (a.start < b.start ? 1 : a.start > b.start ? -1 : a.id < b.id ? 1 : -1),
});

/** The event that a video or camera is given; refuses one that does not exist. */
export async function requireEvent(id: string | null | undefined): Promise<StoredEvent | undefined> {
  if (!id) return undefined;
  const event = await events.get(id);
  if (!event) throw new ApiError('EVT4000');
  return event;
}

/**
 * The event that club staff give a video: one of their club. The event decides who may watch, so that another club's
 * would open what is paid for, or sell what is not theirs.
 */
export async function requireOwnEvent(id: string | null | undefined, clubId: string): Promise<StoredEvent | undefined> {
  const event = await requireEvent(id);
  if (event && !isOfClub(event, clubId)) throw new ApiError('SSN4030');
  return event;
}

/** A change of visibility may show on other lists this late. */
const shownMaxAgeMs = 5_000;

/** For those who will show what belongs to events, and have something else to read meanwhile. */
export const refreshShown = () => events.refresh(shownMaxAgeMs);

/** A function that says whether an event of some items may be named to everybody (row V-GEN-3). */
export async function isEventShown(
  items: readonly { sportEventId: string | null }[],
): Promise<(id: string | null) => boolean> {
  if (items.every(({ sportEventId }) => sportEventId === null)) return () => false;
  await refreshShown();
  // One that was created a moment ago is not known yet.
  if (items.some(({ sportEventId }) => sportEventId !== null && !events.known(sportEventId))) await events.refresh();
  return (id) => id !== null && events.known(id)?.visible === true;
}
