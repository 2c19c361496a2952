/** The playback decision of pages with a video. */
import * as z from 'zod';

/** Why the caller may or may not watch. */
export const PlaybackReason = z.enum([
  'PUBLIC',
  'ADMIN',
  'SUBSCRIPTION',
  'PURCHASE',
  'CLUB_STAFF',
  'FAMILY',
  'LOGIN_REQUIRED',
  'PAYMENT_REQUIRED',
  'NOT_READY',
  'OFFLINE',
]);
export type PlaybackReason = z.output<typeof PlaybackReason>;

/** `url` carries a playback token that names session and item and lives for a match. */
export const Playback = z.object({
  granted: z.boolean(),
  reason: PlaybackReason,
  url: z.string().optional(),
  /** WebVTT of the seek-bar pictures, with the same token. */
  thumbnailsUrl: z.string().optional(),
  /** For a live: playlist from its start, half a minute behind. */
  fromStartUrl: z.string().optional(),
  /**
   * For a live that the stage delivers by its recording, about a minute late: its playlist, null while too little is
   * recorded. `url` has no delay.
   */
  delayedUrl: z.string().nullable().optional(),
  /** Seconds of the player at which something was taken out of the recording. */
  withdrawnAt: z.array(z.number()).optional(),
  /** Ranges taken out of a live that can be rewound, in milliseconds since the Unix epoch. */
  withdrawnDates: z.array(z.object({ from: z.number(), to: z.number() })).optional(),
  expiresAt: z.string().optional(),
  /** For a recording and a logged-in user: whether an ad may play first. If false, ads need not be requested. */
  hasAd: z.boolean().optional(),
});
export type Playback = z.output<typeof Playback>;
