/** Events: items, and the rows of calendars and lists. */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { EventState } from '../../../shared/domain/event-state.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { type ListFilter, matchesFilter } from '../../platform/lists/pagination.ts';
import { requireItem, requireManaged } from '../../platform/lists/require-item.ts';
import { enforcesImageRights } from '../../platform/shown/enforcement.ts';
import { mayReadMatch } from '../../platform/shown/families.ts';
import { applyAudience, isHeldByRights, mayBeShown } from '../../platform/shown/rules.ts';
import { isHeldByMatter, listMatterHolds } from '../../platform/withholding/rules.ts';
import { followItem } from '../../platform/withholding/withdrawals.ts';
import { findTeamLetters, isOfClub, type StoredEvent, serialiseRightsFacts } from './rules.ts';

const toFacts = (event: StoredEvent) =>
  serialiseRightsFacts({ ...event, teams: findTeamLetters(event), start: event.scheduledStartDate });

const toTeams = (event: StoredEvent) => {
  const teams = findTeamLetters(event);
  return Object.keys(teams).length > 0 && { teams };
};

const toRow = (event: StoredEvent) => ({
  id: event.id,
  title: foldText(event.title),
  sport: event.sport,
  clubIds: event.clubIds,
  visible: event.visible,
  isPublic: event.isPublic,
  start: event.scheduledStartDate,
  finish: event.scheduledFinishDate,
  /** Absent while SCHEDULED. */
  ...(event.state && event.state !== 'SCHEDULED' && { state: event.state as EventState }),
  /** The original date of a postponed match. */
  ...(event.postponedFrom && { postponedFrom: event.postponedFrom }),
  ...(event.signal && { signal: { since: event.signal.since, stoppedAt: event.signal.stoppedAt } }),
  ...(event.hasCamera && { hasCamera: true as const }),
  ...(event.category && { category: event.category }),
  /** Letters of the clubs that play with one of several teams. */
  ...toTeams(event),
  ...(event.competition && { competition: event.competition }),
  ...(event.matchday && { matchday: event.matchday }),
  ...(event.venue && { venue: event.venue }),
  /** Missing image rights; absent while they have not been checked, and on stages that only warn. */
  ...(event.lacks && event.lacksOf === toFacts(event) && { lacks: event.lacks }),
  /** The matters that withhold it. */
  ...(isHeldByMatter(event) && { heldBy: listMatterHolds(event) }),
  /** Hidden until it has its image rights. */
  ...(isHeldByRights(event) && { isHeld: true }),
  ...(event.audience === 'FAMILIES' && {
    audience: event.audience,
    /** True if invited families may see it now. */
    isOpenToFamilies: mayBeShown(event, 'FAMILIES', 'page', 0).ok,
  }),
});

export type EventRow = ReturnType<typeof toRow>;

/** Newest first. */
export const events = new Collection<StoredEvent, EventRow>({
  table: 'events',
  audit: {
    kind: 'events',
    name: ({ title }) => title,
    kept: [
      'visible',
      'audience',
      'isPublic',
      'state',
      'withheld',
      'clubIds',
      'homeClubId',
      'awayClubId',
      'homeTeam',
      'awayTeam',
      'scheduledStartDate',
      'scheduledFinishDate',
      'competition',
      'category',
      'closedAt',
      'feed',
      'price',
    ] as const,
  },
  settle: (event) => applyAudience(event, toFacts(event), 'page', enforcesImageRights()),
  follow: (before, after) => followItem('events', before, after),
  row: toRow,
  compare: (a, b) => (a.start < b.start ? 1 : a.start > b.start ? -1 : a.id < b.id ? 1 : -1),
});

export function createVisibleFilter(filter: ListFilter) {
  const inList = matchesFilter(filter);
  return (row: EventRow) => row.visible && inList(row);
}

/**
 * Reads the event of a video or camera.
 * @throws ApiError if it does not exist.
 */
export const requireEvent = async (id: string | null | undefined): Promise<StoredEvent | undefined> =>
  id ? requireItem(events, id, 'EVT4000') : undefined;

/** @throws ApiError 404 for an event that does not exist. */
export const requireEventById = (id: string): Promise<StoredEvent> => requireItem(events, id, 'EVT4040');

/** @throws ApiError 404 for an event that does not exist, 403 for one of another club. */
export const requireManagedEvent = (id: string, caller: Pick<Caller, 'user'> | undefined): Promise<StoredEvent> =>
  requireManaged(events, id, 'EVT4040', caller);

/** @throws ApiError 404 for a hidden event that the caller neither manages nor is invited to. */
export async function requireReadableEvent(id: string, caller: Pick<Caller, 'user'> | undefined): Promise<StoredEvent> {
  const event = await requireEventById(id);
  if (!mayReadMatch(caller, event)) throw new ApiError('EVT4040');
  return event;
}

/**
 * Reads an event of the staff's own club. The event decides who may watch, so an event of another club would open paid
 * videos or sell videos of others. @throws ApiError for other events.
 */
export async function requireOwnEvent(id: string | null | undefined, clubId: string): Promise<StoredEvent | undefined> {
  const event = await requireEvent(id);
  if (event && !isOfClub(event, clubId)) throw new ApiError('SSN4030');
  return event;
}

/** Delay after which other lists show a change of visibility. */
const shownMaxAgeMs = 5_000;

/** Starts refreshing early, so that callers can do other reads meanwhile. */
export const refreshShown = () => events.refresh(shownMaxAgeMs);

/** Returns a function that is true for the id of a visible event. */
export async function createShownTest(
  items: readonly { sportEventId: string | null }[],
): Promise<(id: string | null) => boolean> {
  if (items.every(({ sportEventId }) => sportEventId === null)) return () => false;
  await refreshShown();
  // An event created a moment ago is not known yet.
  if (items.some(({ sportEventId }) => sportEventId !== null && !events.getRow(sportEventId))) await events.refresh();
  return (id) => id !== null && events.getRow(id)?.visible === true;
}
