/** A notification from the match through the queue and the push service to the browser. */
import { addresses, createEvent, createPerson } from './support/platform.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

interface Shown {
  title: string;
  body: string;
  data: string;
}

test('[D-ALERT-2] shows the start of a match with a link to its page @ci', async ({ page, context, logInAs }) => {
  const { token } = await logInAs('REGULAR_BASIC');
  const match = await createEvent({ title: 'Derbi de la ribera' });
  await context.grantPermissions(['notifications']);
  await page.goto('/calendario');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no service worker');
  // A headless browser cannot show notifications: records the calls instead.
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    if (Notification.permission === 'granted') return;
    const listNotifications: object[] = [];
    registration.showNotification = async (title, options) => void listNotifications.push({ title, ...options });
    registration.getNotifications = async () => listNotifications as Notification[];
  });

  // Browsers subscribe at their vendor's push service; here the local one creates the keys and decrypts.
  const call = async (method: string, path: string, of: string, body?: object) => {
    const headers = { authorization: `Bearer ${of}`, 'content-type': 'application/json' };
    const answer = await fetch(`${addresses.api}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as { data: { pushKey: string } };
  };
  const { pushKey } = (await call('GET', '/users/me/alerts', token)).data;
  const subscribed = await fetch(`${addresses.push}/subscriptions`, {
    method: 'POST',
    body: JSON.stringify({ applicationServerKey: pushKey }),
  });
  const { endpoint, keys } = (await subscribed.json()) as { endpoint: string; keys: object };
  await call('PUT', '/users/me/alerts/devices', token, { endpoint, keys });
  await call('PUT', `/users/me/alerts/sportevents/${match.id}`, token);
  await call('PATCH', `/live/sportevents/${match.id}`, (await createPerson('ADMIN')).token, { state: 'LIVE' });
  const listDelivered = async () => {
    const answer = await fetch(`${addresses.push}/subscriptions/${endpoint.split('/').at(-1)}`);
    return ((await answer.json()) as { messages: { payload: object }[] }).messages;
  };
  await expect.poll(async () => (await listDelivered()).length).toBe(1);

  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${addresses.web}/`);
      if (ours) resolve(ours.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: addresses.web,
    registrationId: await registered,
    data: JSON.stringify((await listDelivered())[0]?.payload),
  });
  const listShown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }) as Shown);
    });
  await expect
    .poll(listShown)
    .toEqual([
      { title: 'Empieza Derbi de la ribera', body: 'El partido ya ha empezado.', data: `/evento/${match.id}` },
    ]);
  const [notification] = await listShown();
  await page.goto(notification?.data ?? '');
  await expect(page.getByRole('heading', { level: 1, name: 'Derbi de la ribera' })).toBeVisible();
});
