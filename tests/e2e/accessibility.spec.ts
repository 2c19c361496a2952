/**
 * axe on two devices at once, which no single screen covers, and a keyboard-only visit from login to a playing match.
 */
import type { Locator, Page } from '@playwright/test';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { clubId, createEvent, createPerson, createRecording, createSession, vods } from './support/platform.ts';
import { expectPlaying, expectPosition } from './support/player.ts';
import { desktop, phone } from './support/screens.ts';
import { waitForStableLayout } from './support/stable-layout.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

async function expectBothAccessible(page: Page): Promise<void> {
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide, `${page.url()} scrolls sideways at ${size.width} px`).toBeLessThanOrEqual(0);
  }
}

/** Opens a page and waits until it has settled: it has a heading and no loading text. */
async function open(page: Page, path: string): Promise<void> {
  await page.setViewportSize(desktop);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first()).toBeVisible();
  await expect(page.getByText('Cargando', { exact: true })).toHaveCount(0);
  await waitForStableLayout(page);
}

test(
  'passes axe on a playing recording and on the dialog of a second device',
  nightly,
  async ({ page, logInAs, device }) => {
    const id = toSeedId('V', 16);
    const { user } = await logInAs('REGULAR_SUBSCRIBER');
    await open(page, `/vods/${id}`);
    await expectPlaying(page);
    await expectBothAccessible(page);
    const second = await device(await createSession(user));
    await second.goto(`/vods/${id}`);
    await expect(second.getByRole('dialog')).toBeVisible();
    await waitForStableLayout(second);
    await expectBothAccessible(second);
  },
);

test('[A-LOGIN-1][V-EVENT-6][V-VOD-1] a keyboard alone leads from the login through the event to the match', async ({
  page,
}) => {
  const password = 'una-clave-larga';
  const { user } = await createPerson('REGULAR_SUBSCRIBER', { password });
  const match = await createEvent({ title: 'Partido con teclado' });
  const id = await createRecording(clubId(2), 'Partido con teclado');
  await vods.change(id, (vod) => ({ ...vod, sportEventId: match.id }));

  // Videos loop from their start, so that none of 14 s ends during the key presses on a busy machine.
  await page.addInitScript(() => {
    const loop = ({ target }: Event) => target instanceof HTMLVideoElement && Object.assign(target, { loop: true });
    document.addEventListener('loadedmetadata', loop, { capture: true });
  });
  await page.goto(`/login?redirectTo=/evento/${match.id}`);
  await tabTo(page, page.getByLabel('Email o identificador de usuario'));
  await page.keyboard.type(user.email);
  await tabTo(page, page.getByRole('textbox', { name: 'Contraseña' }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/evento/${match.id}`);

  const card = page.locator(`main a[href="/vods/${id}"]`);
  await expect(card).toBeVisible();
  await expectPlaying(page);
  await tabTo(page, card);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/vods/${id}`);
  await expectPlaying(page);

  const isPaused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
  const button = page.locator('media-play-button');
  await tabTo(page, button);
  await page.keyboard.press('Space');
  await expect.poll(isPaused).toBe(true);
  // The button acts by its own state, which follows the video's once the page has time for the event.
  await expect(button).toHaveAttribute('mediapaused');
  const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await page.keyboard.press('Home');
  await expectPosition(page, 0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(position).toBeGreaterThan(5);
  await page.keyboard.press('Space');
  await expect.poll(isPaused).toBe(false);
  // These keys have not scrolled the page.
  await expect(page.locator('video')).toBeInViewport({ ratio: 0.5 });
});

test('keeps the focused element clear of the top bar when tabbing backwards', nightly, async ({ page }) => {
  await open(page, '/home');
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.getByRole('link', { name: 'Aviso legal' }).focus();
  const tops = async () => {
    await page.keyboard.press('Shift+Tab');
    return page.evaluate(() => {
      const bar = document.querySelector('header');
      const focused = document.activeElement;
      if (!bar || !focused || bar.contains(focused)) return undefined;
      return focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().bottom;
    });
  };
  let seen = 0;
  for (let below = await tops(); below !== undefined; below = await tops(), seen += 1) expect(below).toBeGreaterThan(0);
  expect(seen).toBeGreaterThan(20);
});

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab did not reach ${target}`);
}

test('[E-PWA-2] shows checked, selected and clickable states in forced colours', nightly, async ({ page, logInAs }) => {
  const readStyle = (part: Locator, name: string) =>
    part.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  await page.emulateMedia({ forcedColors: 'active' });
  await logInAs('ADMIN');

  await open(page, '/calendario');
  const tabs = page.getByRole('group', { name: 'Deporte' }).locator('label');
  const fills = await Promise.all((await tabs.all()).map((tab) => readStyle(tab, 'background-color')));
  expect(new Set(fills).size).toBe(2);
  const day = page.getByRole('gridcell').first();
  expect(await readStyle(page.locator('.calendar-days'), 'background-color')).not.toBe(
    await readStyle(day, 'background-color'),
  );
  expect(await readStyle(page.locator('[role="gridcell"][aria-current="date"]'), 'outline-width')).toBe('2px');

  await open(page, '/sportevents/manage');
  expect(await readStyle(page.getByRole('link', { name: 'Crear Evento' }).first(), 'outline-style')).toBe('solid');
  const readFill = (checked: boolean) =>
    readStyle(page.getByRole('switch', { checked }).first().locator('> span').first(), 'background-color');
  expect(await readFill(true)).not.toBe(await readFill(false));
});
