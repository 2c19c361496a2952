/**
 * The release: pages and parts of the app, kept when the worker is installed. Pages come from the network while there is
 * one, so that a new release shows with the next page that is opened; parts are named by their content. The release
 * before stays kept, for pages of it that are still open.
 */
import { worker } from './scope.ts';

interface Release {
  name: string;
  /** The app's page and the desk's, under names that say their content. */
  app: string;
  desk: string;
  /** All that is kept, those two among it. */
  files: string[];
}

/** Written by the build. */
declare const release: Release;

const prefix = 'cantera-release-';
const own = prefix + release.name;
/** A dead connection is not waited for. */
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
  // No screen has a dot in its address.
  if (request.mode === 'navigate') {
    if (!pathname.includes('.')) event.respondWith(page(event, pathname));
  } else if (pathname.startsWith('/assets/')) event.respondWith(part(request));
  else if (release.files.includes(pathname)) event.respondWith(file(request));
});

async function keepRelease(): Promise<void> {
  const cache = await caches.open(own);
  const missing = release.files.map(async (path) => {
    // All parts or none. What has the same name in each release may be missing, and is fetched anew each time.
    if (!path.startsWith('/assets/')) return cache.add(path).catch(() => undefined);
    const known = await keptPart(path);
    return known ? cache.put(path, known) : cache.add(path);
  });
  await Promise.all(missing);
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const before = names.filter((name) => name.startsWith(prefix) && name !== own).slice(0, -1);
  // The last name is what the desk had to itself.
  for (const name of [...before, 'cantera-mesa']) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  // Whoever has a page of another release open is told (web/app/connection.tsx).
  const pages = await worker.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const client of pages) client.postMessage({ release: release.name });
}

async function page({ request, preloadResponse }: FetchEvent, pathname: string): Promise<Response> {
  const kept = () => keptPart(pathname.startsWith('/mesa/') ? release.desk : release.app);
  // Some browsers ask for nothing ahead.
  const asked = Promise.resolve(preloadResponse).then((answer?: Response) => answer ?? fetch(request));
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const answer = await Promise.race([asked, patience]).catch(() => undefined);
  // A page of an error says no more than the app does, which asks again by itself.
  return answer && answer.status < 500 ? answer : ((await kept()) ?? asked);
}

const part = async (request: Request): Promise<Response> => (await keptPart(request)) ?? fetch(request);

/** What has the same name in each release is the newest that can be had. */
async function file(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(own)).put(request, answer.clone());
    return answer;
  } catch {
    return (await keptPart(request)) ?? Response.error();
  }
}

/** Of this release or the one before. */
const keptPart = (request: RequestInfo) => caches.match(request, { ignoreVary: true });
