/** /emitir/{eventId}: a match from a phone's browser, a page of its own, which starts fast and works offline. */
import './phone.css';
import { readSessionToken } from '../../../../shared/domain/session-cookie.ts';
import { getDeviceId, takeLink } from '../../league/scorer/match-link.ts';
import { keepPageOffline } from './page/offline-page.ts';
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
