/** The scorer app's screen on a phone: buttons, colours, the camera's picture, wake lock. */
import sharp from 'sharp';
import { sources } from './support/platform.ts';
import { board, createMatch, side, status, tap } from './support/scorer-app.ts';
import { phone } from './support/screens.ts';
import { readStableBox } from './support/stable-layout.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

const { noteRecording } = await import('../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { createSource, createSourceItem } = await import('../../functions/broadcast/live/create-source.ts');
const { environment } = await import('../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../functions/platform/aws/storage.ts');

test.use({ viewport: phone, hasTouch: true, serviceWorkers: 'allow' });

test(
  '[D-DESK-4] the scorer app shows the camera’s picture one tap away, and returns',
  nightly,
  async ({ page, logInAs }) => {
    const { id, path, homeClubId } = await createMatch();
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

test(
  '[D-DESK-1] the scorer app answers a goal in the teams’ colours, and undoes it by a large button',
  nightly,
  async ({ page, logInAs }) => {
    const { path, homeClubId, awayClubId } = await createMatch();
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
    const { path, homeClubId } = await createMatch();
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

test(
  '[D-DESK-1] the scorer app has large buttons in portrait and landscape, and passes axe',
  nightly,
  async ({ page, logInAs }) => {
    const { path } = await createMatch();
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
  const { path } = await createMatch();
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
