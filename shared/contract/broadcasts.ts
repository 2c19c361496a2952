import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { Id, MediaStatus } from './schema.ts';

/** SAVING: ended, and its recording has not arrived yet. NOT_KEPT: in test, too short, or without a match. */
export const BroadcastState = z.enum(['ON_AIR', 'SAVING', 'RECORDED', 'FAILED', 'NOT_KEPT']);
export type BroadcastState = z.output<typeof BroadcastState>;

export const PastBroadcast = z.object({
  id: Id,
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  state: BroadcastState,
  /** The match, with the title that it had when the broadcast began. */
  event: z.object({ id: Id, title: z.string() }).nullable(),
  /** Peak viewers; null if unknown. */
  peak: z.int().nullable(),
  /** Spanish reason why there is no video. */
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
  'GET /live/users/me/broadcasts': { ...list, summary: 'The last broadcasts of the caller’s profile, newest first' },
});
