/** A television: 1920 px, three metres away, without precise pointing (E-TV-2). */
import type { Page } from '@playwright/test';
import { pickSome } from '../support/test-profile.ts';
import { viewerScreens } from './screens/viewer.ts';
import { clubId, createRecording } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { television } from './support/screens.ts';
import { readStableBox, waitForStableLayout } from './support/stable-layout.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

// Touch emulation removes the mouse.
test.use({ viewport: television, hasTouch: true, isMobile: true });

/** Finds visible texts smaller than 24 px. */
const findTooSmall = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true }) || !text.textContent?.trim()) continue;
      const { width, height } = element.getBoundingClientRect();
      // Skips text for screen readers, scripts and styles.
      if (width <= 1 || height <= 1 || element.closest('script, style, noscript, .sr-only')) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (size < 24) found.push(`${size} px: ${text.textContent.trim()}`);
    }
    return found;
  });

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function isThere(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText('Cargando', { exact: true })).toHaveCount(0);
  await waitForStableLayout(page);
}

const read = ['home', 'landing', 'soccer', 'event', 'calendar', 'clubs', 'club', 'login', 'signup', 'profile'];
for (const name of pickSome(read, 10)) {
  const screen = viewerScreens.find((one) => one.name === name);
  test(`[E-TV-2] a page is readable from the sofa: ${name}`, nightly, async ({ page, logInAs }) => {
    if (name === 'profile') await logInAs('REGULAR_BASIC');
    await page.goto(typeof screen?.path === 'string' ? screen.path : ((await screen?.path()) ?? `/${name}`));
    await isThere(page);
    expect(await findTooSmall(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
}

test('[E-TV-2] shows cards 400 px wide, in rails and in lists', nightly, async ({ page }) => {
  for (const path of ['/home', '/futbol']) {
    await page.goto(path);
    await isThere(page);
    const card = page.getByRole('main').locator('a[href^="/vods/"]').first();
    // Home's lower rails load when the visitor comes near.
    if (path === '/home') await page.getByRole('region', { name: 'Fútbol' }).scrollIntoViewIfNeeded();
    await expect(card).toBeAttached();
    expect((await readStableBox(card)).width).toBeGreaterThanOrEqual(400);
  }
});

test('[E-TV-2] shows the video as large as the screen allows @ci', async ({ page, logInAs }) => {
  await logInAs('REGULAR_SUBSCRIBER');
  await page.goto(`/vods/${await createRecording(clubId(1), 'Partido en el salón')}`);
  await expectPlaying(page);
  await isThere(page);
  const bar = await readStableBox(page.getByRole('banner'));
  const picture = await readStableBox(page.locator('.player-box'));
  expect(Math.round(picture.height)).toBe(television.height - bar.height);
  expect(Math.round(picture.width)).toBe(Math.round((picture.height * 16) / 9));
  expect(await findTooSmall(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test.describe('with a mouse', () => {
  test.use({ hasTouch: false, isMobile: false });

  test('[E-TV-2] leaves a large desktop unchanged', nightly, async ({ page }) => {
    await page.goto('/futbol');
    await isThere(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('16px');
  });
});
