/** Controls of the player: keys anywhere on the page, touch on a phone, a phone in landscape. */
import { devices, type Page } from '@playwright/test';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { addMoment, clubId, createRecording } from './support/platform.ts';
import { expectPlaying, expectPosition } from './support/player.ts';
import { readStableBox } from './support/stable-layout.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

const ask = <T>(page: Page, question: (video: HTMLVideoElement) => T) => page.locator('video').evaluate(question);
const position = (page: Page) => ask(page, ({ currentTime }) => currentTime);
const toVodPath = (index: number) => `/vods/${toSeedId('V', index)}`;

/** Records the marks shown over the picture, even briefly. */
async function noteMarks(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const marks: string[] = [];
    Object.assign(window, { marks });
    const note = () => {
      const text = document.querySelector('.player-step')?.textContent;
      if (text && marks.at(-1) !== text) marks.push(text);
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { marks: string[] }).marks);
}

test('[E-PLAYER-2] handles keys wherever no field has the focus, without scrolling the page @ci', async ({
  page,
  logInAs,
}) => {
  await logInAs('REGULAR_SUBSCRIBER');
  await page.goto(toVodPath(10));
  await expectPlaying(page);
  const isPaused = () => ask(page, (video) => video.paused);
  const marks = await noteMarks(page);

  await page.keyboard.press('Space');
  await expect.poll(isPaused).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press('0');
  await expectPosition(page, 0);
  await page.keyboard.press('l');
  await expectPosition(page, 10);
  await expect.poll(marks).toContain('+10 s');
  await page.keyboard.press('ArrowLeft');
  await expectPosition(page, 0);
  await expect.poll(() => ask(page, ({ seeking }) => seeking)).toBe(false);
  const before = await position(page);
  await page.keyboard.press('.');
  await expect.poll(() => position(page)).toBeGreaterThan(before);
  expect(await position(page)).toBeLessThan(before + 0.1);
  await page.keyboard.press('5');
  // The known duration grows by some tenths of a second with the last segment.
  await expectPosition(page, (await ask(page, (video) => video.duration)) / 2);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => ask(page, ({ volume }) => volume)).toBe(0.9);
  await page.keyboard.press('m');
  await expect.poll(() => ask(page, ({ muted }) => muted)).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe('player-frame');
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();

  // A focused button responds to Space and ignores the player's other keys.
  await page.getByRole('button', { name: 'Compartir' }).focus();
  await page.keyboard.press('k');
  await expect.poll(isPaused).toBe(false);
  await page.keyboard.press('Space');
  const share = page.getByRole('dialog', { name: 'Compartir' });
  await expect(share).toBeVisible();
  await share.getByRole('textbox').focus();
  await page.keyboard.press('k');
  expect(await isPaused()).toBe(false);
  await page.keyboard.press('Escape');

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(list).toContainText('pantalla completa');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
});

test(
  '[E-PLAYER-3] shows moments as stills with times, and goes from one to the next',
  nightly,
  async ({ page, logInAs }) => {
    const id = await createRecording(clubId(2), 'Partido con jugadas');
    await addMoment({ vodId: id, timestampMs: 3000, label: 'Gol de Ana' });
    await addMoment({ vodId: id, timestampMs: 9000, label: 'Parada de Eva', momentTypeId: 7 });
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(`/vods/${id}`);
    await expectPlaying(page);
    const list = page.getByRole('region', { name: 'Momentos' });
    const still = list.getByRole('button', { name: 'Gol de Ana' }).locator('img');
    await expect.poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(page.locator('.player-marks button svg')).toHaveCount(2);
    await ask(page, (video) => {
      video.pause();
      video.currentTime = 0;
    });
    await page.keyboard.press('Shift+ArrowRight');
    await expectPosition(page, 3);
    await page.locator('.player-buttons').getByRole('button', { name: 'Siguiente jugada' }).click();
    await expectPosition(page, 9);
    await page.keyboard.press('Shift+ArrowLeft');
    await expectPosition(page, 3);
    await list.getByRole('button', { name: 'Siguiente jugada' }).click();
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(9);
    await expectAccessible(page);
  },
);

test.describe('on a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7']!;
  test.use({ ...phone, viewport: { width: 390, height: 844 } });

  /** Repeats until two taps follow each other quickly enough, which a busy machine may prevent. */
  const tapTwice = async (page: Page, share: number, from: number, to: number) => {
    const box = await readStableBox(page.locator('.player-frame'));
    const tap = () => page.touchscreen.tap(box.x + box.width * share, box.y + box.height * 0.3);
    await expect(async () => {
      await page.locator('video').evaluate((video: HTMLVideoElement, at) => {
        video.currentTime = at;
      }, from);
      await tap();
      await tap();
      expect(await position(page)).toBeCloseTo(to, 0);
    }).toPass();
  };

  test('[E-PLAYER-2] seeks ten seconds by two taps, ten more by each further one; has large buttons for touch @ci', async ({
    page,
    logInAs,
  }) => {
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(toVodPath(11));
    await expectPlaying(page);
    await ask(page, (video) => video.pause());
    const marks = await noteMarks(page);
    await tapTwice(page, 0.85, 2, 12);
    await expect.poll(marks).toContain('+10 s');
    await tapTwice(page, 0.15, 10, 0);
    await expect.poll(marks).toContain('−10 s');

    const forward = page.getByRole('button', { name: 'avanzar 10 segundos' });
    await expect(forward).toHaveCount(1);
    expect((await readStableBox(forward)).height).toBeGreaterThanOrEqual(44);
    await forward.tap();
    await expectPosition(page, 10);
    await page.getByRole('button', { name: 'reproducir' }).tap();
    await expectPlaying(page);
  });

  test('[E-PLAYER-1] stays in view while scrolling in portrait; fills the screen in landscape @ci', async ({
    page,
    logInAs,
  }) => {
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(toVodPath(12));
    await expectPlaying(page);
    const picture = page.locator('.player-frame');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: 'Clubes participantes' }).scrollIntoViewIfNeeded();
    await expect.poll(async () => Math.round((await readStableBox(picture)).y)).toBeGreaterThanOrEqual(0);
    const upright = await readStableBox(picture);
    expect(upright.width).toBe(390);

    await page.setViewportSize({ width: 844, height: 390 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => readStableBox(picture)).toEqual({ x: 0, y: 0, width: 844, height: 390 });
    await expect(page.getByRole('banner')).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(844);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expectPlaying(page);
  });

  test('[E-PLAYER-5] shows the settings as a sheet below the picture @ci', async ({ page, logInAs }) => {
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(toVodPath(14));
    await expectPlaying(page);
    await page.getByRole('button', { name: 'Ajustes' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Ajustes' });
    const picture = await readStableBox(page.locator('.player-frame'));
    await expect.poll(async () => (await readStableBox(sheet)).y).toBeGreaterThanOrEqual(picture.y + picture.height);
    await expect
      .poll(async () => {
        const { y, height } = await readStableBox(sheet);
        return Math.round(y + height);
      })
      .toBe(844);
    await sheet.getByText('1,5×').tap();
    await expect.poll(() => ask(page, ({ playbackRate }) => playbackRate)).toBe(1.5);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cerrar ajustes' }).tap();
    await expect(sheet).toHaveCount(0);
  });

  test('[E-PLAYER-5] shows the sheet beside the picture in landscape', nightly, async ({ page, logInAs }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(toVodPath(15));
    await expectPlaying(page);
    await ask(page, (video) => video.pause());
    await page.getByRole('button', { name: 'Ajustes' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Ajustes' });
    const edges = async () => {
      const [picture, beside] = [await readStableBox(page.locator('video')), await readStableBox(sheet)];
      return [picture.x, Math.round(picture.x + picture.width - beside.x), beside.x + beside.width];
    };
    await expect.poll(edges).toEqual([0, 0, 844]);
    for (const choice of await sheet.locator('label').all()) await expect(choice).toBeInViewport({ ratio: 1 });
    await sheet.getByText('1,5×').tap();
    await expect.poll(() => ask(page, ({ playbackRate }) => playbackRate)).toBe(1.5);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cerrar ajustes' }).tap();
    await expect.poll(async () => (await readStableBox(page.locator('video'))).width).toBe(844);
  });
});
