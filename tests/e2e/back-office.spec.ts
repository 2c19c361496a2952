/** The back office's events, videos and cameras, except uploading and going live. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { encodingLimit } from '../support/limits.ts';
import { clubId, createEvent, createRecording, createRecordingWithSource, events, vods } from './support/platform.ts';
import { expect, nightly, test } from './support/test.ts';

const row = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });
const png = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: '#15803d' } })
    .png()
    .toBuffer();

test(
  '[B-EV-18][B-EV-19][B-EV-20][B-UI-1][B-UI-6] changes an event, adds an image and deletes it with its videos',
  nightly,
  async ({ page, logInAs }) => {
    const match = await createEvent({ title: `Amistoso ${ulid()}` });
    const id = await createRecording(clubId(0), `Amistoso grabado ${ulid()}`);
    await vods.change(id, (vod) => ({ ...vod, sportEventId: match.id }));
    await logInAs('ADMIN');
    await page.goto(`/sportevents/manage/${match.id}`);
    const save = page.getByRole('button', { name: 'Guardar cambios' });
    await expect(save).toBeDisabled();
    const vodTitle = (await vods.get(id))?.title ?? '';
    await expect(page.getByRole('link', { name: vodTitle })).toHaveAttribute('href', `/vods/manage/${id}`);

    await page.getByLabel('Descripción').fill('Con público en la grada.');
    await save.click();
    await expect(page.getByText('Evento actualizado correctamente')).toBeVisible();
    expect((await events.get(match.id))?.summary).toBe('Con público en la grada.');

    await page
      .getByLabel('Miniatura')
      .setInputFiles({ name: 'cartel.png', mimeType: 'image/png', buffer: await png() });
    await expect.poll(async () => (await events.get(match.id))?.thumbnail).toBeTruthy();

    await page.getByRole('button', { name: 'Eliminar evento' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Mejor no' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Mejor no' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Eliminar evento' }).click();
    await dialog.getByLabel('Eliminar también su video').check();
    await dialog.getByRole('button', { name: 'Borrar' }).click();
    await expect(page.getByText('Evento eliminado correctamente')).toBeVisible();
    await expect(page).toHaveURL('/sportevents/manage');
    expect(await events.get(match.id)).toBeUndefined();
    await expect.poll(() => vods.get(id)).toBeUndefined();
  },
);

test(
  '[B-VOD-7][B-VOD-9][B-VOD-12][B-STATE-5][B-STATE-6] changes, re-encrypts, shows and deletes a video',
  nightly,
  async ({ page, logInAs }) => {
    test.setTimeout(2 * encodingLimit);
    const id = await createRecordingWithSource(clubId(0), `Por mejorar ${ulid()}`);
    const before = await vods.get(id);
    await logInAs('ADMIN');
    await page.goto(`/vods/manage/${id}`);
    for (const fact of ['Espectadores únicos', 'Tamaño', 'Fecha de creación', 'Duración'])
      await expect(page.getByText(fact)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Estadísticas' })).toHaveAttribute('href', `/vods/${id}/stats`);
    await page.getByLabel('Descripción').fill('Resumen nuevo');
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Video actualizado correctamente')).toBeVisible();

    await page.getByRole('button', { name: 'Regenerar segmentos' }).click();
    await expect(
      page.getByText('Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.'),
    ).toBeVisible();
    await expect
      .poll(async () => (await vods.get(id))?.generation, { timeout: encodingLimit })
      .not.toBe(before?.generation);
    expect((await vods.get(id))?.visible).toBe(false);
    await page.goto('/vods/manage');
    await page.getByRole('searchbox').fill(before?.title ?? '');
    const listed = page.getByRole('listitem').filter({ has: page.locator(`a[href="/vods/manage/${id}"]`) });
    await expect(listed).toContainText('Hidden');
    await listed.getByRole('switch').click();
    await expect.poll(async () => (await vods.get(id))?.visible).toBe(true);

    const gone = await createRecording(clubId(0), `De paso ${ulid()}`);
    await page.goto(`/vods/manage/${gone}`);
    await page.getByRole('button', { name: 'Eliminar video' }).click();
    await expect(page.getByText('Video eliminado correctamente')).toBeVisible();
    await expect(page).toHaveURL('/vods/manage');
    expect(await vods.get(gone)).toBeUndefined();
    await page.goto(`/vods/manage/${gone}`);
    await expect(page.getByText('VOD no encontrado')).toBeVisible();
  },
);

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
