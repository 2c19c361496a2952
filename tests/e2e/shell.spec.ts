/** The frame around every page: navigation bar, mobile menu, footer, cookie banner, 404. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { clubId, person, vods } from './support/platform.ts';
import { phone, setTextSize } from './support/screens.ts';
import { boxOf } from './support/settled.ts';
import { expect, long, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('banner');
const has = async (page: Page, names: string[], missing: string[]) => {
  for (const name of names) {
    // To the ear the blog's entry also says that it opens in another tab.
    const entry = name === 'Blog' ? /^Blog/ : new RegExp(`^${name}$`);
    await expect(bar(page).getByText(entry).first()).toBeVisible();
  }
  for (const name of missing) await expect(bar(page).getByText(name, { exact: true })).toHaveCount(0);
};

test(
  '[A-SHELL-1][A-SHELL-3][A-SHELL-4] a visitor sees the public entries, and each leads to its page',
  long,
  async ({ page }) => {
    await page.goto('/futbol');
    await has(
      page,
      ['Calendario', 'Clubes', 'Contenido', 'Blog', 'Iniciar Sesión', 'Registrarse'],
      ['Home', 'Fútbol', 'Cerrar Sesión', 'Admin', 'Mi Stream'],
    );
    const targets = {
      Calendario: '/calendario',
      Clubes: '/clubes',
      Contenido: '/contenido',
      'Iniciar Sesión': '/login',
      Registrarse: '/signup',
    };
    for (const [name, path] of Object.entries(targets)) {
      await expect(bar(page).getByRole('link', { name, exact: true }).first()).toHaveAttribute('href', path);
    }
    await expect(bar(page).getByRole('link', { name: /^Blog/ })).toHaveAttribute('target', '_blank');
  },
);

test(
  '[A-SHELL-2][A-SHELL-3][A-SHELL-7][A-SHELL-10] a viewer sees home, football and the own name',
  long,
  async ({ page, logInAs }) => {
    await logInAs('REGULAR_BASIC', { name: 'Lola' });
    await page.goto('/clubes');
    await has(
      page,
      ['Home', 'Fútbol', 'Calendario', 'Clubes', 'Contenido', 'Blog', 'Lola', 'Cerrar Sesión'],
      ['Iniciar Sesión', 'Registrarse', 'Admin', 'Mi Club', 'Mi Stream'],
    );
    await expect(bar(page).getByRole('link', { name: 'Lola' })).toHaveAttribute('href', '/profile');
    await bar(page).getByRole('link', { name: 'Fútbol' }).click();
    await expect(page).toHaveURL('/futbol');
    await bar(page).getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL('/home');
  },
);

test('[A-SHELL-7][A-SHELL-8][A-SHELL-9][A-SHELL-11] staff reach the back-office, each in their own way', async ({
  device,
}) => {
  const admin = await device(await person('ADMIN', { name: 'Carmen' }));
  await admin.goto('/futbol');
  await has(admin, ['Admin', 'Mi Stream'], ['Mi Club', 'Carmen']);
  await expect(bar(admin).getByRole('link', { name: 'Mi Stream' })).toHaveAttribute('href', '/live-profile');
  await bar(admin).getByRole('link', { name: 'Admin' }).click();
  await expect(admin).toHaveURL('/vods/manage');

  const staff = await device(await person('CLUB_STAFF', { name: 'Toni', clubId: clubId(0) }));
  await staff.goto('/futbol');
  await has(staff, ['Mi Club', 'Toni'], ['Admin', 'Mi Stream']);
  await expect(bar(staff).getByRole('link', { name: 'Toni' })).toHaveAttribute('href', '/profile');
  await bar(staff).getByRole('link', { name: 'Mi Club' }).click();
  await expect(staff).toHaveURL('/vods/manage');
});

test('[A-SHELL-12][A-SHELL-13] a subscription in trouble is marked', long, async ({ page, logInAs }) => {
  const past = { provider: 'stripe' as const, from: '2024-09-01T00:00:00.000Z', to: '2025-06-30T00:00:00.000Z' };
  await logInAs('REGULAR_SUBSCRIBER', { subscription: past });
  await page.goto('/futbol');
  await expect(bar(page).getByRole('img', { name: 'Problema de suscripción' })).toBeVisible();
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(page.getByRole('link', { name: 'Problema de suscripción' })).toHaveAttribute('href', '/profile');
});

test('[A-SHELL-5][A-SHELL-6][A-SHELL-9] the mobile menu opens, lists more and closes', async ({
  page,
  logInAs,
  device,
}) => {
  await logInAs('REGULAR_BASIC');
  await page.setViewportSize(phone);
  await page.goto('/futbol');
  const menu = page.getByRole('navigation', { name: 'Menú' });
  await expect(menu).toHaveCount(0);
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(menu.getByRole('link', { name: 'Baloncesto' })).toHaveAttribute('href', '/baloncesto');
  await expect(menu.getByRole('link', { name: 'Perfil' })).toHaveAttribute('href', '/profile');
  await expect(menu.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar menú' }).click();
  await expect(menu).toHaveCount(0);

  const admin = await device(await person('ADMIN'));
  await admin.setViewportSize(phone);
  await admin.goto('/futbol');
  // Staff need no menu for what they come for (A-SHELL-7).
  await expect(bar(admin).getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/vods/manage');
  await admin.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(admin.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Baloncesto' })).toBeVisible();
  await expect(admin.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Perfil' })).toHaveCount(0);
});

test('[A-SHELL-6] with text of twice the size a phone still has its menu', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/futbol');
  await setTextSize(page, 200);
  const place = await boxOf(page.getByRole('button', { name: 'Abrir menú' }).locator('svg'));
  expect(place.x + place.width).toBeLessThanOrEqual(phone.width);
});

test('[A-SHELL-15] the footer leads to the legal pages', long, async ({ page }) => {
  await page.goto('/futbol');
  const footer = page.getByRole('contentinfo');
  const pages = {
    'Aviso legal': '/aviso-legal',
    'Política de cookies': '/cookies',
    'Política de privacidad': '/privacidad',
  };
  for (const [name, path] of Object.entries(pages)) {
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', path);
  }
});

test('[A-SHELL-16] the cookie banner shows until it is accepted once', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto('/futbol');
  const banner = page.getByRole('region', { name: 'Cookies' });
  await expect(banner).toBeVisible();
  await page.reload();
  await banner.getByRole('button', { name: 'Entendido' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await context.close();
});

test('[A-LEGAL-6] an address that is not there shows the 404 page with a way on', async ({ page }) => {
  await page.goto('/no-existe/en/absoluto');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
});

test('[B-SHELL-7][B-SHELL-11] the back-office has its sidebar, a drawer on phones', async ({ page, logInAs }) => {
  await logInAs('ADMIN');
  await page.goto('/vods/manage');
  const sidebar = page.getByRole('navigation', { name: 'Gestión' });
  await expect(sidebar.getByRole('link', { name: 'Cámaras' })).toBeVisible();
  await page.setViewportSize(phone);
  await expect(sidebar.getByRole('link', { name: 'Cámaras' })).not.toBeVisible();
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await sidebar.getByRole('link', { name: 'Cámaras' }).click();
  await expect(page).toHaveURL('/cameras/manage');
  await expect(sidebar.getByRole('link', { name: 'Cámaras' })).not.toBeVisible();
});

test('nobody but staff loads the back-office', long, async ({ page, logInAs }) => {
  await logInAs('REGULAR_SUBSCRIBER');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const [vod] = await vods.rows();
  for (const path of ['/', '/home', '/futbol', '/calendario', `/vods/${vod?.id}`, '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
  expect(loaded.filter((path) => path.includes('/assets/index-'))).not.toEqual([]);
  expect(loaded.filter((path) => path.includes('back-office'))).toEqual([]);
});

test('[E-SHARE-3][E-PWA-1] the icons are there in every size that is promised, and robots.txt is a text', async ({
  request,
}) => {
  const bytesOf = async (path: string) => {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    return { type: answer.headers()['content-type'], bytes: await answer.body() };
  };
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as { icons: Record<string, string>[] };
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(pictures.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  for (const { src = '', sizes } of [...pictures, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const { width, height } = await sharp((await bytesOf(src)).bytes).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  expect((await bytesOf('/favicon.ico')).bytes.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
  const robots = await bytesOf('/robots.txt');
  expect([robots.type, String(robots.bytes)]).toEqual([
    expect.stringContaining('text/plain'),
    expect.stringMatching(/^User-agent: \*$/m),
  ]);
  // What a search shows has to be drawn, and drawing it asks the API.
  expect(String(robots.bytes)).not.toMatch(/^Disallow: \/((api|assets).*)?$/m);
});
