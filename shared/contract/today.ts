/** Endpoints of 'Hoy', the start of the back office: one request answers all tasks of today. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { MatchFeed } from './phone.ts';
import { ClubName, Id, MediaStatus, Sport } from './schema.ts';
import { SignalStatus } from './scores.ts';
import { ListedEvent, SportEvent } from './sport-event.ts';

const TodayVideo = z.object({
  kind: z.enum(['vods', 'contentvideos', 'advideos']),
  id: Id,
  title: z.string(),
  status: MediaStatus,
  visible: z.boolean(),
  /** A percentage. */
  progress: z.int().nullable(),
  /** Reason in Spanish. */
  failure: z.string().nullable(),
  awaitsPublication: z.boolean(),
});
export type TodayVideo = z.output<typeof TodayVideo>;

/** A video that waits to be published, with the facts by which staff know it. */
const AwaitingVideo = TodayVideo.extend({
  thumbnail: z.string().nullable(),
  sport: Sport,
  /** Seconds. */
  duration: z.number().nullable(),
  dateCreated: z.string(),
  clubs: z.array(ClubName),
  /** Recorded from a broadcast; otherwise uploaded. */
  isBroadcast: z.boolean(),
});
export type AwaitingVideo = z.output<typeof AwaitingVideo>;

const TodayCamera = z.object({
  id: Id,
  kind: z.enum(['camera', 'profile', 'phone']),
  slug: z.string(),
  isOnAir: z.boolean(),
  time: z.object({
    /** False on stages that show a camera whenever it is on air. */
    isEnforced: z.boolean(),
    isOpen: z.boolean(),
    /** End of the current airtime. */
    until: z.string().nullable(),
  }),
});

/** State of a match's score log; NOBODY: no action has been logged. */
export const ScorerState = z.enum(['NOBODY', 'RUNNING', 'ENDED']);
export type ScorerState = z.output<typeof ScorerState>;

const TodayMatch = ListedEvent.omit({ summary: true }).extend({
  desk: ScorerState,
  cameras: z.array(TodayCamera),
  /** The feeds among which staff choose; empty while there is no choice. */
  feeds: z.array(MatchFeed),
  /** State of the signal; null without a camera. */
  light: SignalStatus.nullable(),
  videos: z.array(TodayVideo),
});
export type TodayMatch = z.output<typeof TodayMatch>;

/** A source on air that viewers cannot see, or that runs outside its airtime. */
const UnseenSource = TodayCamera.extend({
  reason: z.enum(['TEST', 'NO_MATCH', 'HIDDEN_MATCH', 'OUT_OF_TIME']),
  eventId: Id.nullable(),
  light: SignalStatus,
});
export type UnseenSource = z.output<typeof UnseenSource>;

/** A broadcast of the last days without a video, whose match has no other video either. */
const FailedBroadcast = z.object({
  id: Id,
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** The match, with the title that it had when the broadcast began. */
  event: z.object({ id: Id, title: z.string(), sport: Sport }),
  /** Reason in Spanish. */
  failure: z.string(),
});
export type FailedBroadcast = z.output<typeof FailedBroadcast>;

/** Limit of videos in each group; the back office's lists show all. */
export const maxTodayVideos = 8;
const listVideos = <Video extends z.ZodType>(video: Video) =>
  z.object({ items: z.array(video).max(maxTodayVideos), total: z.int() });

/** Number of objections and reports that wait for an answer by the caller. */
const WaitingMatters = z.object({
  total: z.int(),
  /** The nearest deadline. */
  deadline: z.string().nullable(),
});
export type WaitingMatters = z.output<typeof WaitingMatters>;

/** Withdrawn items that the edge still serves at kept addresses, for admins. */
const EdgeState = z.object({
  waiting: z.int(),
  /** Time of the oldest of them. */
  since: z.string().nullable(),
  /** Entries that the edge refuses although nothing withdraws them; an operator decides. */
  unexplained: z.int(),
});
export type EdgeState = z.output<typeof EdgeState>;

const Today = z.object({
  matches: z.array(TodayMatch),
  /** The first match after today, if none is today. */
  next: SportEvent.pick({ id: true, title: true, scheduledStartDate: true }).nullable(),
  strays: z.array(UnseenSource),
  publications: listVideos(AwaitingVideo),
  processing: listVideos(TodayVideo),
  failures: listVideos(TodayVideo),
  failedBroadcasts: z.array(FailedBroadcast),
  matters: WaitingMatters,
  /** Null for a club's staff. */
  edge: EdgeState.nullable(),
});
export type Today = z.output<typeof Today>;
/** The answer as the server computes it, before defaults. */
export type ComputedToday = z.input<typeof Today>;

export const todayEndpoints = defineEndpoints({
  'GET /live/today': {
    summary: 'Today’s matches with cameras, scorers and videos, and pending tasks',
    access: 'admin',
    data: Today,
  },
  'GET /clubStaff/today': {
    summary: 'Today’s matches and pending tasks of the caller’s club',
    access: 'clubStaff',
    data: Today,
  },
});
