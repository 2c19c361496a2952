/**
 * The last answers of the API to what a spectator at a ground without a network wants: the calendar, their clubs, their
 * shelves. They are given out only where the network gives nothing, with the time at which they were had. No answer that
 * leads to a video is among them, and what was answered to an account is kept apart, for its own token alone.
 */
import type { ContractKey } from '../../shared/contract.ts';
import { worker } from './scope.ts';

const kept: ContractKey[] = [
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
const patterns = kept.map((key) => new RegExp(`^/api${key.slice(4).replace(/\{\w+\}/g, '[^/]+')}$`));

const everybodys = 'cantera-answers';
/** Also emptied by the page itself at a logout (web/lib/kept-answers.ts). */
const accounts = 'cantera-account';
/** Of each. */
const most = 80;

/** Grows with each logout: what was asked for before it is not kept after it. */
let logouts = 0;

worker.addEventListener('message', ({ data }) => {
  if (data === 'logout') logouts += 1;
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (patterns.some((pattern) => pattern.test(pathname))) event.respondWith(answerTo(event));
});

async function answerTo(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const token = request.headers.get('authorization');
  const session = logouts;
  try {
    const answer = await fetch(request);
    event.waitUntil(keep(request.url, token, answer.clone(), session).catch(() => undefined));
    return answer;
  } catch (error) {
    const cache = await caches.open(token ? accounts : everybodys);
    const known = await cache.match(await nameOf(request.url, token));
    if (!known) throw error;
    return known;
  }
}

async function keep(url: string, token: string | null, answer: Response, session: number): Promise<void> {
  const cache = await caches.open(token ? accounts : everybodys);
  const name = await nameOf(url, token);
  // It is gone, or no longer for this person; a server that has trouble says nothing of the kind.
  if (!answer.ok) {
    if (answer.status < 500) await cache.delete(name);
    return;
  }
  const body = await answer.text();
  // None of them leads to a video; should one come to, it is not for a cache.
  if (/[?&](token|Signature)=/.test(body)) return;
  const headers = { 'content-type': 'application/json', 'cantera-kept': new Date().toISOString() };
  await cache.put(name, new Response(body, { headers }));
  if (token && session !== logouts) await caches.delete(accounts);
  const names = await cache.keys();
  for (const name of names.slice(0, Math.max(0, names.length - most))) await cache.delete(name);
}

/** An address of its own for each session, which says nothing of its token. */
async function nameOf(url: string, token: string | null): Promise<string> {
  if (!token) return url;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return `${url}${url.includes('?') ? '&' : '?'}account=${new Uint8Array(hash, 0, 16).join('-')}`;
}
