/** Endpoints of lives on air, from cameras and broadcast profiles. */
import * as z from 'zod';
import { Playback } from '../domain/playback-grant.ts';
import { defineEndpoints } from './endpoint.ts';
import { ClubName, Id, PageQuery, Single, Sport, SportInput } from './schema.ts';
import { CardResult, EventOfItem } from './sport-event.ts';

/** `status` is ONLINE while on air. */
export const LiveCard = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  thumbnail: z.string().nullable(),
  isLive: z.boolean(),
  status: z.enum(['ONLINE', 'OFFLINE']),
  sport: Sport,
  sportEventId: Id.nullable(),
  clubs: z.array(ClubName),
  startedAt: z.string().nullable(),
  result: CardResult.nullable(),
});
export type LiveCard = z.output<typeof LiveCard>;

/** In lists, with its match. */
const ListedLive = LiveCard.extend({ sportEvent: EventOfItem.nullable().optional() });
export type ListedLive = z.output<typeof ListedLive>;

export const LiveStream = LiveCard.extend({
  sportEvent: EventOfItem.nullable(),
  playback: Playback,
  /** Current viewers; null if unknown. */
  viewers: z.int().nullable(),
  /** Milliseconds after which an open page asks again. */
  refreshMs: z.int(),
  /** True for staff who see a source that records in reserve, while viewers of its match see another. */
  isReserve: z.boolean(),
});
export type LiveStream = z.output<typeof LiveStream>;

/**
 * At most the cache time of `GET /signals`: a page that learns there that a signal is back must find the live at once.
 */
const livesCacheSeconds = 2;

const lives = {
  access: 'public',
  data: z.object({ liveUsers: z.array(ListedLive) }),
  cache: livesCacheSeconds,
  publiclyCacheable: true,
} as const;

/** The signal of a match; contains no result. */
const ListedSignal = z.object({ eventId: Id, since: z.string(), stoppedAt: z.string().nullable() });
export type ListedSignal = z.output<typeof ListedSignal>;

export const liveEndpoints = defineEndpoints({
  'GET /signals': {
    summary: 'Signals of unfinished matches, for cards; contains no result',
    access: 'public',
    data: z.object({ signals: z.array(ListedSignal) }),
    cache: 2,
    publiclyCacheable: true,
  },
  'GET /liveusers': {
    ...lives,
    summary: 'Every source that is live now',
    query: z.object({ sport: SportInput.optional() }),
  },
  'GET /liveusers/{slug}': {
    summary: 'One source, or the one that its match shows instead, with the caller’s access decision',
    access: 'public',
    data: Single('liveUser', LiveStream),
    cache: 0,
    refuses: ['BRD4040'],
  },
  'GET /clubs/{id}/lives': { ...lives, summary: 'Lives of a club', query: PageQuery, refuses: ['CLB4040'] },
  'GET /sportevents/{id}/lives': { ...lives, summary: 'Lives of an event', query: PageQuery, refuses: ['EVT4040'] },
});
