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
  const ask = <T>(question: (video: HTMLVideoElement) => T) =>
    page.locator('video').evaluate(question, null, { timeout: 1000 });
  const moving = () => ask(({ readyState, paused }) => readyState >= 3 && !paused).catch(() => false);
  await expect.poll(moving, { timeout }).toBe(true);
  const position = () => ask(({ currentTime }) => currentTime);
  const before = await position();
  await expect.poll(position, { timeout }).toBeGreaterThan(before);
}
