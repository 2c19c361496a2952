/** A goal becomes a clip with one tap, is published, plays without an account, and is deleted again. */
import { readFile } from 'node:fs/promises';
import { encodingLimit } from '../support/limits.ts';
import { addMoment, addresses, createClub, createRecording } from './support/platform.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

test('[D-CLIP-1][D-CLIP-2] cuts a goal and a chosen play, publishes and withdraws them @ci', async ({
  page,
  logInAs,
  device,
}) => {
  test.setTimeout(2 * encodingLimit);
  const clubId = await createClub('CD Recorte', { publicClips: true });
  const vodId = await createRecording(clubId, 'Semifinal de la Copa de la Vega');
  await addMoment({ vodId, clubId, timestampMs: 6000, label: 'Gol de Vera' });
  await logInAs('CLUB_STAFF', { clubId });
  await page.goto(`/vods/${vodId}`);
  const panel = page.getByRole('region', { name: 'Clips' });
  await panel.getByRole('button', { name: 'Cortar clip de Gol de Vera, 0:06' }).click();

  // Meanwhile, another clip by hand: both handles are moved by keyboard.
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
  await expect(panel.getByRole('button', { name: 'Ver La parada del partido' })).toBeVisible({
    timeout: encodingLimit,
  });

  await panel.getByRole('button', { name: 'Publicar Gol de Vera' }).click();
  const address = await panel.getByRole('link', { name: 'Página de Gol de Vera' }).getAttribute('href');
  const visitor = await device();
  await visitor.goto(String(address));
  await expect(visitor.getByRole('heading', { level: 1, name: 'Gol de Vera' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Ver por 1,99 €' })).toHaveAttribute('href', `/vods/${vodId}#comprar`);
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
  await visitor.getByRole('button', { name: 'Más acciones' }).click();
  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('button', { name: 'Descargar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Gol de Vera.mp4');
  expect((await readFile(await download.path())).subarray(4, 8).toString()).toBe('ftyp');

  await panel.getByRole('button', { name: 'Cambiar el nombre de Gol de Vera' }).click();
  const naming = page.getByRole('dialog', { name: 'Cambiar el nombre' });
  await naming.getByRole('textbox', { name: 'Título' }).fill('');
  await expect(naming.getByRole('button', { name: 'Guardar' })).toBeDisabled();
  await expectAccessible(page);
  await naming.getByRole('textbox', { name: 'Título' }).fill('El golazo de Vera');
  await page.keyboard.press('Enter');
  await expect(naming).toHaveCount(0);

  await panel.getByRole('button', { name: 'Ocultar El golazo de Vera' }).click();
  await expect(panel.getByRole('button', { name: 'Publicar El golazo de Vera' })).toBeVisible();
  const gone = await visitor.request.get(`${addresses.api}/clips/${String(address).split('/').pop()}`);
  expect(gone.status()).toBe(404);
});

test(
  '[D-CLIP-4] makes a summary of a match with one tap, and publishes it',
  nightly,
  async ({ page, logInAs, device }) => {
    test.setTimeout(2 * encodingLimit);
    const clubId = await createClub('CD Resumen', { publicClips: true });
    const vodId = await createRecording(clubId, 'Final de la Copa de la Vega');
    await logInAs('CLUB_STAFF', { clubId });
    await page.goto(`/vods/${vodId}`);
    const panel = page.getByRole('region', { name: 'Clips' });
    await expect(panel.getByRole('button', { name: 'Cortar clip', exact: true })).toBeVisible();
    // Without moments there is no summary.
    const summaryButton = panel.getByRole('button', { name: 'Resumen automático' });
    await expect(summaryButton).toHaveCount(0);
    await addMoment({ vodId, clubId, timestampMs: 2000, label: 'Gol de Vera' });
    await addMoment({ vodId, clubId, timestampMs: 6000, label: 'Gol de Soto' });
    await page.reload();
    await summaryButton.click();
    await expect(panel.getByText('Resumen de 1 jugada')).toBeVisible();
    await expectAccessible(page);
    const name = 'Resumen: Final de la Copa de la Vega';
    await panel.getByRole('button', { name: `Publicar ${name}` }).click({ timeout: encodingLimit });
    const address = await panel.getByRole('link', { name: `Página de ${name}` }).getAttribute('href');
    const visitor = await device();
    await visitor.goto(String(address));
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect
      .poll(() => visitor.locator('video').evaluate(({ duration }: HTMLVideoElement) => duration))
      .toBeGreaterThan(8);
    await expectAccessible(visitor);
  },
);

test(
  '[D-CLIP-3] lets viewers cut their own clips where the club allows it, and find them again',
  nightly,
  async ({ page, logInAs }) => {
    test.setTimeout(2 * encodingLimit);
    const clubId = await createClub('CD Abonado', { viewerClips: true });
    const vodId = await createRecording(clubId, 'Liguilla de la Vega');
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(`/vods/${vodId}`);
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('button', { name: 'Cortar clip', exact: true }).click();
    const cutter = page.getByRole('dialog', { name: 'Cortar clip' });
    await cutter.getByRole('textbox', { name: 'Título' }).fill('El gol de mi hija');
    await cutter.getByRole('button', { name: /^Cortar 0:/ }).click();
    const list = page.getByRole('dialog', { name: 'Tus clips de este partido' });
    await list.getByRole('button', { name: 'Ver El gol de mi hija' }).click({ timeout: encodingLimit });
    const video = list.locator('video');
    await expect.poll(() => video.evaluate(({ duration }: HTMLVideoElement) => duration)).toBeGreaterThan(4);
    await expect(list.getByText('Para ti y el club')).toBeVisible();
    await expectAccessible(page);
    await list.getByRole('link', { name: 'Todos tus clips' }).click();
    const mine = page.getByRole('region', { name: 'Mis clips' });
    await expect(mine.getByRole('link', { name: 'Liguilla de la Vega' })).toBeVisible();
    await expectAccessible(page);
    await mine.getByRole('button', { name: 'Eliminar El gol de mi hija' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click();
    await expect(mine).toHaveCount(0);
  },
);

test(
  '[E-PAY-2] plays the club’s free preview to a visitor, and nothing else',
  nightly,
  async ({ page, logInAs, device }) => {
    test.setTimeout(2 * encodingLimit);
    const clubId = await createClub('CD Muestra');
    const vodId = await createRecording(clubId, 'Derbi de la Vega');
    await logInAs('CLUB_STAFF', { clubId });
    await page.goto(`/vods/${vodId}`);
    const panel = page.getByRole('region', { name: 'Clips' });
    await panel.getByRole('button', { name: 'Momento gratis' }).click();
    const dialog = page.getByRole('dialog', { name: 'Momento gratis' });
    await expect(dialog.getByRole('slider', { name: 'Inicio del momento gratis' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Ofrecer este momento' }).click();
    await expect(panel.getByText('Gratis, una vez', { exact: true })).toBeVisible({ timeout: encodingLimit });

    const visitor = await device();
    await visitor.goto(`/vods/${vodId}`);
    const offer = visitor.getByRole('button', { name: 'Ver un momento gratis' });
    await expect(offer).toBeVisible();
    await expectAccessible(visitor);
    await offer.click();
    const video = visitor.getByLabel('Momento gratis de Derbi de la Vega');
    const readPosition = () => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
    await expect.poll(readPosition).toBeGreaterThan(0.3);
    await expectAccessible(visitor);
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = element.duration;
      return element.play();
    });
    await expect(visitor.getByRole('link', { name: /^Seguir viendo/ })).toBeFocused();
    await expect(visitor.getByRole('heading', { name: 'Elige una de las siguientes opciones' })).toBeVisible();
  },
);
