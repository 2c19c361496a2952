/** Setting up a camera: what club staff do before a match. */
import { addresses, sources } from './support/platform.ts';
import { expect, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const slug = `campo-${Date.now().toString(36)}`;
const title = `Infantil A – Infantil B ${slug}`;

test('[B-CAM-1][B-CAM-2][B-CAM-3][B-CAM-4][B-CAM-5][B-CAM-6][B-CAM-7][B-CAM-8][B-CAM-10][B-CAM-11][B-CAM-20][B-EV-13][B-EV-14] creates a camera, gives it an event and copies server and key @ci', async ({
  page,
  logInAs,
}) => {
  await logInAs('ADMIN');
  await page.goto('/cameras/manage');
  await page.getByRole('link', { name: 'Crear Cámara' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Servidor de emisión' })).toHaveValue(addresses.rtmp);
  await expect(page.getByRole('textbox', { name: 'Servidor de emisión' })).not.toBeEditable();
  const slugField = page.getByLabel('Slug');
  await slugField.fill('x');
  await slugField.fill('');
  await slugField.blur();
  await expect(page.getByText('El slug es requerido')).toBeVisible();
  await slugField.fill(slug);
  await page.getByRole('button', { name: 'Crear Cámara' }).click();
  await expect(page.getByText('Cámara creada correctamente')).toBeVisible();
  await expect(page).toHaveURL('/cameras/manage');

  const row = page.getByRole('listitem').filter({ hasText: slug });
  await row.getByRole('link').first().click();
  await expect(page.getByLabel('Slug')).toHaveValue(slug);
  await expect(page.getByText('Offline')).toBeVisible();
  await page.getByRole('switch', { name: 'En producción' }).click();
  await page.getByRole('button', { name: 'Actualizar cámara' }).click();
  await expect(page.getByText('Debe seleccionar un evento deportivo')).toBeVisible();
  await page.getByRole('button', { name: 'Descartar' }).click();

  // The match does not exist yet: it is created on the way, and is selected on return.
  await page.getByRole('link', { name: 'Crear un evento primero' }).click();
  await expect(page).toHaveURL(/\/sportevents\/create\?returnTo=cameraDetails&cameraId=/);
  await page.getByRole('textbox', { name: 'Título' }).fill(title);
  await page.getByRole('textbox', { name: 'Inicio' }).fill('2026-11-21T10:00');
  await page.getByRole('textbox', { name: 'Fin' }).fill('2026-11-21T12:00');
  await page.getByText('Más datos').click();
  await page.getByLabel('Descripción').fill('Partido de prueba en directo');
  await page.getByRole('button', { name: 'Crear Evento' }).click();
  await expect(page).toHaveURL(/\/cameras\/manage\/\w+\?sportEventId=/);
  await expect(page.getByLabel('Evento deportivo').locator('option:checked')).toContainText(title);
  await expect(page.getByRole('definition').filter({ hasText: 'Partido de prueba en directo' })).toBeVisible();
  await page.getByRole('button', { name: 'Actualizar cámara' }).click();
  await expect(page.getByText('Cámara actualizada correctamente')).toBeVisible();

  const copy = async (name: string) => {
    await page.getByRole('button', { name: `Copiar ${name}` }).click();
    await expect(page.getByText('¡Copiado!')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await expect(page.getByText('¡Copiado!')).toHaveCount(0);
    return copied;
  };
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await copy('Servidor de emisión')).toBe(addresses.rtmp);
  const camera = (await sources.rows()).find((source) => source.slug === slug);
  expect(await copy('Clave de emisión')).toBe((await sources.get(camera!.id))?.streamKey);
});
