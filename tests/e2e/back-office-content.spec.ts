/** More of the back office in a real browser: ads and content with files, club staff by email, moments, profiles. */
import { ulid } from 'ulid';
import { encodingLimit } from '../support/limits.ts';
import { createVideoFile, removeFiles } from './support/files.ts';
import { findInvitation } from './support/mail.ts';
import { clubId } from './support/platform.ts';
import { expect, nightly, test } from './support/test.ts';

const run = ulid().slice(-6).toLowerCase();

test.afterEach(removeFiles);

test(
  '[B-AD-1][B-AD-6][B-AD-11][B-AD-14][B-AD-15][B-CON-1][B-CON-4][B-CON-10] uploads an ad and content, orders them and deletes the ad',
  nightly,
  async ({ page, logInAs }) => {
    test.setTimeout(2 * encodingLimit);
    await logInAs('ADMIN');
    const file = await createVideoFile(`anuncio-${run}.mp4`, { seconds: 2 });

    await page.goto('/ad-videos/create');
    await page.getByLabel('Archivo de video').setInputFiles({
      name: 'falso.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('<html>'),
    });
    await expect(page.getByText('El archivo debe ser un video MP4')).toBeVisible();
    await page.getByLabel('Archivo de video').setInputFiles(file.path);
    await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue(`anuncio ${run}`);
    await page.getByRole('combobox', { name: 'Clubes' }).fill('sauce');
    await page.getByRole('option', { name: 'CD Sauce' }).click();
    await page.getByRole('button', { name: 'Subir Anuncio' }).click();
    await expect(page.getByText('Anuncio subido correctamente').first()).toBeVisible();
    await expect(page).toHaveURL('/ad-videos/manage');

    const ad = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `anuncio ${run}` });
    await expect(ad.getByText('Finalizado')).toBeVisible({ timeout: encodingLimit });
    const priority = ad.getByRole('textbox', { name: /Prioridad/ });
    await ad.getByRole('button', { name: /bajar/ }).click();
    await expect(priority).toHaveValue('');
    await ad.getByRole('button', { name: /subir/ }).click();
    await expect(priority).toHaveValue('2');
    await page.reload();
    await expect(priority).toHaveValue('2');

    await page.goto('/content/create');
    await page.getByLabel('Archivo de video').setInputFiles(file.path);
    await page.getByRole('combobox', { name: 'Categoría' }).fill('resu');
    await page.getByRole('option', { name: 'Resúmenes' }).click();
    await page.getByRole('button', { name: 'Subir Contenido' }).click();
    await expect(page.getByText('Contenido subido correctamente').first()).toBeVisible();
    await expect(page).toHaveURL('/content/manage');
    const content = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `anuncio ${run}` });
    await expect(content.getByText('Resúmenes')).toBeVisible();

    await page.getByRole('link', { name: 'Anuncios' }).click();
    await ad.getByRole('link', { name: `anuncio ${run}` }).click();
    await page.getByRole('button', { name: 'Eliminar anuncio' }).click();
    await expect(page.getByRole('list', { name: 'Clubes asociados' })).toHaveText('CD Sauce');
    await page.getByRole('button', { name: 'Borrar' }).click();
    await expect(page.getByText('Anuncio eliminado correctamente')).toBeVisible();
    await expect(page).toHaveURL('/ad-videos/manage');
  },
);

test(
  '[B-STAFF-1][B-STAFF-7][B-STAFF-17][B-STAFF-20][B-STAFF-21][B-STAFF-22][B-CLUB-9] invites staff, who accept by email, work for the club and are disabled',
  nightly,
  async ({ page, logInAs, device }) => {
    await logInAs('ADMIN');
    const email = `ana.${run}@club.test`;
    await page.goto('/club-staff-users/create');
    await page.getByRole('textbox', { name: 'Email' }).fill(`  ${email.toUpperCase()}`);
    await page.getByRole('combobox', { name: 'Club' }).fill('sauce');
    await page.getByRole('option', { name: 'CD Sauce' }).click();
    await page.getByRole('button', { name: 'Enviar invitación' }).click();
    await expect(page.getByText(`Invitación enviada correctamente a ${email} para unirse a CD Sauce`)).toBeVisible();
    await expect(page).toHaveURL('/club-staff-users/manage');
    const first = await findInvitation(email, 1);
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: email });
    await row.getByRole('button', { name: /Reenviar/ }).click();
    const second = await findInvitation(email, 2);

    const her = await device();
    await her.goto(first);
    await expect(her.getByText('La invitación no es válida o ha caducado.')).toBeVisible();
    await her.goto(second);
    await her.getByRole('textbox', { name: 'Nombre' }).fill('Ana Ruiz');
    await her.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('una-clave-larga');
    await her.getByRole('textbox', { name: 'Repite la contraseña' }).fill('una-clave-larga');
    await her.getByRole('button', { name: 'Activar mi cuenta' }).click();
    await expect(her).toHaveURL('/login');
    await her.getByLabel('Email o identificador de usuario').fill(email);
    await her.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('una-clave-larga');
    await her.getByRole('button', { name: 'Iniciar Sesión' }).click();
    await expect(her).toHaveURL('/home');
    await her.goto(`/clubs/manage/${clubId(0)}`);
    await expect(her.getByRole('heading', { name: 'Mi Club' })).toBeVisible();
    await expect(her.getByRole('textbox', { name: 'Nombre' })).toBeEnabled();
    await her.goto(`/clubs/manage/${clubId(1)}`);
    await expect(her.getByRole('textbox', { name: 'Nombre' })).toBeDisabled();

    await page.reload();
    await row.getByRole('link', { name: /Ver detalles/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ana Ruiz' })).toBeVisible();
    await page.getByLabel('Estado').selectOption('disabled');
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Usuario actualizado correctamente')).toBeVisible();
    await her.goto('/vods/manage');
    await expect(her).toHaveURL('/login');
  },
);

test('warns of unsaved changes before Back or a link', async ({ page, logInAs }) => {
  await logInAs('ADMIN');
  // Other tests create clubs, and a page of the list shows twelve.
  await page.goto('/clubs/manage');
  await page.getByRole('searchbox', { name: 'Buscar clubes' }).fill('CD Sauce');
  await page.getByRole('link', { name: 'CD Sauce', exact: true }).click();
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
