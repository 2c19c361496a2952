/** A goal becomes a clip by one tap, is published, and plays for somebody without an account; and all of it ends again. */
import { readFile } from 'node:fs/promises';
import { addMoment, addresses, club, recordingOf } from './support/platform.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('[D-CLIP-1][D-CLIP-2] staff cut a goal and a play of their choice, publish, and take back', async ({
  page,
  logInAs,
  device,
}) => {
  // Two encodings, however busy the machine is.
  test.setTimeout(180_000);
  const clubId = await club('CD Recorte', { publicClips: true });
  const vodId = await recordingOf(clubId, 'Semifinal de la Copa de la Vega');
  await addMoment({ vodId, clubId, timestampMs: 6000, label: 'Gol de Vera' });
  await logInAs('CLUB_STAFF', { clubId });
  await page.goto(`/vods/${vodId}`);
  const panel = page.getByRole('region', { name: 'Clips' });
  await panel.getByRole('button', { name: 'Cortar clip de Gol de Vera, 0:06' }).click();

  // Meanwhile another one, by hand: both handles move by keyboard.
  await panel.getByRole('button', { name: 'Cortar clip', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cortar clip' });
  await dialog.getByRole('slider', { name: 'Final del clip' }).press('Home');
  await expect(dialog.getByRole('button', { name: 'Cortar 0:05' })).toBeVisible();
  await dialog.getByRole('slider', { name: 'Inicio del clip' }).press('ArrowRight');
  await expect(dialog.getByText('Empieza en 0:00')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Título' }).fill('La parada del partido');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cortar 0:05' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Ver La parada del partido' })).toBeVisible({ timeout: 90_000 });

  await panel.getByRole('button', { name: 'Publicar Gol de Vera' }).click();
  const address = await panel.getByRole('link', { name: 'Página de Gol de Vera' }).getAttribute('href');
  const visitor = await device();
  await visitor.goto(String(address));
  await expect(visitor.getByRole('heading', { level: 1, name: 'Gol de Vera' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Semifinal de la Copa de la Vega' })).toBeVisible();
  const shared = await visitor.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href');
  expect(decodeURIComponent(String(shared))).toContain(`${addresses.web}${address}`);
  await visitor.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect
    .poll(() => visitor.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(0.3);
  await expectAccessible(visitor);
  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('button', { name: 'Descargar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Gol de Vera.mp4');
  expect((await readFile(await download.path())).subarray(4, 8).toString()).toBe('ftyp');

  await panel.getByRole('button', { name: 'Ocultar Gol de Vera' }).click();
  await expect(panel.getByRole('button', { name: 'Publicar Gol de Vera' })).toBeVisible();
  const gone = await visitor.request.get(`${addresses.api}/clips/${String(address).split('/').pop()}`);
  expect(gone.status()).toBe(404);
});
