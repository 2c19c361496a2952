/** State of a player as a viewer sees it. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './expect.ts';

/** Waits until the picture moves. A busy page may answer late, which proves nothing. */
export async function expectPlaying(page: Page, timeout?: number): Promise<void> {
  const ask = <T>(question: (video: HTMLVideoElement) => T): Promise<T | undefined> =>
    page
      .locator('video')
      .evaluate(question, null, { timeout: 2000 })
      .catch(() => undefined);
  const isMoving = () => ask(({ readyState, paused }) => readyState >= 3 && !paused);
  const limit = timeout === undefined ? {} : { timeout };
  await expect.poll(isMoving, limit).toBe(true);
  let before: number | undefined;
  const hasMoved = async () => {
    const now = await ask(({ currentTime }) => currentTime);
    before ??= now;
    return now !== undefined && before !== undefined && now > before;
  };
  await expect.poll(hasMoved, limit).toBe(true);
}

/** Waits until playback is at a second; tolerates some tenths, as hls.js resumes there. */
export async function expectPosition(page: Page, seconds: number): Promise<void> {
  const position = () => page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  await expect.poll(position).toBeCloseTo(seconds, 0);
}

/**
 * Repeats views until an ad is shown. The page does not wait for ads (V-AD-2): on a busy machine, a view may have none,
 * or its ad may end before the page has loaded.
 */
export async function openAtAd(page: Page, path: string, title: string): Promise<Locator> {
  const ad = page.getByRole('region', { name: `Anuncio: ${title}` });
  await expect(async () => {
    // A page that has not loaded has no storage.
    await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(ad).toBeVisible({ timeout: 15_000 });
  }).toPass();
  return ad;
}
