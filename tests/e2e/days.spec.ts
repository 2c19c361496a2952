/** A day at the desk from beginning to end: a volunteer's at a club. */
import type { Page } from '@playwright/test';
import { ulid } from 'ulid';
import { removeFiles, videoFile } from './support/files.ts';
import { linkTo } from './support/mail.ts';
import { club } from './support/platform.ts';
import { expect, test } from './support/test.ts';

const run = ulid().slice(-6).toLowerCase();

test.afterEach(removeFiles);

const row = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option);
  await page.getByRole('option', { name: option }).click();
}

test("[B-PERM-2][B-PERM-4][B-STAFF-20][B-EV-9][B-VOD-2][B-STAT-1] a volunteer's day: invited, in, the match created on the way, uploaded, its moments kept", async ({
  page,
  logInAs,
  device,
}) => {
  test.setTimeout(150_000);
  const name = `CD Voluntario ${run}`;
  await club(name);
  const email = `voluntaria.${run}@club.test`;
  const match = `Alevín A – Alevín B ${run}`;
  const her = await device();

  await test.step('an admin invites her; she accepts and logs in', async () => {
    await logInAs('ADMIN');
    await page.goto('/club-staff-users/create');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await choose(page, 'Club', name);
    await page.getByRole('button', { name: 'Enviar invitación' }).click();
    await her.goto(await linkTo(email, 1));
    await her.getByRole('textbox', { name: 'Nombre' }).fill('Lola Paz');
    await her.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('una-clave-larga');
    await her.getByRole('textbox', { name: 'Repite la contraseña' }).fill('una-clave-larga');
    await her.getByRole('button', { name: 'Activar mi cuenta' }).click();
    await her.getByLabel('Email o identificador de usuario').fill(email);
    await her.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('una-clave-larga');
    await her.getByRole('button', { name: 'Iniciar Sesión' }).click();
    await expect(her).toHaveURL('/home');
  });

  await test.step('she begins to upload, and creates the match on the way', async () => {
    await her.goto('/vods/manage');
    await expect(her.getByText('No hay videos disponibles')).toBeVisible();
    await her.getByRole('link', { name: 'Subir Video' }).first().click();
    await her.getByRole('link', { name: 'Crear un evento primero' }).click();
    await her.getByRole('textbox', { name: 'Título' }).fill(match);
    await her.getByRole('textbox', { name: 'Inicio' }).fill('2026-11-21T10:00');
    await her.getByRole('textbox', { name: 'Fin' }).fill('2026-11-21T11:30');
    await expect(her.getByRole('list', { name: 'Clubes elegidos' })).toContainText(name);
    await her.getByRole('button', { name: 'Crear Evento' }).click();
    await expect(her).toHaveURL(/\/vods\/create\?sportEventId=/);
    await expect(her.getByLabel('Evento deportivo').locator('option:checked')).toContainText(match);
  });

  const file = await videoFile(`alevin-${run}.mp4`, { seconds: 8, size: 40 * 1024 * 1024 });
  await test.step('the upload pauses while she browses, and goes on', async () => {
    // The line of a sports ground: nothing gets through until it mends.
    const line = Promise.withResolvers<void>();
    await her.route(/partNumber=/, async (route) => {
      await line.promise;
      await route.continue().catch(() => undefined);
    });
    await her.getByLabel('Archivo de video').setInputFiles(file.path);
    await her.getByRole('textbox', { name: 'Título' }).fill(match);
    await her.getByRole('button', { name: 'Subir Video' }).click();
    await her.getByRole('button', { name: 'Seguir en segundo plano' }).click();
    const dock = her.getByRole('region', { name: 'Subidas' });
    await dock.getByRole('button', { name: `Pausar la subida de ${match}` }).click();
    await expect(dock).toContainText('En pausa. Lo que ya se ha subido se conserva.');
    line.resolve();
    await her.getByRole('link', { name: 'Eventos' }).click();
    await expect(row(her, match)).toBeVisible();
    await dock.getByRole('button', { name: `Reanudar la subida de ${match}` }).click();
    await expect(dock).toContainText('Video subido correctamente', { timeout: 30_000 });
    await her.getByRole('link', { name: 'Videos' }).click();
    await expect(row(her, match)).toContainText('Finalizado', { timeout: 60_000 });
  });

  await test.step('she keeps the moments while watching, by keyboard alone', async () => {
    await row(her, match)
      .getByRole('link', { name: /Estadísticas|Momentos/ })
      .first()
      .click();
    await expect
      .poll(() => her.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(1);
    await her.keyboard.press('n');
    await her.keyboard.type(`Gol de Lola ${run}`);
    await her.keyboard.press('Enter');
    await expect(her.getByRole('button', { name: new RegExp(`Ir a 0:0\\d: Gol de Lola ${run}`) })).toBeVisible();
    await expect(her.getByText('Espectadores únicos')).toHaveCount(0);
  });
});
