/** Endpoints of calendars as iCalendar (RFC 5545): a single match, and feeds of clubs and sports. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import type { Sport } from './schema.ts';

const calendar = { access: 'public', produces: 'text/calendar', cache: 60 } as const;

/** Sports by their name in the calendar's URL. */
export const sportSlugs = { futbol: 'SOCCER', baloncesto: 'BASKET' } as const satisfies Record<string, Sport>;

export const calendarEndpoints = defineEndpoints({
  'GET /sportevents/{id}/calendar': { summary: 'One match', ...calendar, refuses: ['EVT4040'] },
  'GET /clubs/{id}/calendar': { summary: 'The matches of a club', ...calendar, refuses: ['CLB4040'] },
  'GET /calendars/{sport}': { summary: 'The matches of a sport: futbol or baloncesto', ...calendar },
  'GET /calendars/mine/{token}': {
    summary: 'The matches of the clubs that somebody has chosen, at the secret address of that person',
    access: 'public',
    produces: 'text/calendar',
    refuses: ['REQ4290'],
  },
  'GET /users/me/calendar': {
    summary: 'Whether the own clubs have a secret address, and since when',
    access: 'viewer',
    data: z.object({ calendar: z.object({ since: z.string() }).nullable() }),
  },
  'POST /users/me/calendar': {
    summary: 'A new secret address, which is shown this once; the one before ends',
    access: 'viewer',
    status: 201,
    data: z.object({ token: z.string() }),
    refuses: ['REQ4290'],
  },
  'DELETE /users/me/calendar': { summary: 'End the secret address', access: 'viewer' },
});
