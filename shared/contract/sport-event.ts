/** A sport event as the API returns it: for viewers, for its staff, and beside a video or live. */
import * as z from 'zod';
import { eventStates } from '../domain/event-state.ts';
import { AgeCategory, ClubName, Id, MediaStatus, Sport, TeamLetter, Version } from './schema.ts';
import { MatchScore } from './scores.ts';

export const EventAudience = z.enum(['EVERYBODY', 'FAMILIES'], 'El público no es válido');
export const EventState = z.enum(eventStates, 'El estado no es válido');

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
  /** Cents, VAT included, if the match has a price of its own. */
  price: z.int().nullish(),
  /** Original start of a postponed match; equal to `scheduledStartDate` until a new date is set. */
  postponedFrom: z.string().nullable().default(null),
  /** Result or running score; null before the match, and if no score is kept. */
  score: MatchScore.nullable().default(null),
  /** The state of its cameras' picture, an input of `matchState`. */
  signal: Signal.nullable().default(null),
  /** A camera has been set to it; another input of `matchState`. */
  hasCamera: z.boolean().default(false),
  /** Minutes without a picture, from the second day after its end; absent if nothing was lost. */
  lost: z.object({ minutes: z.int(), spans: z.array(z.string()), back: z.int() }).optional(),
  /** In public lists: a recording of it can be watched. */
  hasVideo: z.literal(true).optional(),
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
  /** The club's team, where it has several of the category. */
  homeTeam: TeamLetter.nullable().default(null),
  awayTeam: TeamLetter.nullable().default(null),
  version: Version,
  vods: z.array(z.object({ id: Id, title: z.string(), status: MediaStatus, visible: z.boolean() })),
});
export type ManagedEvent = z.output<typeof ManagedEvent>;
export const ListedEvent = ManagedEvent.omit({ vods: true });
