/** What a page tells of a video that somebody watches. */
import * as z from 'zod';
import { Id } from '../contract/schema.ts';
import { audienceParts } from './limits.ts';

export const Played = z.object({
  /** Seconds. */
  position: z.number().min(0).max(86_400),
  /** Parts of the recording (of `audienceParts`) that were played since they were told last. */
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

/** The same, where nothing else says of which video. */
export const PlayedVideo = Played.extend({ kind: z.enum(['vods', 'contentvideos']), id: Id });
export type PlayedVideo = z.output<typeof PlayedVideo>;
