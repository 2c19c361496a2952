/** Visits to a running product with its demo league: for pictures, films and counts, not for tests. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { demoPassword } from '../../../infra/local/config.ts';
import { findChromium } from '../../support/machine.ts';

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (await findChromium()),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
}

/** Opens a browser context with cookies refused; with an email, logged in by the form. */
export async function visit(
  browser: Browser,
  address: string,
  { email, ...options }: BrowserContextOptions & { email?: string | undefined },
): Promise<Page> {
  const context = await browser.newContext({
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    colorScheme: 'dark',
    baseURL: address,
    ...options,
  });
  await context.addInitScript(() => localStorage.setItem('cantera:cookies-accepted', 'false'));
  // The notice of `npm start` is about this machine.
  await context.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), notice: '' } });
  });
  const page = await context.newPage();
  if (email) {
    await page.goto('/login');
    await page.getByLabel('Email o identificador de usuario').fill(email);
    await page.getByRole('textbox', { name: 'Contraseña' }).fill(demoPassword);
    await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
    await page.waitForURL(({ pathname }) => pathname !== '/login');
  }
  return page;
}

/** Ends the visit by opening another page, which frees the user's stream. */
export async function leave(page: Page): Promise<void> {
  const home = page.getByRole('link', { name: 'Cantera TV, inicio' }).first();
  await home.click({ timeout: 3_000 }).catch(() => undefined);
  // The request that frees the stream needs time.
  await page.waitForTimeout(1_000);
  await page.context().close();
}

export interface Change {
  method: 'POST' | 'PATCH';
  body: object;
}

export async function callApi<Data>(address: string, path: string, token?: string, change?: Change): Promise<Data> {
  const answer = await fetch(`${address}/api${path}`, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(change && { 'content-type': 'application/json' }),
    },
    ...(change && { method: change.method, body: JSON.stringify(change.body) }),
  });
  if (!answer.ok) throw new Error(`${address}/api${path} answers ${answer.status}`);
  return ((await answer.json()) as { data: Data }).data;
}

/** Waits until nothing loads any more, or only endless requests. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
}
