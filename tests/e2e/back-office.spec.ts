/** Forms of the back office: the warning of unsaved changes, and the bar that saves. */
import { ulid } from 'ulid';
import { clubId, createClub } from './support/platform.ts';
import { phone } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test('warns of unsaved changes before Back or a link', async ({ page, logInAs }) => {
  await logInAs('ADMIN');
  // Other tests create clubs, and a page of the list shows twelve.
  const club = `CD ${ulid()}`;
  await createClub(club);
  await page.goto('/clubs/manage');
  await page.getByRole('searchbox', { name: 'Buscar clubes' }).fill(club);
  await page.getByRole('link', { name: club, exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Nombre' });
  await name.fill('CD Sauce B');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Hay cambios sin guardar' })).toBeVisible();
  await page.getByRole('button', { name: 'Seguir aquí' }).click();
  await expect(name).toHaveValue('CD Sauce B');
  await page.getByRole('link', { name: 'Videos' }).click();
  await page.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL('/vods/manage');
});

test('[F-RIGHTS-1] keeps every focused line of a statement clear of the save bar, once there is something to save @ci', async ({
  page,
  logInAs,
}) => {
  await logInAs('ADMIN');
  await page.setViewportSize(phone);
  await page.goto(`/derechos-imagen/manage?ver=equipos&club=${clubId(0)}`);
  const bar = page.locator('[data-save-bar]');
  const boxes = page.getByRole('region', { name: 'Equipos' }).getByRole('checkbox');
  await boxes.first().focus();
  // Nothing is chosen yet: the bar is below the list.
  await expect(bar).not.toBeInViewport();
  await page.keyboard.press('Space');
  await expect(bar).toBeInViewport();
  const end = await boxes.count();
  for (let line = 1; line < end; line += 1) {
    await boxes.nth(line).focus();
    const [top, bottom] = await Promise.all([
      bar.evaluate((element) => element.getBoundingClientRect().top),
      boxes.nth(line).evaluate((element) => element.getBoundingClientRect().bottom),
    ]);
    expect(bottom, `checkbox ${line}`).toBeLessThanOrEqual(top);
  }
});
