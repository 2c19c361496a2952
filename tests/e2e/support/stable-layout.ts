import type { Locator, Page } from '@playwright/test';
import { expect } from './expect.ts';

/** Waits for animations to end, since they change colours and positions. */
export async function waitForStableLayout(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    );
  });
}

/** Includes lazily loaded pictures. */
export async function decodePictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Reads the bounding box in CSS pixels once it is equal twice in a row. A re-rendered element has none for a while on a
 * busy machine, so every test uses this function.
 */
export async function readStableBox(locator: Locator): Promise<Box> {
  let box: Box | null = null;
  await expect
    .poll(
      async () => {
        const before = box && JSON.stringify(box);
        box = await locator.boundingBox();
        return box !== null && JSON.stringify(box) === before;
      },
      { intervals: [20], message: `the place of ${locator}` },
    )
    .toBe(true);
  return box!;
}
