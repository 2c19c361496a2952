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
    summary: 'A playlist, a key or the seek-bar pictures of a content video, open to everyone',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
    refuses: ['PLY4010', 'PLY4030', 'PLY4040'],
  },
  'GET /advideos/{id}/hls/{file}': {
    summary: 'A playlist or a key of an ad, open to everyone',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
    refuses: ['PLY4040'],
  },
  'GET /live/{slug}/{file}': {
    summary:
      'The playlist of a live: a redirect to the streaming service with its own signed token; or its frame of a time, for a match that is not public',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
    status: 302,
    refuses: ['PLY4010', 'PLY4030', 'PLY4040', 'SSN4090'],
  },
  'GET /live/{slug}/recordings/{broadcastId}/{file}': {
    summary: 'A playlist of a live from its first second: what is recorded of a broadcast while it runs',
    access: 'public',
    query: PlaybackQuery,
    produces: playlist,
    refuses: ['PLY4010', 'PLY4030', 'PLY4040', 'SSN4090'],
  },
  'GET /growing/{slug}/{broadcastId}/{reader}/{file}': {
    summary:
      'The same playlist for all its readers, which the edge shares for two seconds: opened by the signed address that comes with the one above',
    access: 'public',
    produces: playlist,
    refuses: ['PLY4030', 'PLY4040'],
  },
});
