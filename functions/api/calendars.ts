/** Endpoints of calendar feeds. No feed has hidden matches; only feeds of invited readers have matches for families. */
import { calendarEndpoints, sportSlugs } from '../../shared/contract/calendars.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { removeScore } from '../../shared/domain/result-text.ts';
import { listFavourites } from '../league/clubs/favourites.ts';
import { clubs } from '../league/clubs/store.ts';
import { type EventRow, events } from '../league/events/store.ts';
import type { StoredUser } from '../platform/auth/rules.ts';
import { findPerson } from '../platform/auth/sessions.ts';
import { environment } from '../platform/aws/environment.ts';
import type { RawResponse } from '../platform/http/request.ts';
import { toEtag } from '../platform/http/responses.ts';
import { serve } from '../platform/http/serve.ts';
import { type Limit, spend } from '../platform/limits/limits.ts';
import { isInvited } from '../platform/shown/families.ts';
import { selectUpcoming, toCalendar } from '../reach/calendars/rules.ts';
import { createCalendarToken, endCalendar, findCalendarHolder, findCalendarStart } from '../reach/calendars/store.ts';

export const handler = serve(calendarEndpoints, {
  'GET /sportevents/{id}/calendar': async ({ params }) => {
    const event = await events.get(params.id);
    if (!event?.visible) throw new ApiError('EVT4040');
    return answer(event.title, [event], 'partido');
  },
  'GET /clubs/{id}/calendar': async ({ params, now }) => {
    const club = await clubs.get(params.id);
    if (!club?.visible) throw new ApiError('CLB4040');
    return answerFeed(club.name, club.id, hasClub, now);
  },
  'GET /calendars/{sport}': async ({ params, now }) => {
    const sportEntry = Object.entries(sportSlugs).find(([slug]) => slug === params.sport);
    if (!sportEntry) throw new ApiError('REQ4040');
    const [, sport] = sportEntry;
    return answerFeed(sport === 'SOCCER' ? 'Fútbol de cantera' : 'Baloncesto de cantera', sport, hasSport, now);
  },

  'GET /calendars/mine/{token}': async ({ params, headers, now }) => {
    const userId = await findCalendarHolder(params.token);
    if (!userId) throw new ApiError('REQ4040');
    await spend(feedRequests, userId, 'Tu calendario se está pidiendo demasiadas veces. Espera un rato.', now);
    const [owner, clubIds] = await Promise.all([findPerson(userId, now), listVisibleFavourites(userId)]);
    const filter = { clubIds, families: owner?.families ?? [] };
    return withEtag(headers['if-none-match'], await answerFeed('Mis clubes', filter, isShownToReader, now, owner));
  },
  'GET /users/me/calendar': async ({ caller }) => {
    const since = await findCalendarStart(caller.user.id);
    return { data: { calendar: since === undefined ? null : { since } } };
  },
  'POST /users/me/calendar': async ({ caller, now }) => {
    await spend(newAddresses, caller.user.id, 'Has pedido muchas direcciones. Espera un rato.', now);
    return { data: { token: await createCalendarToken(caller.user.id, now) }, message: 'Tu calendario está listo' };
  },
  'DELETE /users/me/calendar': async ({ caller }) => {
    await endCalendar(caller.user.id);
    return { message: 'Tu calendario ya no se puede abrir con esa dirección' };
  },
});

async function answerFeed<Filter>(
  name: string,
  filter: Filter,
  predicate: (filter: Filter) => (row: EventRow) => boolean,
  now: number,
  reader?: StoredUser,
) {
  const isShown = ({ visible, isOpenToFamilies = false }: EventRow) => visible || (reader && isOpenToFamilies) === true;
  const { items } = await events.list(filter, predicate, (rows) => ({ rows: selectUpcoming(rows, now, isShown) }));
  const removeScores = (event: (typeof items)[number]) => ({
    ...event,
    title: removeScore(event.title),
    summary: removeScore(event.summary),
  });
  return answer(`${name} · Cantera TV`, reader?.hidesResults ? items.map(removeScores) : items, 'partidos');
}

function answer(name: string, matches: Parameters<typeof toCalendar>[1], file: string): RawResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `inline; filename="${file}.ics"`,
      'cache-control': 'public, max-age=60',
    },
    body: toCalendar(name, matches, environment('WEB_ORIGIN'), Date.now()),
  };
}

/** Limit per user: calendar apps poll up to four times an hour on each device. */
const feedRequests: Limit = { name: 'own-calendar', max: 120, minutes: 60 };
const newAddresses: Limit = { name: 'calendar-addresses', max: 20, minutes: 60 };

/** Lists the visible favourite clubs, sorted, so that equal sets of clubs share a cache entry. */
async function listVisibleFavourites(userId: string): Promise<string[]> {
  const [ids] = await Promise.all([listFavourites(userId), clubs.refresh()]);
  return ids.filter((id) => clubs.getRow(id)?.visible).toSorted();
}

/** Keeps a personal feed out of shared caches; readers revalidate it by ETag. */
function withEtag(etags: string | undefined, { headers, body, ...whole }: RawResponse): RawResponse {
  const etag = toEtag(String(body));
  const own = { ...headers, 'cache-control': 'private, no-cache', etag };
  return etags?.includes(etag) ? { status: 304, headers: own } : { ...whole, headers: own, body: String(body) };
}

const isShownToReader =
  ({ clubIds, families }: { clubIds: readonly string[]; families: readonly string[] }) =>
  (row: EventRow) =>
    row.isOpenToFamilies
      ? isInvited({ user: { families } }, row)
      : row.visible && row.clubIds.some((id) => clubIds.includes(id));
const hasClub = (clubId: string) => (row: EventRow) => row.clubIds.includes(clubId);
const hasSport = (sport: EventRow['sport']) => (row: EventRow) => row.sport === sport;
