/** The scorer app on a phone: a match kept with one thumb, offline for a while, by two people. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { createClub, createEvent, events, sources } from './support/platform.ts';
import { phone } from './support/screens.ts';
import { readStableBox } from './support/stable-layout.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

const { noteRecording } = await import('../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { createSource, createSourceItem } = await import('../../functions/broadcast/live/create-source.ts');
const { environment } = await import('../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../functions/platform/aws/storage.ts');
const { readLog } = await import('../../functions/league/scores/store.ts');

test.use({ viewport: phone, hasTouch: true, serviceWorkers: 'allow' });

async function match(sport: 'SOCCER' | 'BASKET' = 'SOCCER') {
  const [homeClubId, awayClubId] = [await createClub('SD Mesa'), await createClub('UD Pizarra')];
  const made = await createEvent({ sport, clubIds: [homeClubId, awayClubId], homeClubId, awayClubId });
  return { ...made, homeClubId, path: `/mesa/${made.id}` };
}

const board = (page: Page) => page.getByRole('region', { name: 'Marcador' });
const side = (page: Page, name: string) => page.getByRole('group', { name });
const tap = (page: Page, team: string, action: string) =>
  side(page, team).getByRole('button', { name: action, exact: true }).click();
const last = (page: Page) => page.getByRole('list', { name: 'Últimas acciones' }).getByRole('listitem');
const status = (page: Page) => page.getByRole('status');
const readKinds = async (id: string) => (await readLog(id)).map(({ kind }) => kind);

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

test(
  '[D-DESK-4] the scorer app shows the camera’s picture one tap away, and returns',
  nightly,
  async ({ page, logInAs }) => {
    const { id, path, homeClubId } = await match();
    const source = await createSource(createSourceItem('camera', `mesa-${id.slice(-10).toLowerCase()}`, Date.now()));
    // The camera counts as on air, without an encoder.
    const onAir = { streamId: 'st', startedAt: new Date().toISOString(), stoppedAt: '2999-01-01T00:00:00.000Z' };
    const broadcast = { ...onAir, id: source.id, event: null };
    await sources.change(source.id, (camera) => ({ ...camera, sportEventId: id, broadcast }));
    const prefix = `ivs/v1/mesa/${id}`;
    await noteRecording({ channelArn: source.channelArn, id: broadcast.id }, prefix);
    const key = `${prefix}/media/latest_thumbnail/thumb.jpg`;
    const jpeg = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2d6b3a' } })
      .jpeg()
      .toBuffer();
    await writeObject({ bucket: environment('RECORDINGS_BUCKET'), key }, jpeg, { contentType: 'image/jpeg' });
    await page.route('**/desk/signal', (route) =>
      route.fulfill({ json: { data: { signal: { level: 'good', text: 'No tienes que hacer nada.' } } } }),
    );
    await logInAs('CLUB_STAFF', { clubId: homeClubId });
    await page.goto(path);
    await page.getByRole('button', { name: 'Ver imagen' }).click();
    const picture = page.getByRole('img', { name: 'Lo que muestra la cámara' });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(640);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Volver a la mesa' }).click();
    await expect(picture).toHaveCount(0);
    await tap(page, 'SD Mesa', 'Gol');
    await expect(board(page)).toHaveText(/SD Mesa1/);
  },
);

test('[D-DESK-1] the scorer app logs a match from kick-off to end, with undo', async ({ page, logInAs }) => {
  const { id, path, homeClubId } = await match();
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
      ...['PERIOD_START', 'GOAL', 'OWN_GOAL', 'GOAL', 'SAVE', 'UNDO', 'UNDO'],
      ...['PERIOD_END', 'PERIOD_START', 'MATCH_END'],
    ]);
});

test(
  '[D-DESK-1] the scorer app answers a goal in the teams’ colours, and undoes it by a large button',
  nightly,
  async ({ page, logInAs }) => {
    const { path, homeClubId, awayClubId } = await match();
    for (const [club, colour] of [
      [homeClubId, '#1f6b3a'],
      [awayClubId, '#b3202a'],
    ] as const) {
      const crest = await sharp({ create: { width: 64, height: 64, channels: 3, background: colour } })
        .png()
        .toBuffer();
      await page.route(`**/crest-${club}.png`, (route) =>
        route.fulfill({ body: crest, contentType: 'image/png', headers: { 'access-control-allow-origin': '*' } }),
      );
    }
    // The test's clubs have no crests of their own.
    await page.route('**/desk', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const crests = { home: `/crest-${homeClubId}.png`, away: `/crest-${awayClubId}.png` };
      await route.fulfill({ response: answer, json: { data: { match: { ...data.match, crests } } } });
    });
    await page.addInitScript(() => {
      const log: unknown[] = [];
      Object.assign(globalThis, { vibrations: log });
      navigator.vibrate = (pattern) => log.push(pattern) > 0;
    });
    await logInAs('CLUB_STAFF', { clubId: homeClubId });
    await page.goto(path);
    const readGround = (team: string) =>
      side(page, team)
        .getByRole('button', { name: 'Gol', exact: true })
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    await expect.poll(() => readGround('SD Mesa')).toBe('rgb(31, 107, 58)');
    await expect(status(page)).toHaveText('Todo enviado');
    await expect(board(page).locator('img:visible')).toHaveCount(2);
    expect(await readGround('UD Pizarra')).toBe('rgb(179, 32, 42)');
    await page.getByRole('button', { name: 'Empezar 1.ª parte' }).click();
    await tap(page, 'SD Mesa', 'Gol');
    await expect(page.getByText('1 – 0', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => (globalThis as unknown as { vibrations: unknown[] }).vibrations)).toContainEqual([
      80, 40, 80,
    ]);
    const undo = page.getByRole('button', { name: 'Deshacer', exact: true });
    expect((await readStableBox(undo)).height).toBeGreaterThanOrEqual(56);
    await undo.click();
    await expect(board(page)).toHaveText(/SD Mesa0.*UD Pizarra0/);
    await tap(page, 'UD Pizarra', 'Gol');
    await expect(undo).toBeVisible();
    await expect(undo).toBeHidden();
    await expectAccessible(page);
  },
);

test(
  '[D-DESK-1] the scorer app takes no taps while it loads, and is dark at night',
  nightly,
  async ({ page, logInAs }) => {
    const { path, homeClubId } = await match();
    await logInAs('CLUB_STAFF', { clubId: homeClubId });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/desk', async (route) => {
      await held;
      await route.continue();
    });
    await page.clock.setFixedTime(new Date('2026-03-07T22:30:00'));
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'viewer');
    expect(await page.locator('button:enabled:visible, input:enabled:visible').count()).toBe(0);
    answer();
    await expect(page.getByRole('button', { name: 'Pantalla negra' })).toBeEnabled();
    await expectAccessible(page);
  },
);

test('[D-DESK-2] the scorer app keeps counting offline, survives a reload, and sends queued actions', async ({
  page,
  context,
  logInAs,
}) => {
  const { id, path, homeClubId } = await match('BASKET');
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
  '[D-DESK-1] the scorer app has large buttons in portrait and landscape, and passes axe',
  nightly,
  async ({ page, logInAs }) => {
    const { path } = await match();
    await logInAs('ADMIN');
    await page.goto(path);
    for (const viewport of [phone, { width: 844, height: 390 }, { width: 360, height: 640 }]) {
      await page.setViewportSize(viewport);
      for (const team of ['SD Mesa', 'UD Pizarra']) {
        for (const button of await side(page, team).getByRole('button').all()) {
          const box = await readStableBox(button);
          expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(72);
        }
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    }
  },
);

test('[D-DESK-5] the scorer app keeps the screen on during a period, or black on request @ci', async ({
  page,
  logInAs,
}) => {
  await page.addInitScript(() => {
    const held = { now: 0 };
    Object.assign(window, { held });
    const release = async () => {
      held.now -= 1;
    };
    const request = async () => {
      held.now += 1;
      return { released: false, release };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const countWakeLocks = () => page.evaluate(() => (window as unknown as { held: { now: number } }).held.now);
  const { path } = await match();
  await logInAs('ADMIN');
  await page.goto(path);
  await expect(status(page)).toHaveText('Todo enviado');
  expect(await countWakeLocks()).toBe(0);
  await page.getByRole('button', { name: 'Empezar 1.ª parte' }).click();
  await expect.poll(countWakeLocks).toBe(1);
  await page.getByRole('button', { name: 'Pantalla negra' }).click();
  const black = page.getByRole('dialog', { name: 'Pantalla negra' });
  await expect(black).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  await expectAccessible(page);
  await black.getByRole('button', { name: 'Volver a la mesa' }).click();
  await page.getByRole('button', { name: 'Final de la 1.ª parte' }).click();
  await expect.poll(countWakeLocks).toBe(0);
});

test(
  '[D-DESK-3] the staff’s link lets a scorer without an account keep the score until it is revoked',
  nightly,
  async ({ page, logInAs, device }) => {
    const { id, homeClubId } = await match();
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
