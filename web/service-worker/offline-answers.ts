/**
 * Answers from the cache when the network fails, for spectators at a ground without one: calendar, clubs and lists.
 * Responses that lead to a video are never cached; those of an account are cached separately, by its token.
 */
import type { ContractKey } from '../../shared/contract/contract.ts';
import { worker } from './worker-scope.ts';

const cachedEndpoints: ContractKey[] = [
  'GET /sportevents',
  'GET /sportevents/{id}',
  'GET /sportevents/{id}/clubs',
  'GET /sportevents/{id}/vods',
  'GET /sportevents/{id}/clips',
  'GET /sportevents/{id}/lives',
  'GET /sportevents/{id}/timeline',
  'GET /live/sportevents',
  'GET /clubs',
  'GET /clubs/{id}',
  'GET /clubs/{id}/results',
  'GET /clubs/{id}/vods',
  'GET /clubs/{id}/lives',
  'GET /liveusers',
  'GET /vods',
  'GET /content/categories',
  'GET /content/categories/{categoryId}/videos',
  'GET /public/content/videos',
  'GET /users/me/favorite-clubs',
  'GET /users/me/home',
  'GET /users/me/list',
];
const patterns = cachedEndpoints.map((key) => new RegExp(`^/api${key.slice(4).replace(/\{\w+\}/g, '[^/]+')}$`));

const publicCache = 'cantera-answers';
/** Cache of an account, which the page deletes at logout (web/lib/cached-answers.ts). */
const accountCache = 'cantera-account';
/** Number of entries in each cache. */
const maxEntries = 80;

/** Incremented at each logout, so that a response requested before it is not cached after it. */
let logouts = 0;

worker.addEventListener('message', ({ data }) => {
  if (data === 'logout') logouts += 1;
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (patterns.some((pattern) => pattern.test(pathname))) event.respondWith(respond(event));
});

async function respond(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const token = request.headers.get('authorization');
  const session = logouts;
  try {
    const answer = await fetch(request);
    event.waitUntil(store(request.url, token, answer.clone(), session).catch(() => undefined));
    return answer;
  } catch (error) {
    const cache = await caches.open(token ? accountCache : publicCache);
    const cached = await cache.match(await toCacheKey(request.url, token));
    if (!cached) throw error;
    return cached;
  }
}

async function store(url: string, token: string | null, answer: Response, session: number): Promise<void> {
  const cache = await caches.open(token ? accountCache : publicCache);
  const name = await toCacheKey(url, token);
  // After a rejection, the item is deleted or out of reach. A server error proves neither.
  if (!answer.ok) {
    if (answer.status < 500) await cache.delete(name);
    return;
  }
  const body = await answer.text();
  // As a safeguard, the body is searched for signed addresses, which lead to a video.
  if (/[?&](token|Signature)=/.test(body)) return;
  const headers = { 'content-type': 'application/json', 'cantera-kept': new Date().toISOString() };
  await cache.put(name, new Response(body, { headers }));
  if (token && session !== logouts) await caches.delete(accountCache);
  const names = await cache.keys();
  for (const name of names.slice(0, Math.max(0, names.length - maxEntries))) await cache.delete(name);
}

/** Returns the cache key, one for each session, which does not reveal the token. */
async function toCacheKey(address: string, token: string | null): Promise<string> {
  // One answer of a match's log is kept, the newest, instead of one for each goal.
  const url = address.replace(/\?version=\d+$/, '');
  if (!token) return url;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return `${url}${url.includes('?') ? '&' : '?'}account=${new Uint8Array(hash, 0, 16).join('-')}`;
}
