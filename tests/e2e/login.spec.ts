/** Login, guards and sessions against the real API: what is said, where it leads, how long it lasts, how it ends. */
import type { Page } from '@playwright/test';
import { ulid } from 'ulid';
import { addresses, clubId, person } from './support/platform.ts';
import { expect, keepSession, long, test } from './support/test.ts';

const password = 'una-clave-larga';

async function logIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Email o identificador de usuario').fill(username);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(secret);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
}

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

test('[A-LOGIN-1][A-LOGIN-2][A-LOGIN-3][A-LOGIN-14] the page has its fields, its links and the notices of its address', async ({
  page,
}) => {
  await page.goto('/login?source=signup');
  await expect(page.getByText('Cuenta creada con éxito. Ya puedes iniciar sesión.')).toBeVisible();
  await expect(page.getByLabel('Recordarme en este dispositivo')).not.toBeChecked();
  await expect(page.getByRole('link', { name: 'Regístrate' })).toHaveAttribute('href', /^\/signup/);
  await expect(page.getByRole('link', { name: '¿Has olvidado tu contraseña?' })).toHaveAttribute(
    'href',
    '/recordar-contrasena',
  );
  await page.goto('/login?error=PYM4001');
  await expect(alert(page)).toHaveText('Ya has pagado por este producto');
  await page.goto('/login?error=%3Cb%3Ehola%3C/b%3E');
  await expect(alert(page)).toHaveText('Algo salió mal. Intenta de nuevo en un rato');
  await expect(page.getByText('hola')).toHaveCount(0);
});

test('[A-LOGIN-4][A-LOGIN-5][A-LOGIN-16][A-LOGIN-9] what is missing or wrong is said; only a complete form is sent', async ({
  page,
}) => {
  const sent: unknown[] = [];
  page.on('request', (call) => call.url().endsWith('/session/login') && sent.push(call.postDataJSON()));
  const { user } = await person('REGULAR_BASIC', { password });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(alert(page)).toHaveText('Introduce tu email');
  await page.getByLabel('Email o identificador de usuario').fill(user.email);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(alert(page)).toHaveText('Introduce tu contraseña');
  expect(sent).toEqual([]);

  await logIn(page, user.email, 'otra-cosa');
  await expect(alert(page)).toHaveText('Usuario / Contraseña incorrectos');
  await logIn(page, 'nadie@cantera.test');
  await expect(alert(page)).toHaveText('Usuario / Contraseña incorrectos');
  expect(sent[0]).toMatchObject({ username: user.email, password: 'otra-cosa', platform: 'web', remember: false });
  expect(sent[0]).toHaveProperty('captchaToken', expect.stringMatching(/^[\w-]{64}$/));

  await logIn(page, user.email);
  await expect(page).toHaveURL('/home');
});

test(
  '[A-LOGIN-13][A-LOGIN-15][A-LOGIN-18][A-LOGIN-19] ended partner subscriptions, disabled accounts and user ids',
  long,
  async ({ page }) => {
    const partnerSubscription = { from: '2024-09-01T00:00:00.000Z', to: '2025-06-30T00:00:00.000Z' };
    const externalId = `cliente-${ulid().toLowerCase()}`;
    await person('REGULAR_BASIC', { password, externalId, partnerSubscription });
    const { user: disabled } = await person('REGULAR_BASIC', { password, disabled: true });
    const active = `cliente-${ulid().toLowerCase()}`;
    await person('REGULAR_SUBSCRIBER', { password, externalId: active });

    await page.goto('/login');
    await logIn(page, externalId);
    await expect(alert(page)).toHaveText('Usuario sin suscripción');
    await expect(page.getByRole('button', { name: 'Entrar y suscribirme' })).toBeVisible();
    await logIn(page, disabled.email);
    await expect(alert(page)).toHaveText('El usuario está dado de baja');
    await logIn(page, active);
    await expect(page).toHaveURL('/home');
  },
);

test(
  '[A-LOGIN-6][A-LOGIN-7][A-LOGIN-17] a captcha that fails and a server in trouble say so',
  long,
  async ({ page }) => {
    const { user } = await person('REGULAR_BASIC', { password });
    await page.route('**/recaptcha/api.js*', (route) => route.abort());
    await page.goto('/login');
    await logIn(page, user.email);
    await expect(alert(page)).toHaveText('El servicio reCAPTCHA no está listo. Inténtalo de nuevo.');
    await page.unroute('**/recaptcha/api.js*');

    await page.route('**/recaptcha/api/token', (route) => route.abort());
    await logIn(page, user.email);
    await expect(alert(page)).toHaveText('No se pudo verificar reCAPTCHA. Inténtalo de nuevo.');
    await page.unroute('**/recaptcha/api/token');

    const answer = (status: number, body: object) =>
      page.route('**/session/login', (route) => route.fulfill({ status, json: body }), { times: 1 });
    await answer(503, { code: 'REQ5030', message: 'El servicio está ocupado. Intenta de nuevo en un momento.' });
    await logIn(page, user.email);
    await expect(alert(page)).toHaveText('El servicio está ocupado. Intenta de nuevo en un momento.');
    await answer(500, {});
    await logIn(page, user.email);
    await expect(alert(page)).toHaveText('Algo salió mal. Intenta de nuevo en un rato');

    await logIn(page, user.email, 'falsa');
    await expect(alert(page)).toHaveText('Usuario / Contraseña incorrectos');
    // After too many of them none is even looked at, and the page says what else there is to do.
    await expect(async () => {
      await logIn(page, user.email, 'falsa');
      await expect(alert(page)).toHaveText(/^Demasiados intentos fallidos.*olvidado tu contraseña/, { timeout: 5000 });
    }).toPass();
  },
);

test(
  '[A-LOGIN-10][A-LOGIN-11][A-LOGIN-12][A-GUARD-1][A-GUARD-3][A-GUARD-5] it leads where the person wanted to go, and never elsewhere',
  long,
  async ({ page }) => {
    const { user: admin } = await person('ADMIN', { password });
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

    for (const elsewhere of ['https://example.com/', '//example.com', '/\\example.com', 'javascript:alert(1)']) {
      await page.goto(`/login?redirectTo=${encodeURIComponent(elsewhere)}`);
      await logIn(page, admin.email);
      await expect(page).toHaveURL('/home');
    }
  },
);

test('[A-GUARD-3][A-GUARD-6][A-API-1] viewers and club staff stay out of what is not theirs, on the screen and in the API', async ({
  page,
  logInAs,
  device,
}) => {
  await logInAs('REGULAR_SUBSCRIBER');
  await page.goto('/vods/manage');
  await expect(page).toHaveURL('/login');

  const staff = await person('CLUB_STAFF', { clubId: clubId(0) });
  const other = await device(staff);
  await other.goto('/cameras/manage');
  await expect(other).toHaveURL('/vods/manage');
  const headers = { authorization: `Bearer ${staff.token}` };
  expect((await other.request.get(`${addresses.api}/live/cameras`, { headers })).status()).toBe(403);
  expect((await other.request.get(`${addresses.api}/live/cameras`)).status()).toBe(401);
});

test(
  '[A-SESS-2][A-SESS-3][A-SESS-11][A-SESS-12][A-SESS-13] the session lasts a day, with the box 7 or 365',
  long,
  async ({ page, device }) => {
    const lifetime = async (role: Parameters<typeof person>[0], remember: boolean) => {
      const { user } = await person(role, { password, ...(role === 'CLUB_STAFF' ? { clubId: clubId(0) } : {}) });
      const own = await device();
      await own.goto('/login');
      if (remember) await own.getByLabel('Recordarme en este dispositivo').check();
      await logIn(own, user.email);
      await expect(own).toHaveURL('/home');
      await own.reload();
      await expect(own.getByRole('button', { name: 'Cerrar Sesión' }).first()).toBeVisible();
      const cookies = await own.context().cookies();
      const days = (name: string) => {
        const cookie = cookies.find((one) => one.name === name);
        return cookie && Math.round((cookie.expires - Date.now() / 1000) / 86_400);
      };
      await own.context().close();
      return { session: days('cantera-session'), staff: days('cantera-club-staff') };
    };
    expect(await lifetime('REGULAR_BASIC', false)).toEqual({ session: 1, staff: undefined });
    expect(await lifetime('REGULAR_BASIC', true)).toEqual({ session: 365, staff: undefined });
    expect(await lifetime('ADMIN', true)).toEqual({ session: 7, staff: undefined });
    expect(await lifetime('CLUB_STAFF', true)).toEqual({ session: 365, staff: 365 });
    expect(page.url()).toBe('about:blank');
  },
);

test(
  '[A-SESS-5][A-SESS-6][A-SHELL-14][A-API-2] logging out ends the session here and on the server, also without an answer',
  long,
  async ({ page, logInAs }) => {
    const { token } = await logInAs('REGULAR_BASIC');
    const own = () => page.request.get(`${addresses.api}/users/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await own()).status()).toBe(200);
    await page.goto('/futbol');
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/(home)?$/);
    await expect.poll(() => page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('cantera:user'))).toBeNull();
    // The screen does not wait for the server's answer.
    await expect.poll(async () => (await own()).status()).toBe(401);

    const admin = await person('ADMIN');
    await keepSession(page.context(), admin);
    const calls: string[] = [];
    await page.route('**/session/logout', async (route) => {
      calls.push(new URL(route.request().url()).pathname);
      await route.abort();
    });
    await page.goto('/futbol');
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible();
    await expect.poll(() => page.context().cookies()).toEqual([]);
    await expect.poll(() => calls).toEqual(['/api/live/session/logout']);
  },
);

test('[A-SESS-5] whoever has no password is asked before they log out; Escape leads back to the button', async ({
  page,
}) => {
  await keepSession(page.context(), await person('REGULAR_BASIC', { withoutPassword: true }));
  await page.goto('/futbol');
  const button = page.getByRole('button', { name: 'Cerrar Sesión' });
  const dialog = page.getByRole('dialog', { name: 'Para volver a entrar necesitarás una contraseña' });
  // As a keyboard does.
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Enviarme un enlace para elegir contraseña' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Salir de todos modos' }).click();
  await expect.poll(() => page.context().cookies()).toEqual([]);
});

test('[A-SESS-7][A-SESS-8][A-SESS-14] a session that the server no longer knows ends when the page is opened', async ({
  page,
  logInAs,
}) => {
  const { token } = await logInAs('REGULAR_BASIC');
  await page.goto('/futbol');
  await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible();
  await page.request.get(`${addresses.api}/session/logout`, { headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible();
  await expect.poll(() => page.context().cookies()).toEqual([]);
});
