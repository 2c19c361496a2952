import { expect, type Locator, type Page } from '@playwright/test';

/** Colours and places are only what they will be when nothing moves any more. */
export async function settled(page: Page): Promise<void> {
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

/** Also of the pictures that load only when they come into sight. */
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
 * Where something is, in CSS pixels, once it has been in one place twice. What a page draws anew has no place while it
 * does, and a busy machine takes its time for that; so no test asks for a place by any other way.
 */
export async function boxOf(locator: Locator): Promise<Box> {
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
