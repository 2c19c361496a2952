/** Endpoints of sport events: the match or tournament that lives and videos belong to. */
import * as z from 'zod';
import { FixtureFile, FixtureLine } from '../domain/fixtures.ts';
import { defineEndpoints } from './endpoint.ts';
import { EventChanges, NewEvent } from './event-changes.ts';
import {
  AgeCategory,
  BooleanInput,
  ClubIds,
  ClubNames,
  DeletedEvent,
  Instant,
  ListQuery,
  memoiseSchema,
  NewId,
  Page,
  PageQuery,
  Single,
  text,
} from './schema.ts';
import { ListedEvent, ManagedEvent, SportEvent } from './sport-event.ts';

/**
 * `fromToday` lists all events: today's and later ones, then past ones from the newest. `nearest` orders all by their
 * distance from now.
 */
const EventTime = z.enum(
  ['today', 'weekend', 'upcoming', 'results', 'fromToday', 'nearest'],
  'El momento no es válido',
);
export type EventTime = z.output<typeof EventTime>;

export const maxClubResults = 5;

/** Filter of matches; competition and ground are compared without case and accents. */
export const MatchFilter = z.object({
  category: AgeCategory.optional(),
  competition: text(100).optional(),
  venue: text(100).optional(),
  /** A day in Madrid. */
  date: z.iso.date('La fecha no es válida').optional(),
});
export type MatchFilter = {
  [Name in keyof z.output<typeof MatchFilter>]?: z.output<typeof MatchFilter>[Name] | undefined;
};

/** The values of the filter that occur in a list. */
const MatchChoices = z.object({
  competitions: z.array(z.string()),
  categories: z.array(AgeCategory),
  venues: z.array(z.string()),
});
export type MatchChoices = z.output<typeof MatchChoices>;

const PublicEventQuery = ListQuery.extend({
  ...MatchFilter.shape,
  page: ListQuery.shape.page.removeDefault().optional(),
  time: EventTime.optional(),
  dateAround: z.union([Instant, z.iso.date().transform((date) => `${date}T12:00:00.000Z`)]).optional(),
});

const ManagedEventQuery = PublicEventQuery.extend({
  visible: z.enum(['true', 'false'], 'La visibilidad no es válida').optional(),
});

const ImportedFixtures = z.object({
  lines: z.array(FixtureLine),
  total: z.int(),
  next: z.int().nullable().meta({ description: '`from` for the lines after these; null after the last.' }),
});

/** Endpoints that admins and club staff have alike; club staff for the events of their club. */
const list = { query: ManagedEventQuery, data: Page('sportEvents', ListedEvent) } as const;
const creation = {
  body: NewEvent,
  data: NewId,
  status: 201,
  refuses: ['CLB4000', 'CLS4030', 'EVT4001', 'EVT4002'],
} as const;
const one = { data: Single('sportEvent', ManagedEvent), refuses: ['EVT4040'] } as const;
const change = {
  body: EventChanges,
  data: Single('sportEvent', ManagedEvent),
  refuses: ['CLS4030', 'EVT4001', 'EVT4002', 'EVT4040', 'EVT4098', 'MTT4090', 'RGT4090'],
} as const;
const readClubs = { data: ClubNames, refuses: ['EVT4040'] } as const;
const setClubs = { body: ClubIds, refuses: ['CLB4000', 'EVT4040'] } as const;
// The lines of the answer contain these errors; its status stays 200.
const fixtures = { body: FixtureFile, data: ImportedFixtures, refuses: ['CLS4030', 'EVT4001', 'EVT4040'] } as const;

export const eventEndpoints = defineEndpoints({
  'GET /sportevents': {
    summary: 'Visible events: the six-week grid around a date, or a page, optionally of one `time`',
    access: 'public',
    query: PublicEventQuery,
    data: Page('sportEvents', memoiseSchema(SportEvent)),
    cache: 10,
    publiclyCacheable: true,
  },
  'GET /match-choices': {
    summary: 'Competitions, categories and grounds of visible events, for filters',
    access: 'public',
    query: ListQuery.pick({ sport: true, clubIds: true }),
    data: MatchChoices,
    cache: 60,
    publiclyCacheable: true,
  },
  'GET /clubs/{id}/results': {
    summary: 'The last matches of a club that have a score, newest first',
    access: 'public',
    data: z.object({ sportEvents: z.array(SportEvent).max(maxClubResults) }),
    cache: 10,
    publiclyCacheable: false,
    refuses: ['CLB4040'],
  },
  'GET /sportevents/{id}': {
    summary: 'One event',
    access: 'public',
    data: Single('sportEvent', SportEvent),
    cache: 10,
    publiclyCacheable: false,
    refuses: ['EVT4040'],
  },
  'GET /sportevents/{id}/clubs': {
    summary: 'Clubs of an event',
    access: 'public',
    data: ClubNames,
    cache: 10,
    publiclyCacheable: false,
    refuses: ['EVT4040'],
  },

  'GET /live/sportevents': { ...list, access: 'admin', summary: 'All events, including hidden ones' },
  'POST /live/sportevents': { ...creation, access: 'admin', summary: 'Create an event' },
  'POST /live/fixtures': {
    ...fixtures,
    access: 'admin',
    summary: 'Import the next hundred matches of a CSV file; `dry` only reports the effect of each line',
  },
  'POST /clubStaff/fixtures': {
    ...fixtures,
    access: 'clubStaff',
    summary: 'Import matches of the caller’s club, as for admins',
  },
  'GET /live/sportevents/{id}': { ...one, access: 'admin', summary: 'One event with its VODs' },
  'PATCH /live/sportevents/{id}': { ...change, access: 'admin', summary: 'Change an event' },
  'DELETE /live/sportevents/{id}': {
    summary: 'Delete an event, and its videos when vods is true; it can be recovered for 14 days',
    access: 'admin',
    query: z.object({ vods: BooleanInput.default(false) }),
    refuses: ['EVT4040', 'EVT4091'],
  },
  'GET /live/deleted-sportevents': {
    summary: 'Deleted events that can be recovered, latest first',
    access: 'admin',
    query: PageQuery,
    data: Page('sportEvents', DeletedEvent),
  },
  'POST /live/sportevents/{id}/recover': {
    summary:
      'Recover a deleted event, hidden, with its score, videos and unassigned cameras; no effect if it is not deleted',
    access: 'admin',
    data: Single('sportEvent', ManagedEvent),
    refuses: ['EVT4040'],
  },
  'GET /live/sportevents/{id}/clubs': { ...readClubs, access: 'admin', summary: 'Clubs of an event' },
  'PUT /live/sportevents/{id}/clubs': { ...setClubs, access: 'admin', summary: 'Set the clubs of an event' },

  'GET /clubStaff/sportevents': {
    ...list,
    access: 'clubStaff',
    summary: 'Events in which the caller’s club takes part',
  },
  'POST /clubStaff/sportevents': {
    ...creation,
    access: 'clubStaff',
    summary: 'Create an event of the caller’s club; it cannot be public',
  },
  'GET /clubStaff/sportevents/{id}': {
    ...one,
    access: 'clubStaff',
    summary: 'One event of the caller’s club with its VODs',
  },
  'PATCH /clubStaff/sportevents/{id}': {
    ...change,
    access: 'clubStaff',
    summary: 'Change an event of the caller’s club',
  },
  'DELETE /clubStaff/sportevents/{id}': {
    summary: 'Delete an event of the caller’s club that has no VODs',
    access: 'clubStaff',
    refuses: ['EVT4040', 'EVT4091'],
  },
  'GET /clubStaff/sportevents/{id}/clubs': { ...readClubs, access: 'clubStaff', summary: 'Clubs of an event' },
  'PUT /clubStaff/sportevents/{id}/clubs': {
    ...setClubs,
    access: 'clubStaff',
    summary: 'Set the clubs of an event; club staff must keep their club and cannot add or remove others',
  },
});
