/** 'Modo sol' and 'Modo noche': by the system's setting or by hand, from the first paint on (E-PWA-2). */
import type { Page } from '@playwright/test';
import { pickSome } from '../support/test-profile.ts';
import { viewerScreens } from './screens/viewer.ts';
import { clubId, createEvent, createRecording } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { phone } from './support/screens.ts';
import { waitForStableLayout } from './support/stable-layout.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

const light = 'rgb(255, 255, 255)';
const dark = 'rgb(10, 14, 19)';

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const findThemeMenu = (page: Page) => page.getByRole('contentinfo').getByLabel('Aspecto');

async function isThere(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText('Cargando', { exact: true })).toHaveCount(0);
  await waitForStableLayout(page);
}

test('[E-PWA-2] the theme follows the system and its changes until a choice by hand', nightly, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home');
  await expect.poll(() => ground(page)).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => ground(page)).toBe(dark);
  await expect(findThemeMenu(page)).toHaveValue('auto');

  await findThemeMenu(page).selectOption('Modo sol');
  await expect.poll(() => ground(page)).toBe(light);
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#FFFFFF');
  await page.reload();
  await expect(findThemeMenu(page)).toHaveValue('sun');
  await expect.poll(() => ground(page)).toBe(light);

  await page.emulateMedia({ colorScheme: 'light' });
  await findThemeMenu(page).selectOption('Modo noche');
  await expect.poll(() => ground(page)).toBe(dark);
  await findThemeMenu(page).selectOption('Automático');
  await expect.poll(() => ground(page)).toBe(light);
});

test('[E-PWA-2] the theme applies before the first paint, and the policy blocks other inline scripts @ci', async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('cantera:theme', '"sun"');
    // Records the theme when the body is added, before the first paint.
    new MutationObserver((_, watch) => {
      if (!document.body) return;
      watch.disconnect();
      document.documentElement.dataset.atBody = String(document.documentElement.hasAttribute('data-sun'));
    }).observe(document, { childList: true, subtree: true });
  });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  const policy = (await page.goto('/futbol'))?.headers()['content-security-policy'] ?? '';
  await isThere(page);
  await expect(page.locator('html')).toHaveAttribute('data-at-body', 'true');
  expect(refused).toEqual([]);
  expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain('unsafe-inline');
});

const themed = ['landing', 'home', 'soccer', 'calendar', 'clubs', 'club', 'event', 'login', 'signup', 'content'];

for (const name of pickSome(themed, 10)) {
  const screen = viewerScreens.find((one) => one.name === name);
  test(`[E-PWA-2] passes axe in ‘Modo sol’: ${name}`, nightly, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(typeof screen?.path === 'string' ? screen.path : ((await screen?.path()) ?? `/${name}`));
    await isThere(page);
    expect(await ground(page)).toBe(light);
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await waitForStableLayout(page);
    await expectAccessible(page);
  });
}

test(
  '[E-PWA-2] keeps overlays on pictures dark: the player, its menu, marks on cards',
  nightly,
  async ({ page, logInAs }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(`/vods/${await createRecording(clubId(1), 'Partido al sol')}`);
    await expectPlaying(page);
    const player = page.locator('.player-box');
    expect(await player.evaluate((box) => getComputedStyle(box).getPropertyValue('--bg'))).toBe('#0a0e13');
    await isThere(page);
    await expectAccessible(page);
  },
);

test('[E-PWA-2] shows states in ‘Modo sol’ and in forced colours', nightly, async ({ page }) => {
  const off = await createEvent({ title: 'Partido cancelado al sol', state: 'CANCELLED', clubIds: [clubId(0)] });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`/evento/${off.id}`);
  const mark = page.getByRole('main').getByText('Cancelado', { exact: true }).first();
  await expect(mark).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await expect(mark).toBeVisible();
  expect(await mark.evaluate((element) => getComputedStyle(element).color)).toBe(
    await page.evaluate(() => getComputedStyle(document.body).color),
  );
});
