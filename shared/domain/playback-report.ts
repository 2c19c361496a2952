/** What a page reports about a video being watched. */
import * as z from 'zod';
import { Id } from '../contract/schema.ts';
import { audienceParts } from './limits.ts';

export const Played = z.object({
  /** Seconds. */
  position: z.number().min(0).max(86_400),
  /** Parts (of `audienceParts`) played since the last report. */
  watched: z
    .array(
      z
        .int()
        .min(0)
        .max(audienceParts - 1),
    )
    .max(audienceParts)
    .default([]),
});
export type Played = z.output<typeof Played>;

/** A report that names its video. */
export const PlayedVideo = Played.extend({ kind: z.enum(['vods', 'contentvideos']), id: Id });
export type PlayedVideo = z.output<typeof PlayedVideo>;
