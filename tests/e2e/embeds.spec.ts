/** Embeds in a club's own site: allowed on its domain only, and paid videos open our page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { createClub, createEvent } from './support/platform.ts';
import { expect, test } from './support/test.ts';

async function openSiteWith(page: Page, host: string, address: string): Promise<void> {
  // Chromium requires a permission for a public site to reach local addresses; older versions do not know it.
  await page
    .context()
    .grantPermissions(['local-network-access'])
    .catch(() => undefined);
  const body = `<!doctype html><title>Club</title><iframe src="${address}" title="Partido" width="640" height="500"></iframe>`;
  await page.route(`https://${host}/`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`https://${host}/`);
}

test('[E-SHARE-5] embeds on the club’s own site only, and opens the page beside it @ci', async ({ page, baseURL }) => {
  const own = await createClub('CD Marco', { embedHosts: ['www.cdmarco.es'] });
  const { id, title } = await createEvent({ clubIds: [own], title: 'Partido enmarcado' });
  const address = `${baseURL}/insertar/partido/${id}`;
  await openSiteWith(page, 'www.cdmarco.es', address);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: title })).toBeVisible();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: /^Reservar por 1,99/ }).click(),
  ]);
  await expect(opened).toHaveURL(`${baseURL}/evento/${id}#comprar`);
  await expect(opened.getByRole('dialog', { name: 'Reserva el partido' })).toBeVisible();
  await opened.getByRole('button', { name: 'Cerrar' }).click();
  await expect(opened.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await opened.close();

  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await openSiteWith(page, 'www.otro.es', address);
  await refused;
  await expect(frame.getByRole('heading', { name: title })).toHaveCount(0);

  // The embed itself, without a session.
  await page.goto(address);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  // The page's policy blocks injected styles; only axe needs them.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
});
