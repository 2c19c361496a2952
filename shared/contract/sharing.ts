/** The app's page with its page-specific head, robots.txt and sitemaps. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';

const pixels = z.coerce.number('El tamaño no es válido').int().min(1, 'El tamaño no es válido').max(100_000);

const forEverybody = { access: 'public', cache: 60 } as const;

/** Page and robots.txt have the names of the app's own files, so that the edge can fall back to the app's bucket. */
export const sharingEndpoints = defineEndpoints({
  'GET /index.html': {
    summary: 'The HTML page of a URL of the web app',
    ...forEverybody,
    query: z.object({ page: z.string().default('/') }),
    produces: 'text/html',
  },
  'GET /oembed': {
    summary: 'oEmbed 1.0: the embed code of a page',
    ...forEverybody,
    query: z.object({
      url: z.string('Falta la dirección').max(2_000),
      format: z.enum(['json', 'xml'], 'El formato es json o xml').default('json'),
      maxwidth: pixels.optional(),
      maxheight: pixels.optional(),
    }),
    produces: 'application/json',
    refuses: ['OEM4010', 'REQ4040'],
  },
  'GET /robots.txt': { summary: 'Rules for crawlers', ...forEverybody, produces: 'text/plain' },
  'GET /sitemap.xml': { summary: 'Index of the sitemaps', ...forEverybody, produces: 'application/xml' },
  'GET /sitemaps/{part}': {
    summary: 'A sitemap of a thousand pages, with metadata of videos',
    ...forEverybody,
    produces: 'application/xml',
  },
});
