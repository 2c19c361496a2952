/** Lists of events: by month, by time, by club, and for selectors of the back office. */
import { type EventTime, type MatchFilter, maxClubResults } from '../../../shared/contract/events.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { monthGrid } from '../../../shared/domain/madrid-time.ts';
import {
  type ListFilter,
  matchesFilter,
  type PageOfRows,
  toPage,
  toPagination,
} from '../../platform/lists/pagination.ts';
import { toEventViews } from './event-views.ts';
import { selectByTime, sortNearestFirst } from './events-by-time.ts';
import { createMatchFilter } from './match-filter.ts';
import { isOfClub } from './rules.ts';
import { type EventRow, events } from './store.ts';

interface ListQuery extends MatchFilter {
  page?: number | undefined;
  dateAround?: string | undefined;
  time?: EventTime | undefined;
  search?: string | undefined;
  sport?: Sport | undefined;
  clubIds?: string[] | undefined;
  visible?: 'true' | 'false' | undefined;
}

/**
 * With a date and without a page: every event of the month's six-week grid, by time. Otherwise one page, newest first,
 * of all events or of those in the chosen period.
 */
export async function listEvents(query: ListQuery, scope: EventFilter, now: number, reader?: 'staff') {
  const { page: _, time, dateAround, visible, ...chosenBy } = query;
  const filter = { ...chosenBy, ...(visible && { visible: visible === 'true' }), ...scope };
  if (query.page === undefined && dateAround !== undefined && time === undefined) {
    const { from, to } = monthGrid(new Date(dateAround));
    const ofMonth = { ...filter, from: from.toISOString(), to: to.toISOString() };
    return readPage(ofMonth, (rows) => toSinglePage(rows.toReversed()), reader);
  }
  const select = (rows: readonly EventRow[]) => (time ? selectByTime(time, rows, now) : rows);
  return readPage(filter, (rows) => toPage(select(rows), query.page ?? 1), reader);
}

/** Limit of matches that are searched for a score: a club may have thousands without any. */
const searchedMatches = 150;
const readAtOnce = 30;

/** Rows do not contain scores, so the matches are read in batches from the newest on. */
export async function readResultsOfClub(clubId: string, now: number) {
  const played = selectByTime(
    'results',
    await events.find({ visible: true, clubIds: [clubId] }, createEventFilter),
    now,
  );
  const views: Awaited<ReturnType<typeof toEventViews>> = [];
  for (let at = 0; at < Math.min(played.length, searchedMatches) && views.length < maxClubResults; at += readAtOnce) {
    const answers = await toEventViews(await events.items(played.slice(at, at + readAtOnce)));
    views.push(...answers.filter(({ score }) => score));
  }
  return views.slice(0, maxClubResults);
}

interface EventFilter extends ListFilter, MatchFilter {
  visible?: boolean;
  /** Restricts the list to events that staff of this club manage. */
  ofClub?: string;
  /** Only events that overlap this period. */
  from?: string;
  to?: string;
}

export function createEventFilter({ visible, ofClub, from = '', to, ...filter }: EventFilter) {
  const inList = matchesFilter(filter);
  const isMatch = createMatchFilter(filter);
  return (row: EventRow) =>
    (visible === undefined || row.visible === visible) &&
    (to === undefined || (row.start < to && row.finish >= from)) &&
    (ofClub === undefined || isOfClub(row, ofClub)) &&
    inList(row) &&
    isMatch(row);
}

/** Lists events for staff. With only a sport, it returns the choices of an event selector. */
export async function listManagedEvents({ sport, ...query }: ListQuery, manageable: EventFilter, now: number) {
  const onlySport = sport && Object.values(query).every((value) => value === undefined);
  if (!onlySport) return listEvents({ sport, ...query }, manageable, now, 'staff');
  return readPage({ ...manageable, sport }, (rows) => toNearestPage(rows, now), 'staff');
}

async function readPage(
  filter: EventFilter,
  choose: (rows: readonly EventRow[]) => PageOfRows<EventRow>,
  reader?: 'staff',
) {
  const { items, ...chosen } = await events.list(filter, createEventFilter, choose);
  return { sportEvents: await toEventViews(items, reader), ...toPagination(chosen) };
}

function toSinglePage(rows: readonly EventRow[]): PageOfRows<EventRow> {
  const total = rows.length;
  return { rows, limit: total, page: 1, total, totalPages: total > 0 ? 1 : 0 };
}

/** Limit of the choices in a selector of events. */
const selectorSize = 100;

/** Puts matches nearest to now first: staff mostly select one whose camera or recording they are setting up. */
function toNearestPage(rows: readonly EventRow[], now: number): PageOfRows<EventRow> {
  const total = rows.length;
  return {
    rows: sortNearestFirst(rows, now).slice(0, selectorSize),
    limit: selectorSize,
    page: 1,
    total,
    totalPages: Math.ceil(total / selectorSize),
  };
}
