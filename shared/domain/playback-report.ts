/** A page's report about a video being watched. */
import * as z from 'zod';
import { Id } from '../contract/schema.ts';
import { audienceParts } from './limits.ts';

export const PlaybackReport = z.object({
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
export type PlaybackReport = z.output<typeof PlaybackReport>;

export const VideoPlaybackReport = PlaybackReport.extend({ kind: z.enum(['vods', 'contentvideos']), id: Id });
export type VideoPlaybackReport = z.output<typeof VideoPlaybackReport>;
