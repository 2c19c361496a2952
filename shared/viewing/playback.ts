/**
 * The media host's own requests (playlists and keys) and the decision that every page shows: may the caller watch?
 * Rows: V-ACC, V-PLAY. Segments are not here: CloudFront serves them from S3 by signature.
 */
import * as z from 'zod';
import { defineEndpoints } from '../endpoint.ts';

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

/** Row V-ACC-10. `url` carries a playback token: it names session and item, and lives for half an hour. */
export const Playback = z.object({
  granted: z.boolean(),
  reason: PlaybackReason,
  url: z.string().optional(),
  /** WebVTT of seek-bar pictures, under the same token. */
  thumbnailsUrl: z.string().optional(),
  expiresAt: z.string().optional(),
});
export type Playback = z.output<typeof Playback>;

const PlaybackQuery = z.object({ token: z.string().max(1024).optional() });
const playlist = 'application/vnd.apple.mpegurl';

export const playbackEndpoints = defineEndpoints({
  'GET /vods/{id}/hls/{file}': {
    summary: 'A playlist, a key or the seek-bar pictures of a VOD',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
  },
  'GET /contentvideos/{id}/hls/{file}': {
    summary: 'A playlist, a key or the seek-bar pictures of a content video, open to everyone',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
  },
  'GET /advideos/{id}/hls/{file}': {
    summary: 'A playlist or a key of an ad, open to everyone',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
  },
  'GET /live/{slug}/{file}': {
    summary: 'The playlist of a live: a redirect to the streaming service with its own signed token',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
    status: 302,
  },
});
