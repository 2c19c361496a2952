/** Login, guards and sessions against the real API: messages, redirects, lifetime and end. */
import type { Page } from '@playwright/test';
import { addresses, createPerson } from './support/platform.ts';
import { expect, nightly, test } from './support/test.ts';

const password = 'una-clave-larga';

async function logIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Email o identificador de usuario').fill(username);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(secret);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
}

test('[A-LOGIN-10][A-LOGIN-11][A-LOGIN-12][A-GUARD-1][A-GUARD-3][A-GUARD-5] a login returns to the requested page, and never to another site', async ({
  page,
}) => {
  const { user: admin } = await createPerson('ADMIN', { password });
  await page.goto('/clubes');
  await page.goto('/sportevents/manage?page=1');
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(page).toHaveURL('/clubes');
  await page.goForward();
  await logIn(page, admin.email);
  await expect(page).toHaveURL('/sportevents/manage?page=1');

  await page.goto('/login?redirectTo=/futbol&showPurchaseBanner=true');
  await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible();
  await logIn(page, admin.email);
  await expect(page).toHaveURL('/futbol?showPurchaseBanner=true');

  // A browser reads the backslash as a slash.
  await page.goto(`/login?redirectTo=${encodeURIComponent('/\\example.com')}`);
  await logIn(page, admin.email);
  await expect(page).toHaveURL('/home');
});

test(
  '[A-SESS-12] a session lasts a year also where a browser keeps the cookies of scripts for seven days',
  nightly,
  async ({ page }) => {
    await page.addInitScript(() => {
      const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
      Object.defineProperty(document, 'cookie', {
        get: () => own?.get?.call(document),
        set: (text: string) =>
          own?.set?.call(
            document,
            text.replace(/Max-Age=(\d+)/, (_, seconds) => `Max-Age=${Math.min(Number(seconds), 604_800)}`),
          ),
      });
    });
    const { user } = await createPerson('REGULAR_SUBSCRIBER', { password });
    await page.goto('/login');
    await page.getByLabel('Recordar').check();
    await logIn(page, user.email);
    await expect(page).toHaveURL('/home');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible();
    const [session] = await page.context().cookies();
    const days = ((session?.expires ?? 0) - (await page.evaluate(() => Date.now())) / 1000) / 86_400;
    expect(days).toBeGreaterThan(364);
  },
);

test('[A-SESS-5] applies a logout and a login in one tab to the others @ci', async ({ page, logInAs }) => {
  await logInAs('REGULAR_BASIC');
  const other = await page.context().newPage();
  await page.goto('/futbol');
  await other.goto('/clubes');
  await expect(other.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(other.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible();

  const { user } = await createPerson('REGULAR_SUBSCRIBER', { password, name: 'Lucía' });
  await page.goto('/login');
  await logIn(page, user.email);
  await expect(other.getByRole('link', { name: 'Lucía' })).toBeVisible();
});

test('[A-SESS-5][A-SESS-6][A-SHELL-14][A-API-2] a logout ends the session here and on the server', async ({
  page,
  logInAs,
}) => {
  const { token } = await logInAs('REGULAR_BASIC');
  const requestOwnData = () =>
    page.request.get(`${addresses.api}/users/me`, { headers: { authorization: `Bearer ${token}` } });
  expect((await requestOwnData()).status()).toBe(200);
  await page.goto('/futbol');
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/(home)?$/);
  await expect.poll(() => page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('cantera:user'))).toBeNull();
  // The page logs out before the server answers.
  await expect.poll(async () => (await requestOwnData()).status()).toBe(401);
});
