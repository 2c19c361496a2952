/** Endpoints of calendars as iCalendar (RFC 5545): a single match, and feeds of clubs and sports. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import type { Sport } from './schema.ts';

const calendar = { access: 'public', produces: 'text/calendar', cache: 60 } as const;

/** Sports by their name in the calendar's URL. */
export const sportSlugs = { futbol: 'SOCCER', baloncesto: 'BASKET' } as const satisfies Record<string, Sport>;

export const calendarEndpoints = defineEndpoints({
  'GET /sportevents/{id}/calendar': { summary: 'One match as iCalendar', ...calendar, refuses: ['EVT4040'] },
  'GET /clubs/{id}/calendar': { summary: 'The matches of a club as iCalendar', ...calendar, refuses: ['CLB4040'] },
  'GET /calendars/{sport}': { summary: 'The matches of a sport (futbol or baloncesto) as iCalendar', ...calendar },
  'GET /calendars/mine/{token}': {
    summary: 'The matches of a user’s favourite clubs as iCalendar, at the user’s secret address',
    access: 'public',
    produces: 'text/calendar',
    refuses: ['REQ4290'],
  },
  'GET /users/me/calendar': {
    summary: 'Creation time of the caller’s secret calendar address, if there is one',
    access: 'viewer',
    data: z.object({ calendar: z.object({ since: z.string() }).nullable() }),
  },
  'POST /users/me/calendar': {
    summary: 'Create a secret calendar address, returned only here; it replaces the previous one',
    access: 'viewer',
    status: 201,
    data: z.object({ token: z.string() }),
    refuses: ['REQ4290'],
  },
  'DELETE /users/me/calendar': { summary: 'Revoke the secret calendar address', access: 'viewer' },
});
