/** The playback decision of pages with a video. */
import * as z from 'zod';

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

/** `url` contains a playback token, which names session and item and is valid for six hours. */
export const Playback = z.object({
  granted: z.boolean(),
  reason: PlaybackReason,
  url: z.string().optional(),
  /** WebVTT of the seek-bar pictures, with the same token. */
  thumbnailsUrl: z.string().optional(),
  /** Playlist of a live from its start, half a minute behind. */
  fromStartUrl: z.string().optional(),
  /**
   * The playlist of a live that the stage delivers from its recording, about a minute late; null while too little is
   * recorded. `url` has no delay.
   */
  delayedUrl: z.string().nullable().optional(),
  /** Ranges removed from the recording, which the player's seconds leave out (`formatCuts`). */
  cuts: z.string().optional(),
  /** Ranges removed from a live that can be rewound, in milliseconds since the Unix epoch. */
  withdrawnDates: z.array(z.object({ from: z.number(), to: z.number() })).optional(),
  expiresAt: z.string().optional(),
  /** True if an ad may play first; set for a logged-in user. If false, ads need not be requested. */
  hasAd: z.boolean().optional(),
});
export type Playback = z.output<typeof Playback>;
