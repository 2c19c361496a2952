/** 'Avísame': the button, browser support, the settings, and the unsubscribe link. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AlertSettings } from '../../../shared/contract/alerts.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { basic, callsTo, id, open, type Replies } from '../support/app.tsx';
import { club as someClub } from '../support/builders.ts';

const club = someClub();
const follow = `PUT /users/me/alerts/clubs/${club.id}`;
const leave = `DELETE /users/me/alerts/clubs/${club.id}`;

/** Emulates the server with its follows and devices. */
function createServer(more: Replies = {}): Replies {
  const clubs: string[] = [];
  const devices: string[] = [];
  let settings: AlertSettings = { kinds: ['STARTS', 'GOALS'], mail: true };
  return {
    [`GET /clubs/${club.id}`]: { data: { club } },
    'GET /users/me/alerts': () => ({
      data: { settings, events: [], clubs: [...clubs], devices: [...devices], pushKey: 'server-key' },
    }),
    'PATCH /users/me/alerts': ({ body }) => {
      settings = { ...settings, ...(body as object) };
      return { data: { settings } };
    },
    [follow]: () => {
      clubs.push(club.id);
      return {};
    },
    [leave]: () => {
      clubs.length = 0;
      return {};
    },
    'PUT /users/me/alerts/devices': () => {
      devices.push(id('device'));
      return { data: { id: id('device') } };
    },
    [`DELETE /users/me/alerts/devices/${id('device')}`]: () => {
      devices.length = 0;
      return {};
    },
    ...more,
  };
}

/** Emulates a browser with notifications and a scripted answer to the permission prompt. */
function mockBrowser(permission: NotificationPermission, answer: NotificationPermission = permission) {
  let subscription: object | null = null;
  let endpoint = 'https://push.test/1';
  const subscribe = vi.fn(async (_: PushSubscriptionOptionsInit) => {
    subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        subscription = null;
      },
    };
    return subscription;
  });
  const registration = { pushManager: { subscribe, getSubscription: async () => subscription } };
  vi.stubGlobal('PushManager', class {});
  const notification = {
    permission,
    requestPermission: async () => {
      notification.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal('Notification', notification);
  const container = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    controller: null,
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  /** The browser changes or drops its push subscription by itself. */
  const renew = async (how: 'changed' | 'dropped') => {
    endpoint = 'https://push.test/2';
    subscription = null;
    if (how === 'changed') await subscribe({});
  };
  return { subscribe, renew };
}

afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

const openClub = (replies = createServer()) => open(`/club/${club.id}`, { user: basic, replies });
const button = (name = 'Avísame de CD Sauce') => screen.findByRole('button', { name });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Te avisaremos' }));

async function press(user: ReturnType<typeof open>['user'], name?: string) {
  await waitFor(async () => expect((await button(name)).hasAttribute('disabled')).toBe(false));
  await user.click(await button(name));
}

describe('Avísame', () => {
  test('[D-ALERT-1] leads a visitor to the login and back', async () => {
    open(`/club/${club.id}`, { replies: createServer() });
    const link = await screen.findByRole('link', { name: 'Avísame' });
    expect(link.getAttribute('href')).toBe(`/login?redirectTo=${encodeURIComponent(`/club/${club.id}`)}`);
  });

  test('[D-ALERT-1] follows a club and unfollows it', async () => {
    const { user } = openClub();
    await press(user);
    expect((await button('Te avisamos de CD Sauce')).getAttribute('aria-pressed')).toBe('true');
    expect((await dialog()).getByText(/^Este navegador no tiene notificaciones/)).toBeDefined();
    await user.click((await dialog()).getByRole('button', { name: 'Listo' }));
    expect(callsTo(follow)).toHaveLength(1);
    await press(user, 'Te avisamos de CD Sauce');
    expect((await button()).getAttribute('aria-pressed')).toBe('false');
    await waitFor(() => expect(callsTo(leave)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('[D-ALERT-1] rolls back a failed change', async () => {
    const { user } = openClub(createServer({ [follow]: errorAnswer('ALR4090', 'Ya sigues todo') }));
    await press(user);
    expect(await screen.findByText('Ya sigues todo')).toBeDefined();
    await button();
  });

  test('[D-ALERT-2] turns notifications of this browser on and off', async () => {
    const { subscribe } = mockBrowser('default', 'granted');
    const { user } = openClub();
    await press(user);
    await user.click(await (await dialog()).findByRole('button', { name: 'Activar en este dispositivo' }));
    expect(await (await dialog()).findByText('Te avisamos en este dispositivo.')).toBeDefined();
    expect(subscribe.mock.calls[0]?.[0]).toEqual({ userVisibleOnly: true, applicationServerKey: 'server-key' });
    expect(callsTo('PUT /users/me/alerts/devices').at(-1)?.body).toEqual({
      endpoint: 'https://push.test/1',
      keys: { p256dh: 'p', auth: 'a' },
    });
    await user.click(await (await dialog()).findByRole('button', { name: 'Desactivar aquí' }));
    expect(await (await dialog()).findByText(/todavía no te llegan/)).toBeDefined();
    expect(callsTo(`DELETE /users/me/alerts/devices/${id('device')}`).length).toBeGreaterThan(0);
  });

  test.each([
    ['blocked from now on', 'default', 'denied'],
    ['blocked before', 'denied', 'denied'],
  ] as const)('[D-ALERT-2] %s explains what to do in the browser', async (_, before, answer) => {
    const { subscribe } = mockBrowser(before, answer);
    const { user } = openClub();
    await press(user);
    if (before === 'default')
      await user.click(await (await dialog()).findByRole('button', { name: 'Activar en este dispositivo' }));
    expect(await (await dialog()).findByText(/^Has bloqueado las notificaciones/)).toBeDefined();
    expect(subscribe).not.toHaveBeenCalled();
  });

  test.each(['changed', 'dropped'] as const)(
    '[D-ALERT-2] registers a browser again at the next visit when its subscription was %s',
    async (how) => {
      const { renew } = mockBrowser('granted');
      const replies = createServer();
      const first = openClub(replies);
      await press(first.user);
      await first.user.click(await (await dialog()).findByRole('button', { name: 'Activar en este dispositivo' }));
      await waitFor(() => expect(callsTo('PUT /users/me/alerts/devices')).toHaveLength(1));
      first.unmount();
      await renew(how);
      openClub(replies);
      await waitFor(() => expect(callsTo('PUT /users/me/alerts/devices')).toHaveLength(2));
      expect(callsTo('PUT /users/me/alerts/devices')[1]?.body).toMatchObject({ endpoint: 'https://push.test/2' });
      await waitFor(() => expect(callsTo(`DELETE /users/me/alerts/devices/${id('device')}`)).toHaveLength(1));
    },
  );

  test('[D-ALERT-2] asks to add the app to the home screen first on an iPhone', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    const { user } = openClub();
    await press(user);
    expect(await (await dialog()).findByText(/«Añadir a pantalla de inicio»/)).toBeDefined();
  });
});

test('[D-ALERT-1] edits the alert kinds and the email setting in the account', async () => {
  const { user } = open('/profile/avisos', { user: basic, replies: createServer() });
  const alerts = within(await screen.findByRole('region', { name: 'Avisos' }));
  const box = (name: RegExp | string) => alerts.findByRole<HTMLInputElement>('checkbox', { name });
  expect([(await box('El comienzo')).checked, (await box('El final')).checked]).toEqual([true, false]);
  for (const name of ['Que ya se puede ver', 'Los cambios de hora y las cancelaciones', /^Los goles/]) await box(name);
  const getLastBody = () => callsTo('PATCH /users/me/alerts').at(-1)?.body;
  await user.click(await box('El final'));
  await waitFor(() => expect(getLastBody()).toEqual({ kinds: ['STARTS', 'GOALS', 'ENDS'] }));
  await user.click(await box('El comienzo'));
  await waitFor(() => expect(getLastBody()).toEqual({ kinds: ['GOALS', 'ENDS'] }));
  await user.click(await box(/^Por email/));
  await waitFor(() => expect(getLastBody()).toEqual({ mail: false }));
});

describe('the unsubscribe link', () => {
  const key = 'POST /public/alerts/unsubscribe/some.token';

  const leave = async ({ user }: ReturnType<typeof open>) =>
    user.click(await screen.findByRole('button', { name: 'No quiero más avisos por email' }));

  test('[D-ALERT-1] works with one button and without a login, and not by a mail scanner', async () => {
    const page = open('/avisos/baja?token=some.token', { replies: { [key]: {} } });
    await screen.findByRole('button', { name: 'No quiero más avisos por email' });
    expect(callsTo(key)).toEqual([]);
    await leave(page);
    expect(await screen.findByRole('heading', { name: 'No te enviaremos más avisos por email' })).toBeDefined();
    expect(callsTo(key)).toHaveLength(1);
  });

  test('[D-ALERT-1] reports an invalid token', async () => {
    const page = open('/avisos/baja?token=some.token', { replies: { [key]: errorAnswer('NWS4000') } });
    await leave(page);
    expect(await screen.findByText('El enlace no es válido o ha caducado.')).toBeDefined();
  });
});
