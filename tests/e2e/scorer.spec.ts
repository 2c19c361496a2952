/** The scorer app on a phone: a match kept with one thumb, offline for a while, by two people. */
import type { Page } from '@playwright/test';
import { events } from './support/platform.ts';
import { board, createMatch, readKinds, status, tap } from './support/scorer-app.ts';
import { phone } from './support/screens.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

test.use({ viewport: phone, hasTouch: true, serviceWorkers: 'allow' });

const last = (page: Page) => page.getByRole('list', { name: 'Últimas acciones' }).getByRole('listitem');

/** Counts the actions that the phone has stored. A tap shows before it is stored, and a reload in between would lose it. */
const countStored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('cantera-mesa');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('queue').objectStore('queue').count();
          counting.onerror = () => reject(counting.error);
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

test('[D-DESK-1] the scorer app logs a match from kick-off to end, with undo', async ({ page, logInAs }) => {
  const { id, path, homeClubId } = await createMatch();
  await logInAs('CLUB_STAFF', { clubId: homeClubId });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(status(page)).toHaveText('Todo enviado');
  await expect(board(page)).toContainText('Sin empezar');

  await page.getByRole('button', { name: 'Empezar 1.ª parte' }).click();
  await expect(board(page)).toContainText('1.ª parte');
  await tap(page, 'SD Mesa', 'Gol');
  // A double tap counts once.
  await tap(page, 'SD Mesa', 'Gol');
  await tap(page, 'UD Pizarra', 'En propia');
  await tap(page, 'UD Pizarra', 'Gol');
  await expect(board(page)).toHaveText(/SD Mesa2.*UD Pizarra1/);
  await expect(last(page).first()).toContainText('Gol · UD Pizarra');
  // A shirt number is optional and applies to one action.
  await page.getByRole('textbox', { name: /Dorsal/ }).fill('1');
  await tap(page, 'UD Pizarra', 'Parada');
  await expect(last(page).first()).toContainText('Parada (1) · UD Pizarra');
  await expect(page.getByRole('textbox', { name: /Dorsal/ })).toHaveValue('');
  await page.getByRole('button', { name: 'Deshacer: Gol · UD Pizarra' }).click();
  await expect(board(page)).toHaveText(/SD Mesa2.*UD Pizarra0/);
  await page.getByRole('button', { name: 'Recuperar: Gol · UD Pizarra' }).click();
  await expect(board(page)).toHaveText(/SD Mesa2.*UD Pizarra1/);

  await page.getByRole('button', { name: 'Final de la 1.ª parte' }).click();
  await page.getByRole('button', { name: 'Empezar 2.ª parte' }).click();
  await page.getByRole('button', { name: 'Final del partido', exact: true }).click();
  await expect(board(page)).toContainText('Final');
  await expect(last(page)).toHaveCount(5);
  await expect(status(page)).toHaveText('Todo enviado');
  await expect
    .poll(() => readKinds(id))
    .toEqual([
      'PERIOD_START',
      'GOAL',
      'OWN_GOAL',
      'GOAL',
      'SAVE',
      'UNDO',
      'UNDO',
      'PERIOD_END',
      'PERIOD_START',
      'MATCH_END',
    ]);
});

test('[D-DESK-2] the scorer app keeps counting offline, survives a reload, and sends queued actions', async ({
  page,
  context,
  logInAs,
}) => {
  const { id, path, homeClubId } = await createMatch('BASKET');
  await logInAs('CLUB_STAFF', { clubId: homeClubId });
  await page.goto(path);
  await page.getByRole('button', { name: 'Empezar 1.er cuarto' }).click();
  await expect.poll(() => readKinds(id)).toEqual(['PERIOD_START']);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

  await context.setOffline(true);
  await tap(page, 'SD Mesa', '+2');
  await tap(page, 'UD Pizarra', '+3');
  await tap(page, 'SD Mesa', '+1');
  await expect(board(page)).toHaveText(/SD Mesa3.*UD Pizarra3/);
  await expect(status(page)).toHaveText('Sin conexión · 3 por enviar');
  expect(await readKinds(id)).toEqual(['PERIOD_START']);
  await expect.poll(() => countStored(page)).toBe(3);
  // A reloaded page may reach the server before the browser is offline again, and loses that answer.
  await page.reload();
  await expect(board(page)).toHaveText(/SD Mesa3.*UD Pizarra3/);
  await expect(status(page)).toHaveText('Sin conexión · 3 por enviar');
  await page.getByRole('button', { name: 'Deshacer: 1 punto · SD Mesa' }).click();
  await expect(status(page)).toHaveText('Sin conexión · 4 por enviar');

  await context.setOffline(false);
  await expect(status(page)).toHaveText('Todo enviado');
  await expect.poll(() => readKinds(id)).toEqual(['PERIOD_START', 'TWO_POINTS', 'THREE_POINTS', 'ONE_POINT', 'UNDO']);
  await expect(board(page)).toHaveText(/SD Mesa2.*UD Pizarra3/);
});

test(
  '[D-DESK-3] the staff’s link lets a scorer without an account keep the score until it is revoked',
  nightly,
  async ({ page, logInAs, device }) => {
    const { id, homeClubId } = await createMatch();
    const hour = 3_600_000;
    await events.change(id, (one) => ({
      ...one,
      scheduledStartDate: new Date(Date.now() - hour).toISOString(),
      scheduledFinishDate: new Date(Date.now() + hour).toISOString(),
    }));
    await logInAs('CLUB_STAFF', { clubId: homeClubId });
    await page.goto(`/sportevents/manage/${id}`);
    await page.getByRole('button', { name: 'Enlace de anotador' }).click();
    await page.getByRole('button', { name: 'Crear enlace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enlace de anotador' });
    await expect(dialog.getByRole('img', { name: /Código QR/ })).toBeVisible();
    await expectAccessible(page);
    const link = await dialog.getByLabel('Enlace', { exact: true }).inputValue();

    const scorer = await device();
    const asked: string[] = [];
    scorer.on('request', (request) => asked.push(request.url()));
    await scorer.goto(link);
    await expect(status(scorer)).toHaveText('Todo enviado');
    await expect(scorer).toHaveURL(`/mesa/${id}`);
    await scorer.getByRole('button', { name: 'Empezar 1.ª parte' }).click();
    await tap(scorer, 'SD Mesa', 'Gol');
    await expect.poll(() => readKinds(id)).toEqual(['PERIOD_START', 'GOAL']);
    // The phone has stored the token, which only the opened link contained.
    await scorer.reload();
    await expect(status(scorer)).toHaveText('Todo enviado');
    const secret = link.split('.').at(-1) ?? '';
    expect(asked.filter((url) => new URL(url).hash === '' && url.includes(secret))).toEqual([]);

    await dialog.getByRole('button', { name: 'Anular enlace' }).click();
    await expect(dialog.getByRole('button', { name: 'Crear enlace' })).toBeVisible();
    await tap(scorer, 'SD Mesa', 'Gol');
    await expect(status(scorer)).toHaveText(/ya no vale/);
    expect(await readKinds(id)).toEqual(['PERIOD_START', 'GOAL']);
  },
);
