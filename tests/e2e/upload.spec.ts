/**
 * From a file on an admin's disk to a published video: uploads straight to S3, despite dropped connections and reloads.
 */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { demoAccounts, demoPassword } from '../../infra/local/config.ts';
import { encodingLimit } from '../support/limits.ts';
import { repetitions } from '../support/test-profile.ts';
import { createVideoFile, removeFiles, type VideoFile } from './support/files.ts';
import { addresses, platformPid, vods } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { findDescendants, watchMemory } from './support/processes.ts';
import { expect, nightly, test } from './support/test.ts';
import { createUploadConnection } from './support/upload-connection.ts';

const run = Date.now().toString(36);
const megabyte = 1024 * 1024;

test.afterEach(removeFiles);

test('[A-LOGIN-9][B-EV-1][B-EV-4][B-EV-12][B-EV-18][B-VOD-1][B-VOD-5][B-VOD-16][B-VOD-17][B-VOD-18][B-VOD-20][B-STATE-1][B-STATE-9] uploads a video through a dropped connection and a reload, and shows it', async ({
  page,
  device,
}) => {
  test.setTimeout(2 * encodingLimit);
  const match = `Cadete A – Cadete B ${run}`;
  // Long enough to be seen while it is encoded.
  const file = await createVideoFile(`final-${run}.mp4`, {
    seconds: 10,
    rate: 25,
    size: repetitions(48, 80) * megabyte,
  });

  await test.step('logs in by hand', async () => {
    await page.goto('/login');
    await page.getByLabel('Email o identificador de usuario').fill(demoAccounts.admin);
    await page.getByRole('textbox', { name: 'Contraseña' }).fill(demoPassword);
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    await expect(page).toHaveURL('/home');
    await page.getByRole('link', { name: 'Admin' }).click();
  });

  await test.step('creates the event', async () => {
    await page.getByRole('link', { name: 'Eventos' }).click();
    await page.getByRole('link', { name: 'Crear Evento' }).first().click();
    await expect(page.getByRole('heading', { name: 'Crear Evento' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Título' }).fill(match);
    await page.getByRole('textbox', { name: 'Inicio' }).fill('2026-11-21T17:00');
    await page.getByRole('textbox', { name: 'Fin' }).fill('2026-11-21T19:00');
    await page.getByRole('combobox', { name: 'Clubes' }).fill('olivos');
    await page.getByRole('option', { name: 'Los Olivos UD' }).click();
    await page.getByRole('button', { name: 'Crear Evento' }).click();
    await expect(page.getByText('Evento creado correctamente')).toBeVisible();
    await expect(page).toHaveURL('/sportevents/manage');
  });

  const puts: { part: number; status: number }[] = [];
  page.on('response', (answer) => {
    const part = new URL(answer.url()).searchParams.get('partNumber');
    if (answer.request().method() === 'PUT' && part) puts.push({ part: Number(part), status: answer.status() });
  });
  const line = await createUploadConnection(page);
  const countStoredParts = () => puts.filter(({ status }) => status === 200).length;

  await test.step('starts the upload; the connection drops and returns', async () => {
    await page.getByRole('link', { name: 'Videos' }).click();
    await page.getByRole('link', { name: 'Subir Video' }).first().click();
    await page.getByLabel('Archivo de video').setInputFiles(file.path);
    await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue(`final ${run}`);
    await page.getByRole('textbox', { name: 'Título' }).fill(match);
    const select = page.getByLabel('Evento deportivo');
    await select.selectOption(await select.locator('option', { hasText: match }).getAttribute('value'));
    await page.getByRole('button', { name: 'Subir Video' }).click();
    await line.pass(3);
    const progress = page.getByRole('dialog').getByRole('progressbar', { name: 'Subida' });
    await expect.poll(countStoredParts, { intervals: [50] }).toBe(3);
    await expect(progress).toBeVisible();
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(25);
    await line.cut();
    await expect(page.getByText('Sin conexión. La subida seguirá sola cuando vuelva.').first()).toBeVisible();
    await line.mend();
    await line.pass(2);
    await expect.poll(countStoredParts, { intervals: [50] }).toBe(5);
  });

  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('switch') })
    .filter({ hasText: match });
  await test.step('continues in the background while the list is open', async () => {
    await page.getByRole('button', { name: 'Seguir en segundo plano' }).click();
    await expect(page).toHaveURL('/vods/manage');
    await expect(row).toContainText('En cola');
    await expect(row.getByRole('switch')).toBeDisabled();
  });

  const otherTab = await page.context().newPage();
  const otherDock = otherTab.getByRole('region', { name: 'Subidas' });
  await test.step('another tab neither cancels the upload nor sends it a second time', async () => {
    await otherTab.goto('/vods/manage');
    await expect(otherDock).toContainText('En marcha en otra pestaña');
    await expect(otherDock.locator('input[type=file]')).toHaveCount(0);
    await expect(otherDock.getByRole('button', { name: /Cancelar la subida/ })).toHaveCount(0);
  });

  await test.step('reloads midway and chooses the file again', async () => {
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    // The tab that had the file has lost it: either tab may continue now.
    await expect(otherDock).toContainText(`Vuelve a elegir «final-${run}.mp4»`);
    const dock = page.getByRole('region', { name: 'Subidas' });
    await expect(dock).toContainText(`Vuelve a elegir «final-${run}.mp4»`);
    const wrong = { name: 'otro.mp4', mimeType: 'video/mp4', buffer: Buffer.from('otro') };
    await dock.locator('input[type=file]').setInputFiles(wrong);
    await expect(dock).toContainText('Ese no es el mismo archivo');
    await dock.locator('input[type=file]').setInputFiles(file.path);
    await expect(otherDock).toContainText('En marcha en otra pestaña');
    await line.pass(Number.POSITIVE_INFINITY);
    await expect(dock).toContainText('Video subido correctamente', { timeout: encodingLimit });
  });

  await expect(otherDock).toHaveCount(0);
  await otherTab.close();

  await test.step('sent no stored part twice', () => {
    const whole = puts.filter(({ status }) => status === 200).map(({ part }) => part);
    expect([...whole].sort((a, b) => a - b)).toEqual([...new Set(whole)].sort((a, b) => a - b));
    expect(new Set(whole).size).toBe(Math.ceil(file.size / (8 * megabyte)));
  });

  await test.step('updates each state in the list', async () => {
    // The file plays as it is, while its encoding is to come.
    await expect(row).toContainText('Ya se ve · mejorando la calidad');
    await expect(row).toContainText('Finalizado', { timeout: encodingLimit });
    await expect(row).toContainText('Hidden');
  });

  await test.step('shows the video', async () => {
    const visitor = await device();
    await visitor.goto('/futbol');
    await expect(visitor.getByRole('link', { name: match })).toHaveCount(0);
    await row.getByRole('switch').click();
    await expect(row.getByRole('switch')).toBeChecked();
    await expect(row).not.toContainText('Hidden');
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByRole('link', { name: match })).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await row.getByRole('link', { name: match, exact: true }).click();
    await page.getByRole('link', { name: 'Ver el video' }).click();
    await expectPlaying(page);
  });
});

test(
  '[B-VOD-5] streams a large video to S3 without filling the memory of browser or server',
  nightly,
  async ({ page, logInAs }) => {
    // More than twice the memory limit of either.
    const size = 1.25 * 1024 ** 3;
    const { bavail, bsize } = statfsSync(tmpdir());
    // The bucket stores the parts and then the whole file.
    test.skip(bavail * bsize < 4 * size, 'not enough room on the disk');
    test.setTimeout(2 * encodingLimit);
    const title = `Grande ${run}`;
    const file: VideoFile = await createVideoFile(`grande-${run}.mp4`, { seconds: 2, size });
    await logInAs('ADMIN');
    await page.goto('/vods/create');
    await page.getByLabel('Archivo de video').setInputFiles(file.path);
    await page.getByRole('textbox', { name: 'Título' }).fill(title);
    const server = watchMemory(() => [platformPid]);
    const client = watchMemory(() => findDescendants(process.pid).filter((pid) => pid !== process.pid));
    let hosts: Set<string> | undefined;
    page.on('request', (call) => {
      if (call.method() === 'PUT') hosts = (hosts ?? new Set()).add(new URL(call.url()).origin);
    });
    const begun = performance.now();
    await page.getByRole('button', { name: 'Subir Video' }).click();
    const bar = page.getByRole('dialog').getByRole('progressbar', { name: 'Subida' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
    await expect(page.getByText('Video subido correctamente').first()).toBeVisible({ timeout: encodingLimit });
    const took = performance.now() - begun;
    const [serverPeak, clientPeak] = [server.stop(), client.stop()];
    console.log(
      `  ${(file.size / 1e9).toFixed(1)} GB in ${(took / 1000).toFixed(1)} s; at most ${mb(serverPeak)} more in the server, ${mb(clientPeak)} more in the browser`,
    );
    expect([...(hosts ?? [])]).not.toContain(addresses.web);
    expect([...(hosts ?? [])]).not.toContain(addresses.api);
    expect(serverPeak).toBeLessThan(400e6);
    expect(clientPeak).toBeLessThan(600e6);
    await expect.poll(async () => (await findStored(title)).status, { timeout: encodingLimit }).toBe('FINISHED');
  },
);

const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

async function findStored(title: string) {
  const row = (await vods.rows()).find((one) => one.title === title.toLowerCase());
  return (await vods.get(row!.id))!;
}
