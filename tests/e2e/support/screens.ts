import type { Page } from '@playwright/test';
import { expect } from './expect.ts';

/** The two sizes in which every screen must work. */
export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export const television = { width: 1920, height: 1080 };

/** Sets the text size in percent. Self-measuring elements adjust one frame later. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const size = await page.evaluate(async (fontSize) => {
    document.documentElement.style.fontSize = fontSize;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    return getComputedStyle(document.documentElement).fontSize;
  }, `${percent}%`);
  expect(size).toBe(`${0.16 * percent}px`);
}
