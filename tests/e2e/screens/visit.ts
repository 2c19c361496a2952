/** Visits to a product that runs somewhere, with its demo league: for pictures, films and counts, not for tests. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { demoPassword } from '../../../infra/local/config.ts';
import { findChromium } from '../../support/machine.ts';

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (await findChromium()),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
}

/** A new browser of somebody who has refused the cookies; with an email, logged in by the form. */
export async function visit(
  browser: Browser,
  address: string,
  { email, ...options }: BrowserContextOptions & { email?: string | undefined },
): Promise<Page> {
  const context = await browser.newContext({
    ...{ locale: 'es-ES', timezoneId: 'Europe/Madrid', colorScheme: 'dark', baseURL: address },
    ...options,
  });
  await context.addInitScript(() => localStorage.setItem('cantera:cookies-accepted', 'false'));
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

/** Ends the visit as people do, by another page: whoever watches frees the one stream that they may have. */
export async function leave(page: Page): Promise<void> {
  const home = page.getByRole('link', { name: 'Cantera TV, inicio' }).first();
  await home.click({ timeout: 3_000 }).catch(() => undefined);
  // Time for the word that it is over.
  await page.waitForTimeout(1_000);
  await page.context().close();
}

/** What the address answers, as JSON; with a token, to its owner. */
export async function ask<Data>(address: string, path: string, token?: string): Promise<Data> {
  const answer = await fetch(`${address}/api${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  if (!answer.ok) throw new Error(`${address}/api${path} answers ${answer.status}`);
  return ((await answer.json()) as { data: Data }).data;
}

/** The page has come to rest: nothing loads any more, or only what never ends. */
export async function rests(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
}

/** The home page of who has answered what it asks the first time. */
export async function settleIn(page: Page): Promise<void> {
  await page.goto('/home');
  await rests(page);
  const refusal = page.getByRole('button', { name: 'No tengo club' });
  if (await refusal.count()) await refusal.click();
}
