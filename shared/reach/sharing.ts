/** What crawlers, messengers and first visits get: the app's page with the head of the address that it is for. */
import * as z from 'zod';
import { defineEndpoints } from '../endpoint.ts';

/** Row E-SHARE-1. The path is the app's own file: where this fails, the edge asks the app's bucket for the same. */
export const sharingEndpoints = defineEndpoints({
  'GET /index.html': {
    summary: 'The page of the web app for one of its addresses',
    access: 'public',
    query: z.object({ page: z.string().default('/') }),
    produces: 'text/html',
    cache: 60,
  },
});
