/**
 * Precaches a release's pages and chunks. Pages come from the network first, so that a new release shows at the next
 * navigation; chunks are content-hashed. The previous release stays cached for pages that are still open.
 */
import { worker } from './worker-scope.ts';

interface Release {
  name: string;
  /** The pages of the app and of the scorer app, with content-hashed names. */
  app: string;
  desk: string;
  /** All precached paths, including those two. */
  files: string[];
}

/** Injected by the build. */
declare const release: Release;

const prefix = 'cantera-release-';
const own = prefix + release.name;
/** Milliseconds to wait for the network before a cached page is used. */
const patienceMs = 4_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(keepRelease().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || /^\/(api|insertar)\//.test(pathname)) return;
  // No screen of the app has a dot in its path.
  if (request.mode === 'navigate') {
    if (!pathname.includes('.')) event.respondWith(page(event, pathname));
  } else if (pathname.startsWith('/assets/')) event.respondWith(part(request));
  else if (release.files.includes(pathname)) event.respondWith(file(request));
});

async function keepRelease(): Promise<void> {
  const cache = await caches.open(own);
  const missing = release.files.map(async (path) => {
    // Chunks are all or nothing. Files with a fixed name are optional and refetched with each release.
    if (!path.startsWith('/assets/')) return cache.add(path).catch(() => undefined);
    const known = await keptPart(path);
    return known ? cache.put(path, known) : cache.add(path);
  });
  await Promise.all(missing);
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const before = names.filter((name) => name.startsWith(prefix) && name !== own).slice(0, -1);
  // 'cantera-mesa' was the scorer app's own cache in earlier releases.
  for (const name of [...before, 'cantera-mesa']) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  // Lets open pages of another release offer a reload (web/app/connection-bar.tsx).
  const pages = await worker.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const client of pages) client.postMessage({ release: release.name });
}

async function page({ request, preloadResponse }: FetchEvent, pathname: string): Promise<Response> {
  const kept = () => keptPart(pathname.startsWith('/mesa/') ? release.desk : release.app);
  // Some browsers have no navigation preload.
  const asked = Promise.resolve(preloadResponse).then((answer?: Response) => answer ?? fetch(request));
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const answer = await Promise.race([asked, patience]).catch(() => undefined);
  // The cached app is better than an error page: it retries by itself.
  return answer && answer.status < 500 ? answer : ((await kept()) ?? asked);
}

const part = async (request: Request): Promise<Response> => (await keptPart(request)) ?? fetch(request);

/** Network first, for files with a fixed name. */
async function file(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(own)).put(request, answer.clone());
    return answer;
  } catch {
    return (await keptPart(request)) ?? Response.error();
  }
}

/** Searches this release and the previous one. */
const keptPart = (request: RequestInfo) => caches.match(request, { ignoreVary: true });
