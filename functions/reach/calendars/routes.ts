/** Matches for people's own calendars. What is hidden is in none. */
import { Refusal } from '../../../shared/errors.ts';
import { calendarEndpoints, sportSlugs } from '../../../shared/reach/calendars.ts';
import { clubs } from '../../league/clubs/store.ts';
import { type EventRow, events } from '../../league/events/store.ts';
import { environment } from '../../platform/aws/environment.ts';
import type { RawAnswer } from '../../platform/http/request.ts';
import { serve } from '../../platform/http/serve.ts';
import { calendarOf, upcoming } from './rules.ts';

export const handler = serve(calendarEndpoints, {
  'GET /sportevents/{id}/calendar': async ({ params }) => {
    const event = await events.get(params.id);
    if (!event?.visible) throw new Refusal('EVT4040');
    return answer(event.title, [event], 'partido');
  },
  'GET /clubs/{id}/calendar': async ({ params, now }) => {
    const club = await clubs.get(params.id);
    if (!club?.visible) throw new Refusal('CLB4040');
    return feed(club.name, club.id, ofClub, now);
  },
  'GET /calendars/{sport}': async ({ params, now }) => {
    const known = Object.entries(sportSlugs).find(([slug]) => slug === params.sport);
    if (!known) throw new Refusal('REQ4040');
    const [, sport] = known;
    return feed(sport === 'SOCCER' ? 'Fútbol de cantera' : 'Baloncesto de cantera', sport, ofSport, now);
  },
});

async function feed<Filter>(
  name: string,
  filter: Filter,
  wants: (filter: Filter) => (row: EventRow) => boolean,
  now: number,
) {
  const rows = await events.find(filter, wants);
  return answer(`${name} · Cantera TV`, await events.items(upcoming(rows, now)), 'partidos');
}

function answer(name: string, matches: Parameters<typeof calendarOf>[1], file: string): RawAnswer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `inline; filename="${file}.ics"`,
      'cache-control': 'public, max-age=60',
    },
    body: calendarOf(name, matches, environment('WEB_ORIGIN')),
  };
}

const ofClub = (clubId: string) => (row: EventRow) => row.clubIds.includes(clubId);
const ofSport = (sport: EventRow['sport']) => (row: EventRow) => row.sport === sport;
