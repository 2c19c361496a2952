/** Endpoints of the media host: playlists and keys. CloudFront serves segments from S3 by signature. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';

const PlaybackQuery = z.object({ token: z.string().max(1024).optional() });
const playlist = 'application/vnd.apple.mpegurl';

export const playbackEndpoints = defineEndpoints({
  'GET /vods/{id}/hls/{file}': {
    summary: 'A playlist, a key or the seek-bar pictures of a VOD',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
    refuses: ['PLY4010', 'PLY4030', 'PLY4040', 'SSN4090'],
  },
  'GET /contentvideos/{id}/hls/{file}': {
    summary: 'A playlist, a key or the seek-bar pictures of a content video, public',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
    refuses: ['PLY4010', 'PLY4030', 'PLY4040'],
  },
  'GET /advideos/{id}/hls/{file}': {
    summary: 'A playlist or a key of an ad, public',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
    refuses: ['PLY4040'],
  },
  'GET /live/{slug}/{file}': {
    summary:
      'The playlist of a live, as a redirect to IVS with a signed token; or a frame of it, if its match is not public',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
    status: 302,
    refuses: ['PLY4010', 'PLY4030', 'PLY4040', 'SSN4090'],
  },
  'GET /live/{slug}/recordings/{broadcastId}/{file}': {
    summary: 'A playlist of a running broadcast’s recording, from its first second',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
    refuses: ['PLY4010', 'PLY4030', 'PLY4040', 'SSN4090'],
  },
  'GET /growing/{slug}/{broadcastId}/{reader}/{file}': {
    summary:
      'The growing playlist that all readers share, cached by the edge for two seconds; its signed URL is the Content-Location of the unshared one',
    access: 'public',
    produces: playlist,
    refuses: ['PLY4030', 'PLY4040'],
  },
});
