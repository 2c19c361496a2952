/** The decision that every page with a video shows: may the caller watch, and where? Rows: V-ACC. */
import * as z from 'zod';

/** Why the caller may watch, or what keeps them from it. */
export const PlaybackReason = z.enum([
  'PUBLIC',
  'ADMIN',
  'SUBSCRIPTION',
  'PURCHASE',
  'CLUB_STAFF',
  'LOGIN_REQUIRED',
  'PAYMENT_REQUIRED',
  'NOT_READY',
  'OFFLINE',
]);
export type PlaybackReason = z.output<typeof PlaybackReason>;

/** Row V-ACC-10. `url` carries a playback token: it names session and item, and lives for a match. */
export const Playback = z.object({
  granted: z.boolean(),
  reason: PlaybackReason,
  url: z.string().optional(),
  /** WebVTT of seek-bar pictures, under the same token. */
  thumbnailsUrl: z.string().optional(),
  /** Of a live, from its first second: what is recorded of it so far, half a minute behind. */
  fromStartUrl: z.string().optional(),
  expiresAt: z.string().optional(),
  /** Of a recording, for whoever is logged in: whether an ad is to play before it (row V-AD-1). If false, none need be asked for. */
  hasAd: z.boolean().optional(),
});
export type Playback = z.output<typeof Playback>;
