/** Endpoints of sport events: the match or tournament that lives and videos belong to. */
import * as z from 'zod';
import { eventStates } from '../domain/event-state.ts';
import { FixtureFile, FixtureLine } from '../domain/fixtures.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  AgeCategory,
  BooleanInput,
  ClubIds,
  ClubName,
  ClubNames,
  DeletedEvent,
  Id,
  Instant,
  ListQuery,
  MediaStatus,
  memoiseSchema,
  NewId,
  Page,
  PageQuery,
  requiredText,
  Single,
  Sport,
  SportInput,
  text,
  Version,
} from './schema.ts';
import { MatchScore } from './scores.ts';

const EventAudience = z.enum(['EVERYBODY', 'FAMILIES'], 'El público no es válido');
const EventState = z.enum(eventStates, 'El estado no es válido');

/** `stoppedAt` is null while the picture arrives. */
export const Signal = z.object({ since: z.string(), stoppedAt: z.string().nullable() });

export const SportEvent = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  sport: Sport,
  thumbnail: z.string().nullable(),
  scheduledStartDate: z.string(),
  scheduledFinishDate: z.string(),
  isPublic: z.boolean(),
  /** FAMILIES: only families invited by its clubs can see or find it; absent for everybody. */
  audience: EventAudience.optional(),
  clubs: z.array(ClubName.extend({ thumbnail: z.string().nullable() })),
  /** One of `clubs`; null in a tournament, and for a rival outside the league. */
  homeClubId: Id.nullable().default(null),
  awayClubId: Id.nullable().default(null),
  category: AgeCategory.nullable().default(null),
  competition: z.string().nullable().default(null),
  /** '12', or the name of a cup round. */
  matchday: z.string().nullable().default(null),
  venue: z.string().nullable().default(null),
  state: EventState.default('SCHEDULED'),
  /** Original start of a postponed match; equal to `scheduledStartDate` until a new date is set. */
  postponedFrom: z.string().nullable().default(null),
  /** Result or running score; null before the match, and if no score is kept. */
  score: MatchScore.nullable().default(null),
  /** The state of its cameras' picture, an input of `matchState`. */
  signal: Signal.nullable().default(null),
});
export type SportEvent = z.output<typeof SportEvent>;

/** The event of a video or live, as their pages show it. */
export const EventOfItem = SportEvent.omit({ summary: true, thumbnail: true });
export type EventOfItem = z.output<typeof EventOfItem>;

const Side = ClubName.pick({ name: true }).extend({ thumbnail: z.string().nullable() }).nullable();

/** A match's score on the card of a live or recording. Tournaments have none. */
export const CardResult = z.object({ home: Side, away: Side, score: MatchScore });
export type CardResult = z.output<typeof CardResult>;

/** Send `version` back with a change: it detects conflicting edits. */
export const ManagedEvent = SportEvent.extend({
  visible: z.boolean(),
  version: Version,
  vods: z.array(z.object({ id: Id, title: z.string(), status: MediaStatus, visible: z.boolean() })),
});
export type ManagedEvent = z.output<typeof ManagedEvent>;
export const ListedEvent = ManagedEvent.omit({ vods: true });

const dates = 'Las fechas de inicio y fin son requeridas';
const later = '`scheduledFinishDate` is later than `scheduledStartDate`.';

const scheduled = z.string(dates).min(1, dates).pipe(Instant).meta({ format: 'date-time', pattern: '^2[01]' });
const endsAfterStart = {
  error: 'La fecha de fin debe ser posterior a la fecha de inicio',
  path: ['scheduledFinishDate'],
};

/** An empty text counts as null. */
const optionalText = (max: number) => z.union([text(max).transform((value) => value || null), z.null()]);
const side = z.union([Id, z.null()]);

/** Fields that make an event a match; null removes one. */
const matchFields = {
  homeClubId: side,
  awayClubId: side,
  category: z.union([AgeCategory, z.null()]),
  competition: optionalText(100),
  matchday: optionalText(40),
  venue: optionalText(100),
  state: EventState,
};

const fields = z.object({
  title: requiredText(200, 'El título del evento es requerido'),
  summary: text(5000).default(''),
  sport: SportInput.default('SOCCER'),
  isPublic: BooleanInput.default(false),
  visible: BooleanInput.default(true),
  audience: EventAudience.optional(),
  scheduledStartDate: scheduled,
  scheduledFinishDate: scheduled,
});

export const NewEvent = fields
  .extend({ ...z.object(matchFields).partial().shape, clubIds: ClubIds.shape.clubIds.optional() })
  .refine((event) => event.scheduledFinishDate > event.scheduledStartDate, endsAfterStart)
  .meta({ description: later });

/** Any of the fields; an outdated `version` is rejected. */
export const EventChanges = z
  .object({
    title: fields.shape.title,
    summary: text(5000),
    sport: SportInput,
    isPublic: BooleanInput,
    visible: BooleanInput,
    audience: EventAudience,
    hideVods: BooleanInput.meta({
      description: 'True: those of its VODs that are visible are hidden with it. Theirs is another visibility else.',
    }),
    scheduledStartDate: fields.shape.scheduledStartDate,
    scheduledFinishDate: fields.shape.scheduledFinishDate,
    ...matchFields,
    version: Version,
  })
  .partial()
  .refine(
    (event) =>
      !event.scheduledStartDate || !event.scheduledFinishDate || event.scheduledFinishDate > event.scheduledStartDate,
    endsAfterStart,
  )
  .meta({ description: later });

/**
 * `fromToday` lists all events, those of today and later first, then past ones from the newest; `nearest` lists all by
 * distance from now.
 */
const EventTime = z.enum(
  ['today', 'weekend', 'upcoming', 'results', 'fromToday', 'nearest'],
  'El momento no es válido',
);
export type EventTime = z.output<typeof EventTime>;

/** Results shown on a club's page. */
export const lastResults = 5;

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

const TakenFixtures = z.object({
  lines: z.array(FixtureLine),
  total: z.int(),
  next: z.int().nullable().meta({ description: '`from` for the lines after these; null after the last.' }),
});

export const eventEndpoints = defineEndpoints({
  'GET /sportevents': {
    summary: 'Visible events: those of the six-week grid around a date, or a page of all or of those of a time',
    access: 'public',
    query: PublicEventQuery,
    data: Page('sportEvents', memoiseSchema(SportEvent)),
    cache: 10,
  },
  'GET /match-choices': {
    summary: 'Competitions, categories and grounds of visible events, for filters',
    access: 'public',
    query: ListQuery.pick({ sport: true, clubIds: true }),
    data: MatchChoices,
    cache: 60,
  },
  'GET /clubs/{id}/results': {
    summary: 'The last matches of a club of which somebody kept the score, the newest first',
    access: 'public',
    data: z.object({ sportEvents: z.array(SportEvent).max(lastResults) }),
    cache: 10,
  },
  'GET /sportevents/{id}': {
    summary: 'One event',
    access: 'public',
    data: Single('sportEvent', SportEvent),
    cache: 10,
    refuses: ['EVT4040'],
  },
  'GET /sportevents/{id}/clubs': {
    summary: 'Clubs of an event',
    access: 'public',
    data: ClubNames,
    cache: 10,
    refuses: ['EVT4040'],
  },

  'GET /live/sportevents': {
    summary: 'All events, also hidden ones',
    access: 'admin',
    query: ManagedEventQuery,
    data: Page('sportEvents', ListedEvent),
  },
  'POST /live/sportevents': {
    summary: 'Create an event',
    access: 'admin',
    body: NewEvent,
    data: NewId,
    status: 201,
    refuses: ['CLB4000', 'EVT4001'],
  },
  'POST /live/fixtures': {
    summary: 'Take the next hundred matches of a CSV file, or with `dry` only say what would become of each line',
    access: 'admin',
    body: FixtureFile,
    data: TakenFixtures,
    // Reported per line.
    refuses: ['EVT4001', 'EVT4040'],
  },
  'POST /clubStaff/fixtures': {
    summary: 'The same for matches of the own club',
    access: 'clubStaff',
    body: FixtureFile,
    data: TakenFixtures,
    refuses: ['EVT4001', 'EVT4040'],
  },
  'GET /live/sportevents/{id}': {
    summary: 'One event with its VODs',
    access: 'admin',
    data: Single('sportEvent', ManagedEvent),
    refuses: ['EVT4040'],
  },
  'PATCH /live/sportevents/{id}': {
    summary: 'Change an event',
    access: 'admin',
    body: EventChanges,
    data: Single('sportEvent', ManagedEvent),
    refuses: ['EVT4001', 'EVT4040', 'MTT4090', 'REQ4090', 'RGT4090'],
  },
  'DELETE /live/sportevents/{id}': {
    summary: 'Delete an event, and its videos when vods is true; it can be recovered for 14 days',
    access: 'admin',
    query: z.object({ vods: BooleanInput.default(false) }),
    refuses: ['EVT4040', 'EVT4091'],
  },
  'GET /live/deleted-sportevents': {
    summary: 'Deleted events that can be recovered, the latest first',
    access: 'admin',
    query: PageQuery,
    data: Page('sportEvents', DeletedEvent),
  },
  'POST /live/sportevents/{id}/recover': {
    summary: 'Bring a deleted event back, hidden, with its score, videos and free cameras; one that is there stays',
    access: 'admin',
    data: Single('sportEvent', ManagedEvent),
    refuses: ['EVT4040'],
  },
  'GET /live/sportevents/{id}/clubs': {
    summary: 'Clubs of an event',
    access: 'admin',
    data: ClubNames,
    refuses: ['EVT4040'],
  },
  'PUT /live/sportevents/{id}/clubs': {
    summary: 'Set the clubs of an event',
    access: 'admin',
    body: ClubIds,
    refuses: ['CLB4000', 'EVT4040', 'REQ4090'],
  },

  'GET /clubStaff/sportevents': {
    summary: 'Events in which the own club takes part',
    access: 'clubStaff',
    query: ManagedEventQuery,
    data: Page('sportEvents', ListedEvent),
  },
  'POST /clubStaff/sportevents': {
    summary: 'Create an event of the own club, never a public one',
    access: 'clubStaff',
    body: NewEvent,
    data: NewId,
    status: 201,
    refuses: ['CLB4000', 'EVT4001'],
  },
  'GET /clubStaff/sportevents/{id}': {
    summary: 'One event of the own club with its VODs',
    access: 'clubStaff',
    data: Single('sportEvent', ManagedEvent),
    refuses: ['EVT4040'],
  },
  'PATCH /clubStaff/sportevents/{id}': {
    summary: 'Change an event of the own club',
    access: 'clubStaff',
    body: EventChanges,
    data: Single('sportEvent', ManagedEvent),
    refuses: ['EVT4001', 'EVT4040', 'MTT4090', 'REQ4090', 'RGT4090'],
  },
  'DELETE /clubStaff/sportevents/{id}': {
    summary: 'Delete an event of the own club without VODs',
    access: 'clubStaff',
    refuses: ['EVT4040', 'EVT4091'],
  },
  'GET /clubStaff/sportevents/{id}/clubs': {
    summary: 'Clubs of an event',
    access: 'clubStaff',
    data: ClubNames,
    refuses: ['EVT4040'],
  },
  'PUT /clubStaff/sportevents/{id}/clubs': {
    summary: 'Set the clubs of an event; the own club stays, other clubs do not change',
    access: 'clubStaff',
    body: ClubIds,
    refuses: ['CLB4000', 'EVT4040', 'REQ4090'],
  },
});
