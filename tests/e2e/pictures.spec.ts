/** Pictures load shortly before they scroll into view. */
import type { Page } from '@playwright/test';
import { phone } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: phone });

/**
 * Measures how many screens below the window pictures stand, with an address and without. An address that also stands
 * further up counts there only, because a browser requests it once.
 */
const readDistances = (page: Page) =>
  page.evaluate(() => {
    const distances: Record<'requested' | 'waiting', number[]> = { requested: [], waiting: [] };
    const seen = new Set<string>();
    for (const image of document.querySelectorAll<HTMLImageElement>('main img')) {
      const address = image.getAttribute('src');
      if (address && seen.has(address)) continue;
      if (address) seen.add(address);
      distances[address ? 'requested' : 'waiting'].push(image.getBoundingClientRect().top / innerHeight - 1);
    }
    return distances;
  });

test('requests a list’s pictures within half a screen, and within two once the visitor scrolls', async ({ page }) => {
  await page.goto('/futbol');
  await expect(page.getByRole('main').locator('img[src]').nth(2)).toBeAttached();
  // The rows of a list arrive after the first pictures.
  await expect.poll(async () => (await readDistances(page)).waiting.length).toBeGreaterThan(6);
  expect(Math.max(...(await readDistances(page)).requested)).toBeLessThanOrEqual(0.5);

  await page.evaluate(() => scrollBy(0, 100));
  await expect.poll(async () => Math.min(...(await readDistances(page)).waiting)).toBeGreaterThan(2);

  await page.pdf();
  expect((await readDistances(page)).waiting).toEqual([]);
});

test('shows the pictures of a list at once after going back', async ({ page }) => {
  await page.goto('/futbol');
  const pictures = page.getByRole('main').locator('img[src]');
  await expect(pictures.nth(2)).toBeAttached();
  // A jump to the end of the page passes some pictures.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const readLoaded = () =>
    pictures.evaluateAll((images: HTMLImageElement[]) => images.filter(({ naturalWidth }) => naturalWidth > 0).length);
  await expect.poll(readLoaded).toBeGreaterThan(20);
  const loaded = await readLoaded();
  await page.getByRole('main').locator('a[href^="/vods/"]').last().click();
  await expect(page).toHaveURL(/\/vods\//);
  // Without the observer, pictures load only if the page remembers that they were shown.
  await page.evaluate(() => Object.assign(IntersectionObserver.prototype, { observe() {} }));
  await page.goBack();
  await expect.poll(readLoaded).toBeGreaterThanOrEqual(loaded);
});
