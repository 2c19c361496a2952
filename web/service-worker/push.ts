/**
 * Shows web push messages, and opens their page on a click. An unreadable message shows a general text, because
 * browsers display their own text when a push shows nothing.
 */
import { worker } from './worker-scope.ts';

/** The payload that functions/reach/alerts/send-alerts.ts sends. */
interface Message {
  title: string;
  body: string;
  path: string;
  tag: string;
}

worker.addEventListener('push', (event) => {
  const { title, body, path, tag } = parseMessage(event);
  event.waitUntil(
    worker.registration.showNotification(title, { body, tag, lang: 'es', icon: '/icon-192.png', data: path }),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data)));
});

function parseMessage({ data }: PushEvent): Message {
  const general = { title: 'Cantera TV', body: 'Hay novedades de lo que sigues.', path: '/mi-equipo', tag: 'cantera' };
  try {
    const { title, body, path, tag } = (data?.json() ?? {}) as Partial<Message>;
    // Only paths of this site are opened.
    return title && body && tag && path && /^\/(?![/\\])/.test(path) ? { title, body, path, tag } : general;
  } catch {
    return general;
  }
}

/** Opens the path in a window of the site, or in a new one if none is open. */
async function openPage(path: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (!page) return void (await worker.clients.openWindow(path));
  await page.focus();
  await page.navigate(path).catch(() => worker.clients.openWindow(path));
}
