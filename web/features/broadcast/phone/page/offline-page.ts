/**
 * Keeps the page's own files in a cache, for a phone that is reopened at a ground without a network. Only who has opened
 * the page keeps them; the service worker answers with them (web/service-worker/release-cache.ts).
 */
const cacheName = 'cantera-emitir';
/** The address under which the page is kept, for any match. */
const pageAddress = '/emitir/';

/** Keeps the page and what it has loaded, and drops the files of earlier releases. */
export async function keepPageOffline(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const files = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
  const page = await fetch(location.pathname);
  if (!page.ok) return;
  await caches.delete(cacheName);
  const cache = await caches.open(cacheName);
  await cache.put(pageAddress, page);
  await cache.addAll([...new Set(files)]);
}
