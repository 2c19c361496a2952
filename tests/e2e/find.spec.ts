/** Finding content: the search, filters in the address, and the tables of competitions. */
import type { Page } from '@playwright/test';
import { desktop, phone } from './support/screens.ts';
import { readStableBox, waitForStableLayout } from './support/stable-layout.ts';
import { expect, expectAccessible, test } from './support/test.ts';

async function expectBothFit(page: Page): Promise<void> {
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    await waitForStableLayout(page);
    await expectAccessible(page);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, `${page.url()} at ${size.width} px`).toBeLessThanOrEqual(0);
  }
}

test('[H-FIND-1] finds a match by two words of its clubs in the other order, and its club', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/home');
  await page.getByRole('link', { name: 'Buscar', exact: true }).click();
  const field = page.getByRole('searchbox');
  await expect(field).toBeFocused();
  await field.fill('rivera ud');
  await field.press('Enter');
  const matches = page.getByRole('region', { name: 'Partidos' }).getByRole('link');
  await expect(matches.first()).toContainText('Rivera CF');
  for (const text of await matches.allTextContents()) expect(text).toMatch(/Rivera CF/);
  await expectBothFit(page);
  await field.fill('pinar');
  await field.press('Enter');
  await page.getByRole('region', { name: 'Clubes' }).getByRole('link', { name: 'Pinar UD' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pinar UD');
  await page.goBack();
  await expect(field).toHaveValue('pinar');
});

test('[H-FIND-2] filters the matches of a category, keeps it in the address, and Back restores it @ci', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await page.goto('/futbol?cuando=resultados');
  const filters = page.getByRole('button', { name: /^Filtros/ });
  await filters.click();
  await page.getByRole('combobox', { name: 'Categoría' }).selectOption({ label: 'Alevín' });
  await expect(page).toHaveURL('/futbol?cuando=resultados&categoria=alevin');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 3 }).first()).toContainText('Alevín');
  for (const competition of await main.getByRole('heading', { level: 3 }).allTextContents())
    expect(competition).toContain('Alevín');
  await expectBothFit(page);
  await main.getByRole('listitem').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/evento\//);
  await expect(filters).toHaveCount(0);
  await page.goBack();
  await expect(filters).toContainText('1 activos');
  await filters.click();
  await expect(page.getByRole('combobox', { name: 'Categoría' })).toHaveValue('alevin');
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await expect(page).toHaveURL('/futbol?cuando=resultados');
});

test('keeps the controls of a list in one bar of 56 px, on every screen', async ({ page }) => {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    for (const path of ['/futbol', '/futbol?cuando=resultados', '/calendario', '/contenido']) {
      await page.goto(path);
      const bar = page.getByRole('main').locator('.sticky');
      expect((await readStableBox(bar)).height, `${path} at ${size.width} px`).toBe(56);
    }
    await page.goto('/futbol?cuando=resultados');
    const row = page.getByRole('main').getByRole('listitem').getByRole('link').first();
    // Before: after 430 px of controls.
    expect((await readStableBox(row)).y).toBeLessThan(320);
  }
});
