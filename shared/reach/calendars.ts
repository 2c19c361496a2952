/** Matches for people's own calendars, as iCalendar (RFC 5545): one match to keep, clubs and sports to subscribe to. */
import { defineEndpoints } from '../endpoint.ts';
import type { Sport } from '../schema.ts';

const calendar = { access: 'public', produces: 'text/calendar', cache: 60 } as const;

/** A sport's name in its calendar's address. */
export const sportSlugs = { futbol: 'SOCCER', baloncesto: 'BASKET' } as const satisfies Record<string, Sport>;

/** Row D-ALERT-4. */
export const calendarEndpoints = defineEndpoints({
  'GET /sportevents/{id}/calendar': { summary: 'One match', ...calendar, refuses: ['EVT4040'] },
  'GET /clubs/{id}/calendar': { summary: 'The matches of a club', ...calendar, refuses: ['CLB4040'] },
  'GET /calendars/{sport}': { summary: 'The matches of a sport: futbol or baloncesto', ...calendar },
});
