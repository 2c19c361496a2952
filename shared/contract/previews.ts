/** Endpoints of share pictures. */
import { defineEndpoints } from './endpoint.ts';

export const previewEndpoints = defineEndpoints({
  'GET /share/{page}/{file}': {
    summary:
      'The picture of a page as it is now, upright where the name ends in -vertical.jpg; any other name of it leads there',
    access: 'public',
    produces: 'image/jpeg',
    refuses: ['REQ4040'],
  },
});
