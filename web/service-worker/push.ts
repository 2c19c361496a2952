/**
 * Notifications (D-ALERT-2): what the push service brings is shown, and leads to its page. A message that cannot be read
 * is shown too, in general words: a browser that is brought something and shows nothing says so in words of its own.
 */
import { worker } from './scope.ts';

/** As functions/reach/alerts/send.ts writes it. */
interface Message {
  title: string;
  body: string;
  path: string;
  tag: string;
}

worker.addEventListener('push', (event) => {
  const { title, body, path, tag } = messageOf(event);
  event.waitUntil(
    worker.registration.showNotification(title, { body, tag, lang: 'es', icon: '/icon-192.png', data: path }),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

function messageOf({ data }: PushEvent): Message {
  const general = { title: 'Cantera TV', body: 'Hay novedades de lo que sigues.', path: '/mi-equipo', tag: 'cantera' };
  try {
    const { title, body, path, tag } = (data?.json() ?? {}) as Partial<Message>;
    // Nothing but a page of ours.
    return title && body && tag && path && /^\/(?![/\\])/.test(path) ? { title, body, path, tag } : general;
  } catch {
    return general;
  }
}

/** In the page that is open, where there is one. */
async function open(path: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (!page) return void (await worker.clients.openWindow(path));
  await page.focus();
  await page.navigate(path).catch(() => worker.clients.openWindow(path));
}
