/** The frame of every page: navigation bar, mobile menu, footer, cookie banner, 404. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { createPerson } from './support/platform.ts';
import { phone, setTextSize } from './support/screens.ts';
import { readStableBox } from './support/stable-layout.ts';
import { expect, nightly, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('banner');

test('[A-SHELL-5][A-SHELL-6][A-SHELL-9] opens and closes the mobile menu @ci', async ({ page, logInAs, device }) => {
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

  const admin = await device(await createPerson('ADMIN'));
  await admin.setViewportSize(phone);
  await admin.goto('/futbol');
  // Staff reach their work without the menu (A-SHELL-7).
  await expect(bar(admin).getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/vods/manage');
  await admin.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(admin.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Baloncesto' })).toBeVisible();
  await expect(admin.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Perfil' })).toHaveCount(0);
});

test(
  '[A-SHELL-6] the menu button stays on the screen of a phone with text of twice the size',
  nightly,
  async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/futbol');
    await setTextSize(page, 200);
    const place = await readStableBox(page.getByRole('button', { name: 'Abrir menú' }).locator('svg'));
    expect(place.x + place.width).toBeLessThanOrEqual(phone.width);
  },
);

test(
  '[B-SHELL-7][B-SHELL-11] shows a sidebar in the back office, a drawer on phones',
  nightly,
  async ({ page, logInAs }) => {
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
  },
);

test('[E-SHARE-3][E-PWA-1] serves every promised icon size, and robots.txt as text', nightly, async ({ request }) => {
  const fetchBytes = async (path: string) => {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    return { type: answer.headers()['content-type'], bytes: await answer.body() };
  };
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as { icons: Record<string, string>[] };
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(pictures.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  for (const { src = '', sizes } of [...pictures, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const { width, height } = await sharp((await fetchBytes(src)).bytes).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  expect((await fetchBytes('/favicon.ico')).bytes.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
  const robots = await fetchBytes('/robots.txt');
  expect([robots.type, String(robots.bytes)]).toEqual([
    expect.stringContaining('text/plain'),
    expect.stringMatching(/^User-agent: \*$/m),
  ]);
  // Search engines render pages, so they need scripts and the API.
  expect(String(robots.bytes)).not.toMatch(/^Disallow: \/((api|assets).*)?$/m);
});
