/** The back office's cameras, and its warning of unsaved changes. */
import type { Page } from '@playwright/test';
import { ulid } from 'ulid';
import { clubId, createClub } from './support/platform.ts';
import { phone } from './support/screens.ts';
import { expect, nightly, test } from './support/test.ts';

const row = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });

test(
  '[B-CAM-9][B-CAM-12][B-CAM-13][B-CAM-14][B-CAM-15][B-CAM-16][B-CAM-19][B-CAM-20][B-CAM-21][B-CAM-22] lists, orders, tests and deletes cameras',
  nightly,
  async ({ page, logInAs }) => {
    await logInAs('ADMIN');
    const slug = `pista-${ulid().toLowerCase()}`;
    for (const [expected, shown] of [
      ['Cámara creada correctamente', '/cameras/manage'],
      ['Ya existe una cámara o un directo con ese slug', '/cameras/create'],
    ] as const) {
      await page.goto('/cameras/create');
      await page.getByLabel('Slug').fill(slug);
      await page.getByRole('switch', { name: 'En producción' }).click();
      await page.getByRole('button', { name: 'Crear Cámara' }).click();
      await expect(page.getByText(expected)).toBeVisible();
      await expect(page).toHaveURL(shown);
    }
    await page.goto('/cameras/manage');
    await page.getByRole('searchbox').fill(slug);
    await expect(row(page, slug)).toHaveCount(1);
    // A click right after typing survives the delayed search.
    await row(page, slug).getByRole('link').first().click();
    await expect(page.getByLabel('Slug')).toHaveValue(slug);
    await page.waitForTimeout(700);
    await expect(page.getByLabel('Slug')).toHaveValue(slug);
    await page.goBack();
    await page.getByRole('searchbox').fill(slug);
    await expect(row(page, slug)).toHaveCount(1);
    await expect(row(page, slug)).toContainText('Prueba');
    await row(page, slug).getByRole('switch').click();
    await expect(row(page, slug)).not.toContainText('Prueba');
    const order = row(page, slug).getByRole('textbox', { name: `Orden de ${slug}` });
    await row(page, slug).getByRole('button', { name: /subir/ }).click();
    await expect(order).toHaveValue('1');
    await row(page, slug).getByRole('button', { name: /bajar/ }).click();
    await expect(order).toHaveValue('1');

    await row(page, slug).getByRole('link').first().click();
    await expect(page.getByLabel('Slug')).toHaveValue(slug);
    page.once('dialog', (dialog) => dialog.dismiss());
    await page.getByRole('button', { name: 'Eliminar cámara' }).click();
    await expect(page.getByLabel('Slug')).toBeVisible();
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Eliminar cámara' }).click();
    await expect(page.getByText('Cámara eliminada correctamente')).toBeVisible();
    await expect(page).toHaveURL('/cameras/manage');
    await page.getByRole('searchbox').fill(slug);
    await expect(page.getByText('No hay cámaras disponibles')).toBeVisible();
    await page.goto(`/cameras/manage/${ulid()}`);
    await expect(page.getByRole('alert')).toContainText(/Cámara no encontrada|Error fetching camera details/);
  },
);

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
