/** The flows of the user tasks, from the pages where users begin, using only what is visible. */
import type { Page } from '@playwright/test';
import { expect } from '../support/expect.ts';
import { expectPlaying } from '../support/player.ts';
import { type InputDevice, UserActions } from './user-actions.ts';

export type Who = 'visitor' | 'subscriber' | 'staff' | 'admin';

/** Records that the flows search for. */
export interface Scene {
  match: { title: string; eventId: string; momentSeconds: number };
  /** A match of the staff's club without a recording, and a video file for it. */
  filmed: { title: string; path: string };
  /** A camera on air, and the advice that its encoder gets. */
  camera: { slug: string; advice: string };
  /** A match of last Saturday, and words that a parent remembers. */
  saturday: { title: string; words: string };
  /** A public clip of a paid match. */
  clip: { path: string };
  /** An email without an account. */
  newEmail: () => string;
}

export interface Flow {
  name: string;
  who: Who;
  start: (scene: Scene) => string;
  /** True for a task that people also do on a television. */
  onTelevision?: true;
  /** Gives the user the account that the task needs; its steps are not counted. */
  prepare?: (page: Page, scene: Scene) => Promise<void>;
  /** Resolves when the screen shows the user's goal. */
  go: (user: UserActions, scene: Scene) => Promise<void>;
}

export const flows = {
  find: {
    name: "Find my child's match",
    onTelevision: true,
    who: 'visitor',
    start: () => '/',
    async go(user, { match }) {
      const { page } = user;
      await user.tap(page.getByRole('link', { name: 'Buscar', exact: true }));
      await user.type(page.getByRole('searchbox'), match.title.split(' – ')[0] ?? '');
      await user.tap(
        page.getByRole('region', { name: 'Partidos' }).getByRole('link').filter({ hasText: match.title }).first(),
      );
      // The score stands between the clubs.
      const [home = '', away = ''] = match.title.split(' – ').map(RegExp.escape);
      await page.getByRole('heading', { level: 1, name: new RegExp(`${home}.*${away}`) }).waitFor();
    },
  },
  buy: { name: 'Buy it', who: 'visitor', start: ({ match }) => `/evento/${match.eventId}`, go: buyByEmail },
  saturday: {
    name: "Find last Saturday's match of a category",
    onTelevision: true,
    who: 'visitor',
    start: () => '/home',
    async go(user, { saturday }) {
      const { page } = user;
      await user.tap(page.getByRole('link', { name: 'Buscar', exact: true }));
      await user.type(page.getByRole('searchbox'), saturday.words);
      await user.tap(
        page.getByRole('region', { name: 'Partidos' }).getByRole('link').filter({ hasText: saturday.title }).first(),
      );
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  table: {
    name: "See a league's table",
    onTelevision: true,
    who: 'visitor',
    start: () => '/home',
    async go(user) {
      const { page } = user;
      await user.tap(page.getByRole('link', { name: 'Partidos', exact: true }));
      await user.tap(
        page
          .getByRole('main')
          .getByRole('link', { name: /^Clasificación de Liga/ })
          .first(),
      );
      await page.getByRole('table').waitFor();
    },
  },
  clip: {
    name: 'Buy a match from the end of its clip',
    who: 'visitor',
    start: ({ clip }) => clip.path,
    go: buyByEmail,
  },
  slow: {
    name: 'Buy it from its clip on a slow line',
    who: 'visitor',
    start: ({ clip }) => clip.path,
    prepare: slowDown,
    go: buyByEmail,
  },
  account: {
    name: 'Buy it, with a full account',
    who: 'visitor',
    start: ({ match }) => `/evento/${match.eventId}`,
    async go(user, { newEmail }) {
      const { page } = user;
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await user.tap(page.getByRole('link', { name: 'Prefiero crear mi cuenta completa' }));
      await user.type(page.getByLabel('Nombre'), 'Marta');
      await user.type(page.getByLabel('Apellidos'), 'Ruiz');
      await user.type(page.getByLabel(/^Email/), newEmail());
      await user.tick(page.getByLabel('Sin preferencia'));
      await user.tap(button('Continuar'));
      await user.type(page.getByLabel('Teléfono'), '612345678');
      await user.type(page.getByLabel('DNI, NIE o CIF'), '12345678Z');
      await user.type(page.getByLabel('Calle y número'), 'Calle Mayor, 1');
      await user.type(page.getByLabel('Municipio'), 'Murcia');
      await user.type(page.getByLabel('Código postal'), '30001');
      await user.tap(button('Continuar'));
      await user.type(page.getByLabel(/^Contraseña/), 'una-clave-larga');
      await user.type(page.getByLabel(/^Repite la contraseña/), 'una-clave-larga');
      await user.tick(page.getByLabel(/^Acepto los/));
      await user.tap(button('Ir al pago'));
      await user.tap(button('Iniciar Sesión'));
      await user.tick(page.getByLabel(/^Quiero verlo ya/));
      await user.tap(button('Ir al pago'));
      await user.tap(button('Pagar'));
      await expectPlaying(page);
    },
  },
  goal: {
    name: 'Watch the first goal',
    onTelevision: true,
    who: 'subscriber',
    start: () => '/home',
    async go(user, { match }) {
      const { page } = user;
      await user.tap(findCard(page, match.title));
      await user.tap(page.getByRole('region', { name: 'Momentos' }).getByRole('listitem').getByRole('button').first());
      await expectPlaying(page);
      const place = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
      await expect.poll(place).toBeGreaterThan(match.momentSeconds - 0.5);
    },
  },
  publish: {
    name: 'Publish a match',
    who: 'staff',
    start: () => '/home',
    async go(user, { filmed }) {
      const { page } = user;
      await user.tap(page.getByRole('link', { name: 'Mi Club', exact: true }));
      await user.tap(page.getByRole('link', { name: 'Subir Video' }));
      await user.attach(page.getByLabel('Archivo de video'), filmed.path);
      await user.choose(page.getByLabel('Evento deportivo'), filmed.title);
      await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue(filmed.title);
      await user.tap(page.getByRole('button', { name: 'Subir Video' }));
      await page.getByText('Video subido correctamente').first().waitFor();
    },
  },
  camera: {
    name: 'See what is wrong with a camera',
    who: 'admin',
    start: () => '/hoy',
    async go(user, { camera }) {
      const { page } = user;
      await user.tap(page.getByRole('main').getByRole('link').filter({ hasText: camera.slug }));
      await page.getByRole('region', { name: 'Señal ahora' }).getByText(camera.advice).waitFor();
    },
  },
  leave: {
    name: 'Leave the subscription',
    who: 'visitor',
    start: () => '/profile',
    prepare: subscribe,
    async go(user) {
      const { page } = user;
      await user.tap(page.getByRole('button', { name: 'Gestionar la suscripción' }));
      await user.tap(page.getByRole('button', { name: 'Cancelar la suscripción' }));
      await user.tap(page.getByRole('link', { name: 'Volver a Cantera TV' }));
      await page.getByText(/^Has cancelado\. Lo verás todo hasta el /).waitFor({ timeout: 5_000 });
    },
  },
  create: {
    name: 'Create a match',
    who: 'staff',
    start: () => '/sportevents/create',
    async go(user) {
      const { page } = user;
      await user.type(page.getByRole('textbox', { name: 'Rival' }), 'Peña Norte');
      await user.type(page.getByRole('textbox', { name: 'Inicio' }), `${toDay(Date.now() + 7 * 86_400_000)}T12:00`);
      await user.tap(page.getByRole('button', { name: 'Crear Evento' }));
      await page.getByText('Evento creado correctamente').first().waitFor();
    },
  },
} satisfies Record<string, Flow>;

const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Milliseconds for one step of the purchase on a slow line. */
const slowLimitMs = 60_000;

async function buyByEmail(user: UserActions, { newEmail }: Scene): Promise<void> {
  const { page } = user;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await user.tap(page.getByRole('link', { name: /^Ver por 1,99/ }).first());
  await user.type(page.getByLabel(/^Email/), newEmail());
  await user.tick(page.getByLabel(/^Quiero verlo ya/));
  await user.tap(button('Pagar 1,99 €'));
  const refusal = page.getByRole('alert');
  await expect(button('Pagar').or(refusal)).toBeVisible({ timeout: slowLimitMs });
  await expect(refusal).toHaveCount(0);
  await user.tap(button('Pagar'));
  await expectPlaying(page, slowLimitMs);
}

/** Milliseconds that the captcha's script of 450 KB needs on the slow line; the emulator's is small. */
const captchaMs = 7_000;

/** Throttles the network to a phone's with one bar: 500 kbit/s and 400 ms. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const slow = { offline: false, latency: 400, downloadThroughput: 62_500, uploadThroughput: 31_250 };
  await session.send('Network.emulateNetworkConditions', slow);
  await page.route('**/recaptcha/api.js?*', async (route) => {
    await page.waitForTimeout(captchaMs);
    await route.continue();
  });
}

/** Buys a match, which creates an account, and subscribes with it. */
async function subscribe(page: Page, scene: Scene): Promise<void> {
  await page.goto(flows.buy.start(scene));
  await flows.buy.go(new UserActions(page, 'mouse'), scene);
  const paymentLink = await page.evaluate(async () => {
    const [, cookie = ''] = /cantera-session=([^;]+)/.exec(document.cookie) ?? [];
    const { token } = JSON.parse(decodeURIComponent(cookie)) as { token: string };
    const answer = await fetch('/api/payments/stripe', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        productType: 'PT_MONTHLY',
        consent: 'MES-1',
        callbackUrl: `${location.origin}/payment-success`,
      }),
    });
    return ((await answer.json()) as { data: { paymentLink: string } }).data.paymentLink;
  });
  await page.goto(paymentLink);
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/pay/'));
  await page.goto('/profile');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^Se renueva el /)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

export interface FlowResult {
  taps: number;
  fields: number;
  /** Taps and fields; with keyboard only, keys and fields. */
  steps: number;
  seconds: number;
}

/** `page` belongs to a user with access. Seconds include the machine's time, but not time to think or type. */
export async function runFlow(flow: Flow, device: InputDevice, page: Page, scene: Scene): Promise<FlowResult> {
  await flow.prepare?.(page, scene);
  await page.goto(flow.start(scene));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const user = new UserActions(page, device);
  const begun = performance.now();
  await flow.go(user, scene);
  const { taps, fields, steps } = user;
  return { taps, fields, steps, seconds: Math.round((performance.now() - begun) / 100) / 10 };
}

/** Finds a match's card, not that of its summary, whose title contains the match's. */
const findCard = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .first();
