/** What a person sees of a player: whether pictures move, and since when. */
import { expect, type Page } from '@playwright/test';

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

/** Waits until the picture moves. */
export async function isPlaying(page: Page, timeout = 10_000): Promise<void> {
  const video = page.locator('video');
  const position = () => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime, null, { timeout: 1000 });
  await expect
    .poll(
      () =>
        video.evaluate((element: HTMLVideoElement) => element.readyState >= 3 && !element.paused).catch(() => false),
      {
        timeout,
      },
    )
    .toBe(true);
  const before = await position();
  await expect.poll(position, { timeout }).toBeGreaterThan(before);
}
