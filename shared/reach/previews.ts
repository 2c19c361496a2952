/** The picture of a page for previews of links. Row E-SHARE-2. */
import { defineEndpoints } from '../endpoint.ts';

export const previewEndpoints = defineEndpoints({
  'GET /share/{page}/{file}': {
    summary: 'The picture of a page as it is now; an older name of it leads there',
    access: 'public',
    produces: 'image/jpeg',
    refuses: ['REQ4040'],
  },
});
