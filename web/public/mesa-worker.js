/**
 * Keeps the desk's page and its parts on the phone, so that it opens again where there is no network. Nothing of the
 * API: what was logged lies in IndexedDB. Scope: /mesa/.
 */
const kept = 'cantera-mesa';

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') event.respondWith(page(event.request));
  else if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') event.respondWith(part(event.request));
});

/** The page of now where there is a network, else the last one; a dead connection is not waited for. */
async function page(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(4_000) });
    if (answer.ok) keepPage().catch(() => undefined);
    return answer;
  } catch {
    return (await caches.match('/mesa/')) ?? Response.error();
  }
}

/** Their names hold a hash of their content. */
async function part(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(kept)).put(request, answer.clone());
  return answer;
}

async function keepPage() {
  const answer = await fetch('/mesa/');
  const html = await answer.clone().text();
  const parts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const cache = await caches.open(kept);
  for (const path of parts) if (!(await cache.match(path))) await cache.add(path);
  await cache.put('/mesa/', answer);
  // What an older release was made of.
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/assets/') && !parts.includes(pathname)) await cache.delete(url);
  }
}
