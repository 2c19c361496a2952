/** What a person sees of a player: whether pictures move, and since when. */
import { expect, type Locator, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Milliseconds from navigation to the first picture on the screen. */
    firstFrame?: number;
  }
}

/** Notes when the first picture is presented. Call before the navigation. */
export async function watchFirstFrame(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener(
      'loadstart',
      ({ target }) => {
        if (!(target instanceof HTMLVideoElement)) return;
        target.requestVideoFrameCallback(() => {
          window.firstFrame ??= performance.now();
        });
      },
      true,
    );
  });
}

export async function firstFrame(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => window.firstFrame);
  return (await found.jsonValue()) ?? Number.NaN;
}

/** Waits until the picture moves. A page that is busy drawing answers late: that is no answer yet, and no failure. */
export async function isPlaying(page: Page, timeout?: number): Promise<void> {
  const ask = <T>(question: (video: HTMLVideoElement) => T): Promise<T | undefined> =>
    page
      .locator('video')
      .evaluate(question, null, { timeout: 2000 })
      .catch(() => undefined);
  const moving = () => ask(({ readyState, paused }) => readyState >= 3 && !paused);
  const limit = timeout === undefined ? {} : { timeout };
  await expect.poll(moving, limit).toBe(true);
  let before: number | undefined;
  const hasMoved = async () => {
    const now = await ask(({ currentTime }) => currentTime);
    before ??= now;
    return now !== undefined && before !== undefined && now > before;
  };
  await expect.poll(hasMoved, limit).toBe(true);
}

/** Waits until the picture is at a second, by tenths as near as hls.js goes on where it is slow to come. */
export async function isAt(page: Page, seconds: number): Promise<void> {
  const position = () => page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  await expect.poll(position).toBeCloseTo(seconds, 0);
}

/**
 * Opens a viewing until its ad is shown. Nobody waits for an ad (V-AD-2), so that on a busy machine there may be none, and
 * whoever waited for the whole page could come when it is over; each attempt is another viewing.
 */
export async function openAtAd(page: Page, path: string, title: string): Promise<Locator> {
  const ad = page.getByRole('region', { name: `Anuncio: ${title}` });
  await expect(async () => {
    // A page that nothing was opened in keeps nothing.
    await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(ad).toBeVisible({ timeout: 15_000 });
  }).toPass();
  return ad;
}
