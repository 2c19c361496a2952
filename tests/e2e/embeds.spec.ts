/** A club's own site with our pages in frames: its own domain may, another may not, and what is paid for opens our page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { club, event } from './support/platform.ts';
import { expect, test } from './support/test.ts';

/** A page of some site that holds one of ours. */
async function siteWith(page: Page, host: string, address: string): Promise<void> {
  // What is on this machine is asked for from a site of the world. A browser from before that knows no such permission.
  await page
    .context()
    .grantPermissions(['local-network-access'])
    .catch(() => undefined);
  const body = `<!doctype html><title>Club</title><iframe src="${address}" title="Partido" width="640" height="500"></iframe>`;
  await page.route(`https://${host}/`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`https://${host}/`);
}

test('[E-SHARE-5] stands on the club’s own site, opens ours beside it, and nowhere else', async ({ page, baseURL }) => {
  const own = await club('CD Marco', { embedHosts: ['www.cdmarco.es'] });
  const { id, title } = await event({ clubIds: [own], title: 'Partido enmarcado' });
  const address = `${baseURL}/insertar/partido/${id}`;
  await siteWith(page, 'www.cdmarco.es', address);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: title })).toBeVisible();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: 'Ver la ficha' }).click(),
  ]);
  await expect(opened).toHaveURL(`${baseURL}/evento/${id}`);
  await expect(opened.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await opened.close();

  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await siteWith(page, 'www.otro.es', address);
  await refused;
  await expect(frame.getByRole('heading', { name: title })).toHaveCount(0);

  // The page itself, which holds nothing of a session.
  await page.goto(address);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  // Its policy lets no style in that is not its own: axe alone, which needs none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
});
