/** Endpoints of 'Hoy', the start of the back office: one request answers all tasks of today. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { Id, MediaStatus, Sport } from './schema.ts';
import { DeskSignal } from './scores.ts';
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

const TodayCamera = z.object({
  id: Id,
  kind: z.enum(['camera', 'profile']),
  slug: z.string(),
  isOnAir: z.boolean(),
});

/** NOBODY means that no action is logged yet. */
export const DeskState = z.enum(['NOBODY', 'RUNNING', 'ENDED']);
export type DeskState = z.output<typeof DeskState>;

const TodayMatch = ListedEvent.omit({ summary: true }).extend({
  desk: DeskState,
  cameras: z.array(TodayCamera),
  /** Null without a camera. */
  light: DeskSignal.nullable(),
  videos: z.array(TodayVideo),
});
export type TodayMatch = z.output<typeof TodayMatch>;

/** A source on air that viewers cannot see. */
const Stray = TodayCamera.extend({
  reason: z.enum(['TEST', 'NO_MATCH', 'HIDDEN_MATCH']),
  eventId: Id.nullable(),
  light: DeskSignal,
});
export type Stray = z.output<typeof Stray>;

/** A broadcast of the last days without a video, whose match has no other video either. */
const FailedBroadcast = z.object({
  id: Id,
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** The match, with its title at the start. */
  event: z.object({ id: Id, title: z.string(), sport: Sport }),
  /** Reason in Spanish. */
  failure: z.string(),
});
export type FailedBroadcast = z.output<typeof FailedBroadcast>;

/** Number of videos shown of each kind; the lists have the rest. */
export const todayVideos = 8;
const Videos = z.object({ items: z.array(TodayVideo).max(todayVideos), total: z.int() });

/** Objections and reports that wait for the reader's answer. */
const WaitingMatters = z.object({
  total: z.int(),
  /** The nearest deadline. */
  deadline: z.string().nullable(),
});
export type WaitingMatters = z.output<typeof WaitingMatters>;

const Today = z.object({
  matches: z.array(TodayMatch),
  /** The first match after today, if none is today. */
  next: SportEvent.pick({ id: true, title: true, scheduledStartDate: true }).nullable(),
  strays: z.array(Stray),
  publications: Videos,
  processing: Videos,
  failures: Videos,
  failedBroadcasts: z.array(FailedBroadcast),
  matters: WaitingMatters,
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
