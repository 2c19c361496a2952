/**
 * Endpoints of pictures that are withdrawn with their page: share pictures, posters of clips, and current frames of
 * lives.
 */
import { defineEndpoints } from './endpoint.ts';

export const previewEndpoints = defineEndpoints({
  'GET /share/{page}/{file}': {
    summary:
      'The current share picture of a page; portrait if the name ends in -vertical.jpg. Outdated names redirect to it',
    access: 'public',
    produces: 'image/jpeg',
    refuses: ['REQ4040'],
  },
  'GET /thumbnails/lives/{slug}/{file}': {
    summary: 'A frame of a live, at most half a minute old; 404 for outdated names',
    access: 'public',
    produces: 'image/jpeg',
    refuses: ['BRD4040'],
  },
  'GET /thumbnails/clips/{id}/{file}': {
    summary: 'The poster of a published clip',
    access: 'public',
    produces: 'image/jpeg',
    refuses: ['CLP4040'],
  },
});
