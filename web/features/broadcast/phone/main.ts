/** /emitir/{eventId}: a match from a phone's browser, a page of its own, which starts fast and works offline. */
import './phone.css';
import { readSessionToken } from '../../../../shared/domain/session-cookie.ts';
import { getDeviceId, takeLink } from '../../league/scorer/match-link.ts';
import { PhonePage } from './page/phone-page.ts';

/** Milliseconds after which all files of the page are loaded on a slow line, and the page is kept for later. */
const keepAfterMs = 8_000;

const root = document.getElementById('camera');
const eventId = location.pathname.split('/')[2] ?? '';
if (root && eventId) openPage(root, eventId);

function openPage(root: HTMLElement, eventId: string): void {
  const worker = new Worker(new URL('./phone-worker.ts', import.meta.url), { type: 'module' });
  const page = new PhonePage(root, worker, {
    eventId,
    link: takeLink('emitir', eventId),
    session: readSessionToken(document.cookie),
    device: getDeviceId('emitir'),
  });
  page.open();
  void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
  setTimeout(() => void keepPageOffline().catch(() => undefined), keepAfterMs);
}

const cacheName = 'cantera-emitir';
/** The address under which the page is kept, for any match. */
const pageAddress = '/emitir/';

/**
 * Caches the page with its files, for a phone that is reopened at a ground without a network, and drops those of
 * earlier releases. The service worker serves them (web/service-worker/release-cache.ts).
 */
async function keepPageOffline(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const files = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
  const page = await fetch(location.pathname);
  if (!page.ok) return;
  await caches.delete(cacheName);
  const cache = await caches.open(cacheName);
  await cache.put(pageAddress, page);
  await cache.addAll([...new Set(files)]);
}
