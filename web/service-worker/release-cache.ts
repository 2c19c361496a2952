/**
 * Precaches a release's pages and chunks. Pages come from the network first, so that a new release shows at the next
 * navigation; chunks come from the cache first, because their names are content-hashed. The previous release stays
 * cached for open pages.
 */
import { worker } from './worker-scope.ts';

interface Release {
  name: string;
  /** Paths of the pages of the app and the scorer app, whose names are content-hashed. */
  app: string;
  scorer: string;
  /** All precached paths, including those two. */
  files: string[];
}

/** Injected by the build. */
declare const release: Release;

const prefix = 'cantera-release-';
const cacheName = prefix + release.name;
/** Milliseconds to wait for the network before a cached page is used. */
const timeoutMs = 4_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(precacheRelease().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(activateRelease());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || /^\/(api|insertar)\//.test(pathname)) return;
  // The paths of the app's pages have no dot.
  if (request.mode === 'navigate') {
    if (!pathname.includes('.')) event.respondWith(respondWithPage(event, pathname));
  } else if (pathname.startsWith('/assets/')) event.respondWith(respondWithChunk(request));
  else if (release.files.includes(pathname)) event.respondWith(respondWithFile(request));
});

async function precacheRelease(): Promise<void> {
  const cache = await caches.open(cacheName);
  const missing = release.files.map(async (path) => {
    // The precache needs all chunks. Files with a fixed name may be missing, and are fetched with each release.
    if (!path.startsWith('/assets/')) return cache.add(path).catch(() => undefined);
    const cached = await matchCache(path);
    return cached ? cache.put(path, cached) : cache.add(path);
  });
  await Promise.all(missing);
}

async function activateRelease(): Promise<void> {
  const names = await caches.keys();
  const before = names.filter((name) => name.startsWith(prefix) && name !== cacheName).slice(0, -1);
  for (const name of before) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  // Open pages of another release offer a reload (web/app/connection-bar.tsx).
  const pages = await worker.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const client of pages) client.postMessage({ release: release.name });
}

async function respondWithPage({ request, preloadResponse }: FetchEvent, pathname: string): Promise<Response> {
  // The phone's page keeps itself under this address (web/features/broadcast/phone/main.ts).
  const page = pathname.startsWith('/mesa/')
    ? release.scorer
    : pathname.startsWith('/emitir/')
      ? '/emitir/'
      : release.app;
  const matchCachedPage = () => matchCache(page);
  // Some browsers have no navigation preload.
  const networkResponse = Promise.resolve(preloadResponse).then((answer?: Response) => answer ?? fetch(request));
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  const answer = await Promise.race([networkResponse, timeout]).catch(() => undefined);
  // The cached app is better than an error page, because it retries by itself.
  return answer && answer.status < 500 ? answer : ((await matchCachedPage()) ?? networkResponse);
}

const respondWithChunk = async (request: Request): Promise<Response> => (await matchCache(request)) ?? fetch(request);

/** Answers from the network first, for files with a fixed name. */
async function respondWithFile(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(cacheName)).put(request, answer.clone());
    return answer;
  } catch {
    return (await matchCache(request)) ?? Response.error();
  }
}

/** Searches the caches of this release and the previous one. */
const matchCache = (request: RequestInfo) => caches.match(request, { ignoreVary: true });
