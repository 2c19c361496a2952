/** A walk over every public endpoint, page and picture whose answer could contain a match. */
import type { Contract, ContractKey } from '../../shared/contract/contract.ts';
import { addresses, fetchAnswer, type Match, stranger, subscriber } from './image-rights-stage.ts';

/** Endpoints that answer 404 for a hidden match, and name no other match either. */
const nameless = [
  '/sportevents/{id}/score',
  '/sportevents/{id}/signal',
  '/sportevents/{id}/clubs',
  '/sportevents/{id}/timeline',
  '/vods/{id}/clubs',
  '/vods/{id}/moments',
  '/vods/{id}/score',
  '/clips/{id}/video',
  '/competitions/{slug}/standings',
  '/thumbnails/clips/{id}/{file}',
].map((path) => `GET ${path}`);

/** Returns the addresses whose answer names the match or one of its items to a visitor, a subscriber or other staff. */
export async function walk(match: Match): Promise<string[]> {
  const { title, event, vod, clip, slug, competition } = match;
  const marks = [title, encodeURI(title), event.id, vod.id, clip.id, slug, competition, competition.toLowerCase()];
  const found: string[] = [];
  for (const [key, paths] of Object.entries(listAddresses(match)))
    for (const path of paths)
      for (const person of key.includes('/users/me') ? [subscriber] : [undefined, subscriber, stranger]) {
        const { status, text } = await fetchAnswer(path, person?.token);
        // An error contains nothing of the item; a picture or score contains no title.
        const isNamed = marks.some((mark) => text.includes(mark));
        if (status < 400 && (isNamed || nameless.includes(key) || text.includes('"freeMoment":{')))
          found.push(`${key} ${path} ${status}`);
      }
  return found;
}

const toTableSlug = ({ competition }: Match) => `futbol-${competition.replace(' ', '-').toLowerCase()}-cadete-2026-27`;

type KeyForViewers = {
  [Key in ContractKey & `GET ${string}`]: Contract[Key]['access'] extends 'public' | 'viewer' ? Key : never;
}[ContractKey & `GET ${string}`];

/**
 * Lists for each GET endpoint of viewers the addresses whose answer could contain the match; none for endpoints about
 * other items. A new endpoint without an entry does not compile.
 */
export function listAddresses(match: Match): Record<KeyForViewers, string[]> {
  const { event, vod, clip, slug, clubIds, title } = match;
  const pages = [`/evento/${event.id}`, `/vods/${vod.id}`, `/clip/${clip.id}`, `/live/${slug}`];
  const embeds = [`/insertar/partido/${event.id}`, `/insertar/grabacion/${vod.id}`, `/insertar/clip/${clip.id}`];
  const search = encodeURIComponent(title);
  const club = clubIds[0] ?? '';
  return {
    'GET /sportevents': [`/sportevents?search=${search}`, '/sportevents?dateAround=2026-11-27'],
    'GET /match-choices': [`/match-choices?clubIds[]=${club}`],
    'GET /clubs': [],
    'GET /clubs/{id}': [],
    'GET /clubs/{id}/results': [`/clubs/${club}/results`],
    'GET /sportevents/{id}': [`/sportevents/${event.id}`],
    'GET /sportevents/{id}/clubs': [`/sportevents/${event.id}/clubs`],
    'GET /sportevents/{id}/score': [`/sportevents/${event.id}/score`],
    'GET /sportevents/{id}/signal': [`/sportevents/${event.id}/signal`],
    'GET /competitions': ['/competitions'],
    'GET /competitions/{slug}': [`/competitions/${toTableSlug(match)}`],
    'GET /competitions/{slug}/standings': [`/competitions/${toTableSlug(match)}/standings`],
    'GET /vods': [`/vods?search=${search}`, `/vods?search=${search}&each=match`],
    'GET /vods/{id}': [`/vods/${vod.id}`],
    'GET /vods/{id}/clubs': [`/vods/${vod.id}/clubs`],
    'GET /clubs/{id}/vods': [`/clubs/${club}/vods`],
    'GET /sportevents/{id}/vods': [`/sportevents/${event.id}/vods`],
    'GET /signals': ['/signals'],
    'GET /liveusers': ['/liveusers'],
    'GET /liveusers/{slug}': [`/liveusers/${slug}`],
    'GET /clubs/{id}/lives': [`/clubs/${club}/lives`],
    'GET /sportevents/{id}/lives': [`/sportevents/${event.id}/lives`],
    'GET /vods/{id}/moments': [`/vods/${vod.id}/moments`],
    'GET /vods/{id}/score': [`/vods/${vod.id}/score`],
    'GET /sportevents/{id}/timeline': [`/sportevents/${event.id}/timeline`],
    'GET /clips/{id}': [`/clips/${clip.id}`],
    'GET /clips/{id}/video': [`/clips/${clip.id}/video`],
    'GET /sportevents/{id}/clips': [`/sportevents/${event.id}/clips`],
    'GET /vods/{id}/free-moment': [`/vods/${vod.id}/free-moment`],
    'GET /users/me/home': ['/users/me/home'],
    'GET /users/me/list': ['/users/me/list'],
    'GET /clubs/{id}/thumbnail': [],
    'GET /vods/{id}/thumbnail': [`/vods/${vod.id}/thumbnail`],
    'GET /sportevents/{id}/thumbnail': [`/sportevents/${event.id}/thumbnail`],
    'GET /sportevents/{id}/calendar': [`/sportevents/${event.id}/calendar`],
    'GET /clubs/{id}/calendar': [`/clubs/${club}/calendar`],
    'GET /calendars/{sport}': ['/calendars/futbol'],
    'GET /search': [`/search?search=${search}`, `/search?search=${search}&group=clips`],
    'GET /index.html': [...pages, ...embeds].map((page) => `/index.html?page=${page}`),
    'GET /oembed': pages.map((page) => `/oembed?url=${encodeURIComponent(addresses.web + page)}`),
    'GET /sitemaps/{part}': ['events', 'videos', 'clips'].map((part) => `/sitemaps/${part}-1.xml`),
    'GET /share/{page}/{file}': pages.map((page) => `/share/${page.slice(1).replace('/', '_')}/x.jpg`),
    'GET /thumbnails/lives/{slug}/{file}': [`/thumbnails/lives/${slug}/${Math.floor(Date.now() / 30_000)}.jpg`],
    'GET /thumbnails/clips/{id}/{file}': [`/thumbnails/clips/${clip.id}/foto.jpg`],
    // These answers contain no match, or need a token from an answer above.
    'GET /session/logout': [],
    'GET /users/me/data': [],
    'GET /users/me': [],
    'GET /users/me/favorite-clubs': [],
    'GET /users/me/orders': [],
    'GET /users/me/payments': [],
    'GET /users/me/invoices/{invoiceId}/pdf': [],
    'GET /users/me/clips': [],
    'GET /users/me/progress/{kind}/{id}': [],
    'GET /users/me/alerts': [],
    'GET /users/me/calendar': [],
    'GET /content/categories': [],
    'GET /content/categories/{categoryId}/videos': [],
    'GET /public/content/videos': [],
    'GET /ad_videos': [],
    'GET /content/categories/{categoryId}/videos/{videoId}': [],
    'GET /content/categories/{categoryId}/videos/{videoId}/clubs': [],
    'GET /content/categories/{categoryId}/videos/{videoId}/thumbnail': [],
    'GET /contentvideos/{id}/hls/{file}': [],
    'GET /advideos/{id}/hls/{file}': [],
    'GET /club-staff-invitations/{token}': [],
    'GET /vods/{id}/hls/{file}': [],
    'GET /live/{slug}/{file}': [],
    'GET /live/{slug}/recordings/{broadcastId}/{file}': [],
    'GET /growing/{slug}/{broadcastId}/{reader}/{file}': [],
    'GET /calendars/mine/{token}': [],
    'GET /robots.txt': [],
    'GET /sitemap.xml': [],
    'GET /openapi.json': [],
    'GET /family-invitations/{token}': [],
    'GET /users/me/family-matches': [],
  };
}
