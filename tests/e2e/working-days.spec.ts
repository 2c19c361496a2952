/** Two working days in full: a club's volunteer, and an admin on a match day. */
import type { Page } from '@playwright/test';
import { ulid } from 'ulid';
import { Encoder } from '../support/encoder.ts';
import { encodingLimit } from '../support/limits.ts';
import { createVideoFile, removeFiles } from './support/files.ts';
import { findInvitation } from './support/mail.ts';
import { addresses, createClub, createEvent } from './support/platform.ts';
import { expectPlaying, openAtAd } from './support/player.ts';
import { expect, nightly, test } from './support/test.ts';
import { createUploadConnection } from './support/upload-connection.ts';

const run = ulid().slice(-6).toLowerCase();
const encoders: Encoder[] = [];

test.afterEach(async () => {
  removeFiles();
  for (const encoder of encoders.splice(0)) await encoder.stop();
});

const row = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option);
  await page.getByRole('option', { name: option }).click();
}

test(
  '[B-PERM-2][B-PERM-4][B-STAFF-20][B-EV-9][B-VOD-2][B-STAT-1] a volunteer’s day: accepts an invitation, creates a match while uploading, and adds moments',
  nightly,
  async ({ page, logInAs, device }) => {
    test.setTimeout(2 * encodingLimit);
    const name = `CD Voluntario ${run}`;
    await createClub(name);
    const email = `voluntaria.${run}@club.test`;
    const match = `Alevín A – Alevín B ${run}`;
    const her = await device();

    await test.step('an admin invites the volunteer, who accepts and logs in', async () => {
      await logInAs('ADMIN');
      await page.goto('/club-staff-users/create');
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await choose(page, 'Club', name);
      await page.getByRole('button', { name: 'Enviar invitación' }).click();
      await her.goto(await findInvitation(email, 1));
      await her.getByRole('textbox', { name: 'Nombre' }).fill('Lola Paz');
      await her.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('una-clave-larga');
      await her.getByRole('textbox', { name: 'Repite la contraseña' }).fill('una-clave-larga');
      await her.getByRole('button', { name: 'Activar mi cuenta' }).click();
      await her.getByLabel('Email o identificador de usuario').fill(email);
      await her.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('una-clave-larga');
      await her.getByRole('button', { name: 'Iniciar Sesión' }).click();
      await expect(her).toHaveURL('/home');
    });

    await test.step('starts an upload, and creates the match on the way', async () => {
      await her.goto('/vods/manage');
      await expect(her.getByText('No hay videos disponibles')).toBeVisible();
      await her.getByRole('link', { name: 'Subir Video' }).first().click();
      await her.getByRole('link', { name: 'Crear un evento primero' }).click();
      // The previous page, which also has a title field, stays until this one has loaded.
      await expect(her.getByRole('heading', { name: 'Crear Evento' })).toBeVisible();
      await her.getByRole('textbox', { name: 'Título' }).fill(match);
      await her.getByRole('textbox', { name: 'Inicio' }).fill('2026-11-21T10:00');
      await her.getByRole('textbox', { name: 'Fin' }).fill('2026-11-21T11:30');
      await expect(her.getByRole('list', { name: 'Clubes elegidos' })).toContainText(name);
      await her.getByRole('button', { name: 'Crear Evento' }).click();
      await expect(her).toHaveURL(/\/vods\/create\?sportEventId=/);
      await expect(her.getByLabel('Evento deportivo').locator('option:checked')).toContainText(match);
    });

    const file = await createVideoFile(`alevin-${run}.mp4`, { seconds: 8, size: 40 * 1024 * 1024 });
    await test.step('pauses the upload while browsing, and resumes it', async () => {
      const connection = await createUploadConnection(her);
      await her.getByLabel('Archivo de video').setInputFiles(file.path);
      await her.getByRole('textbox', { name: 'Título' }).fill(match);
      await her.getByRole('button', { name: 'Subir Video' }).click();
      await her.getByRole('button', { name: 'Seguir en segundo plano' }).click();
      const dock = her.getByRole('region', { name: 'Subidas' });
      await dock.getByRole('button', { name: `Pausar la subida de ${match}` }).click();
      await expect(dock).toContainText('En pausa. Lo que ya se ha subido se conserva.');
      await connection.pass(Number.POSITIVE_INFINITY);
      await her.getByRole('link', { name: 'Eventos' }).click();
      await expect(row(her, match)).toBeVisible();
      await dock.getByRole('button', { name: `Reanudar la subida de ${match}` }).click();
      await expect(dock).toContainText('Video subido correctamente');
      await her.getByRole('link', { name: 'Videos' }).click();
      await expect(row(her, match)).toContainText('Finalizado', { timeout: encodingLimit });
    });

    await test.step('adds moments while watching, by keyboard only', async () => {
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
  },
);

test(
  '[B-SHELL-2][B-AD-6][V-AD-1][B-CAM-4][B-API-97][B-STAT-2] a match day: tests a camera, shows it to viewers, adds an ad, and reads the audience',
  nightly,
  async ({ page, logInAs, device }) => {
    test.setTimeout(2 * encodingLimit);
    const name = `Atlético Jornada ${run}`;
    const clubId = await createClub(name);
    const title = `Jornada ${run}: Local – Visitante`;
    await createEvent({ title, clubIds: [clubId], isPublic: true });
    const slug = `jornada-${run}`;
    const viewer = await device();
    await logInAs('ADMIN');

    await test.step('checks the camera in test: the signal is measured and visible, viewers find nothing', async () => {
      await page.goto('/cameras/create');
      await page.getByLabel('Slug').fill(slug);
      await page.getByRole('switch', { name: 'En producción' }).click();
      await page.getByRole('button', { name: 'Crear Cámara' }).click();
      await expect(page).toHaveURL('/cameras/manage');
      await row(page, slug).getByRole('link').first().click();
      const select = page.getByLabel('Evento deportivo');
      await select.selectOption(await select.locator('option', { hasText: title }).getAttribute('value'));
      await page.getByRole('button', { name: 'Actualizar cámara' }).click();
      await expect(page.getByText('Cámara actualizada correctamente')).toBeVisible();

      const key = await page.getByLabel('Clave de emisión', { exact: true }).inputValue();
      encoders.push(await Encoder.start(`${addresses.rtmp}/${key}`));
      await expect(page.getByText('640 × 360')).toBeVisible();
      await expect(page.getByText('cada 1 s')).toBeVisible();
      const signal = page.getByRole('region', { name: 'Señal ahora' });
      await expect(signal.getByText('Emite a 1280 × 720 o más: en una tele se notará')).toBeVisible();
      await page.getByRole('button', { name: 'Ver la señal' }).click();
      await expectPlaying(page);
      await viewer.goto(`/live/${slug}`);
      await expect(viewer).toHaveURL('/404');
    });

    await test.step('goes to production, and a visitor watches', async () => {
      await page.getByRole('switch', { name: 'En producción' }).click();
      await page.getByRole('button', { name: 'Actualizar cámara' }).click();
      await expect(page.getByText('Cámara actualizada correctamente')).toBeVisible();
      await viewer.goto(`/live/${slug}`);
      await expectPlaying(viewer);
    });

    const spot = `Anuncio ${run}`;
    await test.step('uploads an ad for the club', async () => {
      const file = await createVideoFile(`spot-${run}.mp4`, { seconds: 3 });
      await page.goto('/ad-videos/create');
      await page.getByLabel('Archivo de video').setInputFiles(file.path);
      await page.getByRole('textbox', { name: 'Título' }).fill(spot);
      await choose(page, 'Clubes', name);
      await page.getByRole('button', { name: 'Subir Anuncio' }).click();
      await expect(page).toHaveURL('/ad-videos/manage');
      await expect(row(page, spot)).toContainText('Finalizado', { timeout: encodingLimit });
    });

    await test.step('the match ends, becomes a hidden video, and is shown', async () => {
      for (const encoder of encoders.splice(0)) await encoder.stop();
      await page.goto('/vods/manage');
      await page.getByRole('searchbox').fill(title);
      // The recording exists only after the reconnect window.
      await expect(async () => {
        await page.reload();
        await expect(row(page, title)).toContainText('Finalizado', { timeout: 10_000 });
      }).toPass();
      await row(page, title).getByRole('switch').click();
      await expect(row(page, title).getByRole('switch')).toBeChecked();
    });

    await test.step('plays the uploaded ad before the video', async () => {
      const address = await row(page, title).getByRole('link', { name: title, exact: true }).getAttribute('href');
      const id = String(address).split('/').at(-1);
      const ad = await openAtAd(viewer, `/vods/${id}`, spot);
      await expect(ad).toHaveCount(0);
      await expectPlaying(viewer);
      await page.goto(`/vods/${id}/stats`);
      await expect(page.getByText('Reproducciones')).toBeVisible();
    });
  },
);
