/**
 * What crawlers, messengers and first visits get: the app's page with the head of the address that it is for, and the list
 * of all addresses.
 */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';

const pixels = z.coerce.number('El tamaño no es válido').int().min(1, 'El tamaño no es válido').max(100_000);

const forEverybody = { access: 'public', cache: 60 } as const;

/**
 * Rows E-SHARE-1, E-SHARE-3, E-SHARE-5. Page and robots.txt are called as the app's own files: where these fail, the edge asks the
 * app's bucket for the same.
 */
export const sharingEndpoints = defineEndpoints({
  'GET /index.html': {
    summary: 'The page of the web app for one of its addresses',
    ...forEverybody,
    query: z.object({ page: z.string().default('/') }),
    produces: 'text/html',
  },
  'GET /oembed': {
    summary: 'How another site shows a page of this one: oEmbed 1.0',
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
  'GET /robots.txt': { summary: 'What search engines leave out', ...forEverybody, produces: 'text/plain' },
  'GET /sitemap.xml': { summary: 'Where the lists of all pages are', ...forEverybody, produces: 'application/xml' },
  'GET /sitemaps/{part}': {
    summary: 'A thousand pages, videos with what search engines ask of them',
    ...forEverybody,
    produces: 'application/xml',
  },
});
