/** Watching a recording: payment, first frame, encrypted HLS, one device at a time. */
import type { Page, Response } from '@playwright/test';
import { addresses, createMatchWithRecording, createSession, readLease } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { desktop, phone } from './support/screens.ts';
import { readStableBox } from './support/stable-layout.ts';
import { expect, nightly, test } from './support/test.ts';

const elsewhere =
  'Estás viendo un video o un directo en otro dispositivo. Por favor, cierra la sesión en ese dispositivo y vuelve a intentarlo.';

test('[E-PAY-1] shows the price on the first screen, and above the payment steps', nightly, async ({ page }) => {
  const { path, sportEvent } = await createMatchWithRecording(1);
  const prices = page.getByRole('link', { name: 'Ver por 1,99 €' }).first();
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    for (const paywall of [path, `/evento/${sportEvent.id}`]) {
      await page.goto(paywall);
      await expect(prices).toBeInViewport({ ratio: 1 });
    }
  }
  await page.getByRole('link', { name: 'o todo por 6,99 € al mes' }).click();
  await expect(page.getByRole('heading', { name: 'Elige una de las siguientes opciones' })).toBeInViewport();

  await page.getByRole('link', { name: 'Prefiero crear mi cuenta completa' }).click();
  const order = page.getByRole('region', { name: 'Tu compra' });
  await expect(order).toContainText(sportEvent.title);
  await expect(order).toContainText('1,99');
  await expect(order).toBeInViewport({ ratio: 1 });
});

test(
  '[V-VOD-1] requests the recording and its code once, before the app has started',
  nightly,
  async ({ page, logInAs }) => {
    const { id, path } = await createMatchWithRecording(6);
    await logInAs('REGULAR_SUBSCRIBER');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path);
    await expectPlaying(page);
    const listRequests = (part: RegExp) => asked.filter((address) => part.test(address));
    expect(listRequests(new RegExp(`/api/vods/${id}$`))).toHaveLength(1);
    expect(listRequests(/\/progress\//)).toHaveLength(1);
    for (const chunk of [/\/vod-[\w-]+\.js/, /video-player-[\w-]+\.js/, /\/playback-[\w-]+\.js/])
      expect(listRequests(chunk)).toHaveLength(1);
    expect(asked.findIndex((address) => /\/playback-[\w-]+\.js/.test(address))).toBeLessThan(
      asked.indexOf('/config.json'),
    );
  },
);

test(
  '[V-VOD-1] requests playlists, key and first segment once each, before the app has loaded',
  nightly,
  async ({ page, logInAs }) => {
    const { path } = await createMatchWithRecording(6);
    await logInAs('REGULAR_SUBSCRIBER');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const { promise: isThere, resolve: letCome } = Promise.withResolvers<void>();
    await page.route('**/assets/framework-*.js', async (route) => {
      await isThere;
      await route.continue();
    });
    const segment = page.waitForRequest(/_00001\.ts/);
    await page.goto(path, { waitUntil: 'commit' });
    await segment;
    const ahead = asked.filter((address) => /\.(m3u8|key|ts)$/.test(address));
    expect(ahead.map((address) => address.replace(/.*\./, ''))).toEqual(['m3u8', 'm3u8', 'key', 'ts']);
    letCome();
    await expectPlaying(page);
    for (const address of ahead) expect(asked.filter((other) => other === address)).toEqual([address]);
  },
);

test(
  '[V-VOD-1] prefetches the player for a subscriber who opens a recording from a list',
  nightly,
  async ({ page, logInAs }) => {
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto('/futbol');
    const player = () =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /\/(playback|video-player)-[\w-]+\.js/.test(name))
        .map(({ transferSize }) => transferSize > 0);
    await expect.poll(() => page.evaluate(player), { timeout: 20_000 }).toEqual([true, true]);
    await page.locator('a[href^="/vods/"]').first().click();
    await expectPlaying(page);
    expect(await page.evaluate(player)).toEqual([true, true, false, false]);
  },
);

test('[V-PLAY-2][V-PLAY-9][V-GEN-3] plays encrypted HLS in four renditions, by signed addresses only', async ({
  page,
  logInAs,
  request,
}) => {
  const { id, path } = await createMatchWithRecording(4);
  const who = await logInAs('REGULAR_SUBSCRIBER');
  const answers: Response[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(addresses.media) && response.request().method() === 'GET') answers.push(response);
  });
  await page.goto(path);
  await expectPlaying(page);

  const findAnswer = (suffix: RegExp) => answers.find((answer) => suffix.test(new URL(answer.url()).pathname));
  const master = findAnswer(/\/index\.m3u8$/)!;
  expect(new URL(master.url()).pathname).toBe(`/vods/${id}/hls/index.m3u8`);
  const token = new URL(master.url()).searchParams.get('token')!;
  // The address never contains the session token itself.
  expect(token).not.toBe(who.token);
  expect(
    (await master.text())
      .match(/RESOLUTION=\d+x(\d+)/g)
      ?.map((size) => size.split('x')[1])
      .sort(),
  ).toEqual(['1080', '270', '360', '720']);

  const rendition = await findAnswer(/\/index_\w+\.m3u8$/)!.text();
  expect(rendition).toContain('#EXT-X-KEY:METHOD=AES-128');
  const key = findAnswer(/\.key$/)!;
  expect(key.status()).toBe(200);
  expect(await key.body()).toHaveLength(16);

  const segment = findAnswer(/\.ts$/)!;
  const encrypted = await segment.body();
  // An unencrypted transport stream has 0x47 every 188 bytes.
  expect([0, 188, 376].every((at) => encrypted[at] === 0x47)).toBe(false);
  const { origin, pathname } = new URL(segment.url());
  expect((await request.get(origin + pathname)).status()).toBe(403);
  expect((await request.get(key.url().split('?')[0]!)).status()).toBe(401);
  expect((await request.get(master.url().split('?')[0]!)).status()).toBe(401);
});

test(
  '[V-VOD-1] shows pictures on the seek bar, and the renditions in the quality menu',
  nightly,
  async ({ page, logInAs }) => {
    const { path } = await createMatchWithRecording(5);
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(path);
    await expectPlaying(page);
    const picture = page.locator('media-preview-thumbnail').getByRole('img').first();
    await expect(async () => {
      const bar = await readStableBox(page.locator('media-time-range'));
      await page.mouse.move(bar.x + bar.width * 0.3, bar.y + bar.height / 2);
      await page.mouse.move(bar.x + bar.width * 0.6, bar.y + bar.height / 2);
      await expect(picture).toHaveAttribute('src', /sprite\.\d{7}\.jpg/, { timeout: 500 });
    }).toPass();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await page.getByRole('button', { name: /ajustes/i }).click();
    const quality = page.getByRole('group', { name: 'Calidad' });
    await expect(quality.getByRole('radio')).toHaveCount(5);
    await expect(quality.getByRole('radio', { name: 'Automática' })).toBeChecked();
    await quality.getByText('360p').click();
    await expect.poll(() => video(page, ({ videoHeight }) => videoHeight)).toBe(360);
    await page.getByRole('group', { name: 'Velocidad' }).getByText('1,5×').click();
    expect(await video(page, ({ playbackRate }) => playbackRate)).toBe(1.5);
    await page.keyboard.press('Escape');
    await expect(quality).toHaveCount(0);
  },
);

test('[V-PLAY-5][V-PLAY-6][V-PLAY-7] blocks a second device of the account until the first has closed', async ({
  page,
  logInAs,
  device,
}) => {
  const { path } = await createMatchWithRecording(6);
  const { user } = await logInAs('REGULAR_SUBSCRIBER');
  await page.goto(path);
  await expectPlaying(page);

  const second = await device(await createSession(user));
  await second.goto(path);
  const dialog = second.getByRole('dialog', { name: 'Error al cargar el video' });
  await expect(dialog).toContainText(elsewhere);

  const refused = second.waitForResponse((answer) => answer.url().includes('.m3u8') && answer.status() === 409);
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await refused;
  await expect(dialog).toContainText(elsewhere);

  await page.close();
  await expect(async () => {
    // The dialog may have closed already, because an earlier click was in progress.
    await dialog
      .getByRole('button', { name: 'Reintentar' })
      .click({ timeout: 1000 })
      .catch(() => undefined);
    await expectPlaying(second, 10_000);
  }).toPass();
  await expect(dialog).toHaveCount(0);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[V-PLAY-6] frees the stream when the viewer leaves by a full page load', nightly, async ({ page, logInAs }) => {
    const { path } = await createMatchWithRecording(6);
    const { user } = await logInAs('REGULAR_SUBSCRIBER');
    const isLeaseHeld = async () => ((await readLease(user.id))?.heldUntil ?? 0) > Date.now();
    await page.goto(path);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    // From here on the worker serves everything.
    await page.reload();
    await expectPlaying(page);
    expect(await isLeaseHeld()).toBe(true);
    await page.goto('/calendario');
    await expect.poll(isLeaseHeld).toBe(false);
  });
});

test('[V-PLAY-4] reports a recording that cannot be loaded, and retries @ci', async ({ page, logInAs }) => {
  const { path } = await createMatchWithRecording(11);
  await logInAs('REGULAR_SUBSCRIBER');
  await page.route('**/hls/index.m3u8*', (route) => route.fulfill({ status: 500 }));
  await page.goto(path);
  const dialog = page.getByRole('dialog', { name: 'Error al cargar el video' });
  await expect(dialog).toBeVisible();
  await page.unroute('**/hls/index.m3u8*');
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await expectPlaying(page);
});

const video = <T>(page: Page, ask: (video: HTMLVideoElement) => T) => page.locator('video').evaluate(ask);
