/** The player beyond playback: televisions, sharing, resuming, moments, growing uploads. */
import type { Page, Request } from '@playwright/test';
import { showPacked } from '../../functions/recordings/packing/packed-playlists.ts';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import type { Role } from '../../shared/contract/user.ts';
import { pickSome } from '../support/test-profile.ts';
import { offerChromecast } from './support/chromecast.ts';
import { addMoment, addresses, createSession } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { expect, nightly, test } from './support/test.ts';

const toVodPath = (index: number) => `/vods/${toSeedId('V', index)}`;
const ask = <T>(page: Page, question: (video: HTMLVideoElement) => T) => page.locator('video').evaluate(question);
const position = (page: Page) => ask(page, ({ currentTime }) => currentTime);

test('[V-PLAY-8][V-LAND-1] casts to a Chromecast at volume 0.2, from the same second, by an address without cookies @ci', async ({
  page,
  logInAs,
  playwright,
}) => {
  await offerChromecast(page);
  await logInAs('REGULAR_SUBSCRIBER');
  await page.goto(`${toVodPath(9)}?t=3`);
  await expectPlaying(page);
  await page.getByRole('button', { name: 'Ver en la tele con Chromecast' }).click();
  await expect(page.getByText('Se ve en Salón')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.television.address)).toContain('/hls/index.m3u8?token=');
  const television = await page.evaluate(() => window.television);
  expect(television.volume).toBe(0.2);
  expect(television.startAt).toBeGreaterThanOrEqual(3);
  const stranger = await playwright.request.newContext();
  const answer = await stranger.get(television.address ?? '');
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain('#EXT-X-STREAM-INF');
  await stranger.dispose();
});

test('shares a recording at its current second', nightly, async ({ page, logInAs, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logInAs('REGULAR_SUBSCRIBER');
  await page.goto(`${toVodPath(26)}?t=8`);
  await expectPlaying(page);
  expect(await position(page)).toBeGreaterThanOrEqual(8);
  await ask(page, (video) => video.pause());
  await page.getByRole('button', { name: 'Compartir' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compartir' });
  await expect(dialog.getByRole('textbox', { name: 'Enlace' })).toHaveValue(`${addresses.web}${toVodPath(26)}`);
  await dialog.getByRole('checkbox', { name: /Empezar en 0:\d\d/ }).check();
  await dialog.getByRole('button', { name: 'Copiar Enlace' }).click();
  await expect(dialog.getByText('¡Copiado!')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname).toBe(toVodPath(26));
  expect(Number(new URL(copied).searchParams.get('t'))).toBeGreaterThanOrEqual(8);
});

function readReportedPosition(call: Request): number | undefined {
  if (call.method() === 'PUT' && call.url().includes('/progress/')) return call.postDataJSON().position;
  return call.method() === 'PATCH' && call.url().endsWith('/session')
    ? call.postDataJSON().played?.position
    : undefined;
}

const left: [what: string, role: Role, path: string][] = [
  ['a recording', 'REGULAR_SUBSCRIBER', toVodPath(27)],
  ['a content video', 'REGULAR_BASIC', `/content/3/videos/${toSeedId('N', 3)}`],
];

for (const [what, role, path] of pickSome(left, 2)) {
  test(`[A-SIGNUP-2] resumes ${what}, also on another device and from the home page @ci`, async ({
    page,
    logInAs,
    device,
  }) => {
    const { user } = await logInAs(role);
    await page.goto(path);
    await expectPlaying(page);
    await page.getByRole('button', { name: 'Mi lista' }).click();
    await expect(page.getByRole('button', { name: 'En mi lista' })).toBeVisible();
    await ask(page, (video) => {
      // The video plays as slowly as possible, so that leaving happens within the same second.
      video.playbackRate = 0.0625;
      video.currentTime = 10.5;
    });
    const kept = page.waitForRequest((call) => Number(readReportedPosition(call)) >= 10);
    // The picture has moved, so leaving saves its position.
    await expect.poll(() => position(page)).toBeGreaterThan(10.6);
    await page.getByRole('link', { name: 'Home' }).click();
    await kept;

    const other = await device(await createSession(user));
    await other.goto('/home');
    const shelf = (name: string) =>
      other.getByRole('region', { name, exact: true }).getByRole('listitem').getByRole('link');
    await expect(shelf('Mi lista')).toHaveAttribute('href', path);
    const card = shelf('Sigue viendo');
    await expect(card).toHaveAttribute('href', path);
    await expect(card).toContainText(/Visto al [678]/);
    await card.click();
    await expectPlaying(other);
    expect(await position(other)).toBeGreaterThanOrEqual(10);
  });
}

test('[A-GEN-2][V-MOM-1] seeks to a moment from the seek bar and the list @ci', async ({ page, logInAs }) => {
  const id = toSeedId('V', 19);
  const goal = `Gol de Lucía ${Date.now()}`;
  const save = `Parada de Marta ${Date.now()}`;
  const savedAt = 8000 + Math.round(Math.random() * 3000);
  await addMoment({ vodId: id, timestampMs: 4000, label: goal });
  await addMoment({ vodId: id, timestampMs: savedAt, label: save });
  await logInAs('REGULAR_SUBSCRIBER');
  await page.goto(toVodPath(19));
  await expectPlaying(page);
  await ask(page, (video) => {
    video.pause();
    // The video plays from the moment at once, so that its position later depends on the machine.
    video.addEventListener('seeking', () => video.setAttribute('data-sought', String(video.currentTime)));
  });
  const sought = () => ask(page, (video) => Number(video.dataset.sought));
  await page.mouse.move(700, 400);
  await page.locator('.player-marks').getByTitle(save).click();
  await expect.poll(sought).toBeCloseTo(savedAt / 1000, 2);
  await page.getByRole('region', { name: 'Momentos' }).getByRole('button', { name: goal }).click();
  await expect.poll(sought).toBeCloseTo(4, 2);
});

test('plays an upload that is still being packed from its start, and goes on as it grows @ci', async ({
  page,
  logInAs,
}) => {
  let answers = 0;
  await page.route(/\/index_\w+\.m3u8/, async (route) => {
    const response = await route.fetch();
    const whole = await response.text();
    answers += 1;
    await route.fulfill({ response, body: answers < 3 ? showPacked(whole, answers) : whole });
  });
  await logInAs('REGULAR_SUBSCRIBER');
  await page.goto(toVodPath(9));
  await expectPlaying(page);
  expect(await position(page)).toBeLessThan(4);
  const duration = () => ask(page, (video) => video.duration);
  expect(await duration()).toBeLessThan(9);
  await expect.poll(duration, { timeout: 20_000 }).toBeGreaterThan(9);
  await ask(page, (video) => {
    video.currentTime = 9;
  });
  await expect.poll(() => position(page)).toBeGreaterThan(9.2);
});
