/** Endpoints of 'Quitar unos segundos': ranges that staff remove from a video or a running live. */
import * as z from 'zod';
import { cutsPattern } from '../domain/withdrawn.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id } from './schema.ts';

const outside = 'Elige qué segundos se quitan, dentro de lo que se ve';

/** In seconds of the player's timeline, or since the start of a live. */
const NewRange = z.object({
  from: z.number(outside).min(0, outside).max(172_800, outside),
  seconds: z.number(outside).min(0.5, outside).max(3_600, 'Para quitar más de una hora, oculta el video'),
});

/** The ranges that the player left out while the seconds were chosen (`formatCuts`). */
export const Cuts = z.string().max(2_000).regex(cutsPattern, 'Los cortes del video no son válidos');

/** Start of the broadcast, as the live reports it. */
const Broadcast = { startedAt: z.iso.datetime('La emisión no es válida') };

/** A removed range, in seconds of the recording, or since the start of a live. */
export const WithdrawnRange = z.object({
  id: Id,
  from: z.number(),
  to: z.number(),
  at: z.string(),
  /** Second of the player at which the video continues after the range. */
  shownAt: z.number(),
  /** The side that removed it; only admins and the own club may restore it, and only admins if it answers a matter. */
  by: z.enum(['OWN_CLUB', 'OTHER_CLUB', 'PLATFORM']),
  mayRestore: z.boolean(),
});
export type WithdrawnRange = z.output<typeof WithdrawnRange>;

const WithdrawnRanges = z.object({ ranges: z.array(WithdrawnRange) });
const RecordingRanges = WithdrawnRanges.extend({
  cuts: z.string(),
  /** Seconds of the player that a dry request would remove. */
  wouldRemove: z.object({ from: z.number(), seconds: z.number() }).optional(),
});

export const withdrawalEndpoints = defineEndpoints({
  'GET /vods/{id}/withdrawn': {
    summary: 'Withdrawn ranges of a recording, in order',
    access: 'staff',
    data: RecordingRanges,
    refuses: ['SSN4030', 'VOD4040'],
  },
  'POST /vods/{id}/withdrawn': {
    summary:
      'Withdraw a range of a recording, grown to whole segments: players skip it, and known URLs of it expire within a minute',
    access: 'staff',
    body: NewRange.extend({
      cuts: Cuts,
      /** The matter that the range answers. */
      matterId: Id.optional(),
      /** Returns what would be removed, without removing it. */
      dry: z.boolean().default(false),
    }),
    data: RecordingRanges,
    status: 201,
    refuses: ['MTT4040', 'SSN4030', 'VOD4040', 'VOD4090', 'WDR4000', 'WDR4090', 'WDR4091'],
  },
  'DELETE /vods/{id}/withdrawn/{rangeId}': {
    summary: 'Restore a range of a recording; reopens the matters that it answers',
    access: 'staff',
    data: RecordingRanges,
    refuses: ['CLS4030', 'EVT4040', 'SSN4030', 'VOD4040', 'WDR4040'],
  },
  'GET /liveusers/{slug}/withdrawn': {
    summary: 'Withdrawn ranges of a live, in order',
    access: 'staff',
    query: z.object(Broadcast),
    data: WithdrawnRanges,
    refuses: ['BRD4040', 'SSN4030'],
  },
  'POST /liveusers/{slug}/withdrawn': {
    summary: 'Withdraw a range of a running live, and thereby of its recording and clips',
    access: 'staff',
    body: NewRange.extend(Broadcast),
    data: WithdrawnRanges,
    status: 201,
    refuses: ['BRD4040', 'BRD4090', 'SSN4030', 'WDR4000', 'WDR4090'],
  },
  'DELETE /liveusers/{slug}/withdrawn/{rangeId}': {
    summary: 'Restore a range of a live',
    access: 'staff',
    query: z.object(Broadcast),
    data: WithdrawnRanges,
    refuses: ['BRD4040', 'BRD4090', 'CLS4030', 'EVT4040', 'SSN4030', 'WDR4040'],
  },
});
