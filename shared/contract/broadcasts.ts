/** What was broadcast from a source, and what became of it: a video, or the reason why there is none. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { Id, MediaStatus } from './schema.ts';

/** SAVING: it is over, and its recording has not arrived yet. NOT_KEPT: a test, too short, or of no match. */
export const BroadcastState = z.enum(['ON_AIR', 'SAVING', 'RECORDED', 'FAILED', 'NOT_KEPT']);
export type BroadcastState = z.output<typeof BroadcastState>;

export const PastBroadcast = z.object({
  id: Id,
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  state: BroadcastState,
  /** The match that it was of, as it was called when it began. */
  event: z.object({ id: Id, title: z.string() }).nullable(),
  /** The most that watched at once; null when nobody was counted. */
  peak: z.int().nullable(),
  /** Why there is no video, in Spanish. */
  failure: z.string().nullable(),
  videos: z.array(z.object({ id: Id, title: z.string(), status: MediaStatus, failure: z.string().nullable() })),
});
export type PastBroadcast = z.output<typeof PastBroadcast>;

const list = { access: 'admin', data: z.object({ broadcasts: z.array(PastBroadcast) }) } as const;

export const broadcastEndpoints = defineEndpoints({
  'GET /live/cameras/{id}/broadcasts': {
    ...list,
    summary: 'The last broadcasts of a camera, newest first',
    refuses: ['CAM4040'],
  },
  'GET /live/users/me/broadcasts': { ...list, summary: 'The last broadcasts of the own profile, newest first' },
});
