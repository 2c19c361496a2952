/** What staff do with events, videos and cameras, beyond the great journeys of uploading and going live. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { patience } from './support/patience.ts';
import {
  addresses,
  clubId,
  event,
  events,
  person,
  recordingOf,
  recordingWithSource,
  vods,
} from './support/platform.ts';
import { expect, long, test } from './support/test.ts';

const row = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });
const png = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: '#15803d' } })
    .png()
    .toBuffer();

test(
  '[B-EV-2][B-EV-3][B-EV-4][B-EV-5][B-EV-6][B-EV-7][B-EV-8] the form of an event knows its day and says what is wrong',
  long,
  async ({ page, logInAs, device }) => {
    await logInAs('ADMIN');
    await page.goto('/sportevents/create?date=2026-12-05');
    const start = page.getByRole('textbox', { name: 'Inicio' });
    const end = page.getByRole('textbox', { name: 'Fin' });
    await expect(start).toHaveValue('2026-12-05T12:00');
    await expect(end).toHaveValue('2026-12-05T14:00');
    await expect(start).toHaveAttribute('step', '300');
    await expect(page.getByLabel('Deporte')).toHaveValue('SOCCER');
    await expect(page.getByRole('switch', { name: 'Evento público' })).not.toBeChecked();

    const title = page.getByRole('textbox', { name: 'Título' });
    await title.focus();
    await title.blur();
    await expect(page.getByText('El título del evento es requerido')).toBeVisible();
    await end.fill('');
    await end.blur();
    await expect(page.getByText('Las fechas de inicio y fin son requeridas').first()).toBeVisible();
    await title.fill('Al revés');
    await end.fill('2026-12-05T11:00');
    await page.getByRole('button', { name: 'Crear Evento' }).click();
    await expect(page.getByText('La fecha de fin debe ser posterior a la fecha de inicio')).toBeVisible();
    await page
      .getByLabel('Miniatura')
      .setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await expect(page.getByText('La miniatura debe ser un archivo PNG')).toBeVisible();

    const staff = await device(await person('CLUB_STAFF', { clubId: clubId(0) }));
    await staff.goto('/sportevents/create');
    await expect(staff.getByRole('switch', { name: 'Evento visible' })).toBeVisible();
    await expect(staff.getByRole('switch', { name: 'Evento público' })).toHaveCount(0);
    await expect(staff.getByRole('list', { name: 'Clubes elegidos' })).toContainText('CD Sauce');
  },
);

test('[B-EV-18][B-EV-19][B-EV-20][B-UI-1][B-UI-6] an event is changed, gets a picture and is deleted with its videos', async ({
  page,
  logInAs,
}) => {
  const match = await event({ title: `Amistoso ${ulid()}` });
  const id = await recordingOf(clubId(0), `Amistoso grabado ${ulid()}`);
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
  await page.getByRole('button', { name: 'Cerrar' }).click();

  await page.getByLabel('Miniatura').setInputFiles({ name: 'cartel.png', mimeType: 'image/png', buffer: await png() });
  await expect.poll(async () => (await events.get(match.id))?.thumbnail).toBeTruthy();

  await page.getByRole('button', { name: 'Eliminar evento' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mejor no' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Eliminar evento' }).click();
  await dialog.getByLabel('Eliminar también su video').check();
  await dialog.getByRole('button', { name: 'Borrar' }).click();
  await expect(page.getByText('Evento eliminado correctamente')).toBeVisible();
  await expect(page).toHaveURL('/sportevents/manage');
  expect(await events.get(match.id)).toBeUndefined();
  await expect.poll(() => vods.get(id)).toBeUndefined();
});

test(
  '[B-EV-22][B-EV-23][B-EV-24][B-EV-25][B-STATE-3] the list of events searches, remembers and switches at once',
  long,
  async ({ page, logInAs }) => {
    const name = `Torneo ${ulid()}`;
    const match = await event({ title: name, sport: 'BASKET' });
    await logInAs('ADMIN');
    await page.goto('/sportevents/manage');
    await expect(page.getByRole('navigation', { name: 'Páginas' })).toBeVisible();
    await page.getByRole('searchbox').fill(name.toLowerCase());
    await expect(row(page, name)).toBeVisible();
    await page.getByText('Baloncesto', { exact: true }).first().click();
    await expect(row(page, name)).toBeVisible();
    await page.getByText('Fútbol', { exact: true }).first().click();
    await expect(page.getByText('No hay eventos disponibles')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue(name.toLowerCase());
    await expect(page.getByText('No hay eventos disponibles')).toBeVisible();
    await page.getByText('Todos', { exact: true }).click();

    const open = row(page, name).getByRole('switch', { name: /público/ });
    await open.click();
    await expect(open).toBeChecked();
    await expect.poll(async () => (await events.get(match.id))?.isPublic).toBe(true);
    await page.route('**/live/sportevents/*', (route) => route.abort(), { times: 1 });
    await open.click();
    await expect(open).toBeChecked();
    expect((await events.get(match.id))?.isPublic).toBe(true);
    await row(page, name).getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/sportevents/manage/${match.id}`);
  },
);

test(
  '[B-EV-21][B-EV-23][B-VOD-8][B-VOD-10][B-VOD-14][B-PERM-6][B-PERM-9] club staff keep to their own club',
  long,
  async ({ page, logInAs }) => {
    const own = await event({ title: `Propio ${ulid()}`, clubIds: [clubId(0)] });
    const foreign = await event({ title: `Ajeno ${ulid()}`, clubIds: [clubId(1)] });
    const id = await recordingOf(clubId(0), `Propio grabado ${ulid()}`);
    await vods.change(id, (vod) => ({ ...vod, sportEventId: own.id, clubIds: [clubId(0)] }));
    const { token } = await logInAs('CLUB_STAFF', { clubId: clubId(0) });
    await page.goto(`/sportevents/manage/${own.id}`);
    await expect(page.getByRole('button', { name: 'Eliminar evento' })).toBeDisabled();
    await page.goto('/sportevents/manage');
    await page.getByRole('searchbox').fill(own.title);
    await expect(row(page, own.title)).toBeVisible();
    await expect(row(page, own.title).getByRole('switch')).toHaveCount(0);
    await page.getByRole('searchbox').fill(foreign.title);
    await expect(page.getByText('No hay eventos disponibles')).toBeVisible();

    await page.goto(`/vods/manage/${id}`);
    await expect(page.getByLabel('Evento deportivo')).toHaveValue(own.id);
    for (const hidden of ['Regenerar segmentos', 'Eliminar video'])
      await expect(page.getByRole('button', { name: hidden })).toHaveCount(0);
    await expect(page.getByRole('switch')).toHaveCount(0);
    await expect(page.getByLabel('Deporte')).toHaveCount(0);
    await vods.change(id, (vod) => ({ ...vod, sportEventId: foreign.id }));
    await page.reload();
    await expect(page.getByText('No tienes permisos para ver el evento asociado a este video')).toBeVisible();

    const headers = { authorization: `Bearer ${token}` };
    const read = await page.request.get(`${addresses.api}/clubStaff/sportevents/${foreign.id}`, { headers });
    expect(read.status()).toBe(403);
  },
);

test(
  '[B-VOD-7][B-VOD-9][B-VOD-12][B-STATE-5][B-STATE-6] a video is changed, encrypted again, shown and deleted',
  long,
  async ({ page, logInAs }) => {
    test.setTimeout(2 * patience);
    const id = await recordingWithSource(clubId(0), `Por mejorar ${ulid()}`);
    const before = await vods.get(id);
    await logInAs('ADMIN');
    await page.goto(`/vods/manage/${id}`);
    for (const fact of ['Espectadores únicos', 'Tamaño', 'Fecha de creación', 'Duración'])
      await expect(page.getByText(fact)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Estadísticas' })).toHaveAttribute('href', `/vods/${id}/stats`);
    await page.getByLabel('Descripción').fill('Resumen nuevo');
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Video actualizado correctamente')).toBeVisible();
    await page.getByRole('button', { name: 'Cerrar' }).click();

    await page.getByRole('button', { name: 'Regenerar segmentos' }).click();
    await expect(
      page.getByText('Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.'),
    ).toBeVisible();
    await expect.poll(async () => (await vods.get(id))?.generation, { timeout: patience }).not.toBe(before?.generation);
    expect((await vods.get(id))?.visible).toBe(false);
    await page.goto('/vods/manage');
    await page.getByRole('searchbox').fill(before?.title ?? '');
    const listed = page.getByRole('listitem').filter({ has: page.locator(`a[href="/vods/manage/${id}"]`) });
    await expect(listed).toContainText('Hidden');
    await listed.getByRole('switch').click();
    await expect.poll(async () => (await vods.get(id))?.visible).toBe(true);

    const gone = await recordingOf(clubId(0), `De paso ${ulid()}`);
    await page.goto(`/vods/manage/${gone}`);
    await page.getByRole('button', { name: 'Eliminar video' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click();
    await expect(page.getByText('Video eliminado correctamente')).toBeVisible();
    await expect(page).toHaveURL('/vods/manage');
    expect(await vods.get(gone)).toBeUndefined();
    await page.goto(`/vods/manage/${gone}`);
    await expect(page.getByText('VOD no encontrado')).toBeVisible();
  },
);

test(
  '[B-VOD-19][B-VOD-21][B-VOD-11][B-VOD-13] the list of videos orders by hand and says when there is nothing',
  long,
  async ({ page, logInAs }) => {
    const id = toSeedId('V', 24);
    const title = (await vods.get(id))?.title ?? '';
    await logInAs('ADMIN');
    await page.goto('/vods/manage');
    await page.getByRole('searchbox').fill(title);
    const listed = page.getByRole('listitem').filter({ has: page.locator(`a[href="/vods/manage/${id}"]`) });
    const order = listed.getByRole('textbox', { name: `Orden de ${title}` });
    await order.fill('7');
    // The list is read again after the change, and the row may move to another place.
    let saved = false;
    const settled = page.waitForResponse((answer) => {
      saved ||= answer.request().method() === 'PATCH';
      return saved && answer.url().includes('/live/vods?');
    });
    await order.press('Enter');
    await settled;
    await expect(order).toHaveValue('7');
    await expect.poll(async () => (await vods.get(id))?.renderOrder).toBe(7);
    await listed.getByRole('button', { name: /bajar/ }).click();
    await expect.poll(async () => (await vods.get(id))?.renderOrder).toBe(6);
    await order.fill('0');
    await order.press('Enter');
    await expect(order).toHaveValue('6');
    await order.fill('');
    await order.press('Enter');
    await expect.poll(async () => (await vods.get(id))?.renderOrder).toBeNull();
    await page.getByRole('searchbox').fill('no hay tal video');
    await expect(page.getByText('No hay videos disponibles')).toBeVisible();

    await page.goto(`/vods/manage/${id}`);
    await page.route('**/live/vods/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByLabel('Descripción').fill('Se pierde por el camino');
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByRole('dialog')).toContainText(/No hay conexión|Error al actualizar el Video/);
    await expect(page.getByLabel('Descripción')).toHaveValue('Se pierde por el camino');
  },
);

test(
  '[B-CAM-9][B-CAM-12][B-CAM-13][B-CAM-14][B-CAM-15][B-CAM-16][B-CAM-19][B-CAM-20][B-CAM-21][B-CAM-22] cameras are listed, ordered, tested and deleted',
  long,
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
    // A click right after typing is not undone by the search that comes later.
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
