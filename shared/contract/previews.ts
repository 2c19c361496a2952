/**
 * Endpoints of pictures that are withdrawn with their page: share pictures, posters of clips, and current frames of
 * lives.
 */
import { defineEndpoints } from './endpoint.ts';

export const previewEndpoints = defineEndpoints({
  'GET /share/{page}/{file}': {
    summary:
      'The picture of a page as it is now, upright where the name ends in -vertical.jpg; any other name of it leads there',
    access: 'public',
    produces: 'image/jpeg',
    refuses: ['REQ4040'],
  },
  'GET /thumbnails/lives/{slug}/{file}': {
    summary: 'What a live shows, half a minute old at most; names of other times answer nothing',
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
