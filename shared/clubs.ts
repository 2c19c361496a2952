/** Clubs: the public list and the names behind every club selector. Rows: V-CLUBS, V-API-2, V-API-3, B-API-19, B-API-25. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { Id, Page, SearchQuery, Single } from './schema.ts';

/** Row V-ENT-1. `thumbnail` is an address on the media host, or null when the club has none. */
export const Club = z.object({ id: Id, name: z.string(), thumbnail: z.string().nullable(), visible: z.boolean() });
export type Club = z.output<typeof Club>;

/** Row B-ENT-4. */
export const ManagedClub = Club.extend({ userFavoritedCount: z.int() });

export const clubEndpoints = defineEndpoints({
  'GET /clubs': {
    summary: 'Visible clubs, paged and searchable by name',
    access: 'public',
    query: SearchQuery,
    data: Page('clubs', Club),
    cache: 30,
  },
  'GET /clubs/{id}': { summary: 'One club', access: 'public', data: Single('club', Club), cache: 30 },
  'GET /live/clubs': {
    summary: 'All clubs, also hidden ones',
    access: 'admin',
    query: SearchQuery,
    data: Page('clubs', ManagedClub),
  },
  'GET /clubStaff/clubs': {
    summary: 'All clubs, for the selectors of club staff',
    access: 'clubStaff',
    query: SearchQuery,
    data: Page('clubs', Club),
  },
});
