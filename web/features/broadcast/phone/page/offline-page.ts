/**
 * Caches the page's files, for a phone that is reopened at a ground without a network. Only phones that have opened the
 * page cache them; the service worker serves them (web/service-worker/release-cache.ts).
 */
const cacheName = 'cantera-emitir';
/** The address under which the page is kept, for any match. */
const pageAddress = '/emitir/';

/** Caches the page with its files, and drops those of earlier releases. */
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
