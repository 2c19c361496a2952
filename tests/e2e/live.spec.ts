/** A live match from the camera to the viewer's screen and into the archive, with real RTMP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../infra/local/config.ts';
import { createCrashingFfmpeg } from '../support/crashing-ffmpeg.ts';
import { Encoder } from '../support/encoder.ts';
import { liveLimit, refreshLimit } from '../support/limits.ts';
import { repetitions } from '../support/test-profile.ts';
import { createCamera } from './support/live.ts';
import { addresses, createEvent, createPerson, sources } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { expect, nightly, test } from './support/test.ts';

test.describe.configure({ mode: 'serial', timeout: liveLimit });

const title = `Infantil A – Infantil B ${Date.now().toString(36)}`;
let camera: Awaited<ReturnType<typeof createCamera>>;
const encoders: Encoder[] = [];

test.beforeAll(async () => {
  camera = await createCamera('campo', { title });
});
test.afterEach(async () => {
  for (const encoder of encoders.splice(0)) await encoder.drop();
});

async function push(address: string): Promise<Encoder> {
  const encoder = await Encoder.start(address);
  encoders.push(encoder);
  return encoder;
}

test('[B-CAM-23] rejects a wrong key', async () => {
  const encoder = await push(`${addresses.rtmp}/sk_wrong_key`);
  expect(await encoder.waitForEnd()).not.toBe(0);
  const nearly = await push(camera.address.slice(0, -1));
  expect(await nearly.waitForEnd()).not.toBe(0);
  expect((await liveUser()).isLive).toBe(false);
});

test('[A-GEN-2][B-CAM-16][B-CAM-23][V-LIVE-1][V-LIVE-3][V-PLAY-3][V-EVENT-2][V-LIST-1][V-ACC-2][V-ACC-4][B-API-97][D-DVR-1] shows the live to viewers from its start and through a dropout, and makes a hidden recording', async ({
  page,
  logInAs,
  device,
}) => {
  const { id, slug, eventId, address } = camera;
  // The live is listed before others.
  await sources.change(id, (source) => ({ ...source, renderOrder: 1 }));
  await logInAs('REGULAR_SUBSCRIBER');
  const subscriber = await device(await createPerson('REGULAR_SUBSCRIBER'));
  // Viewers of the live, a list and the event before the match, without any action of theirs: their clocks jump to the
  // next poll.
  const [waiting, eventPage] = [await device(), await device()];
  const idle = [subscriber, waiting, eventPage];
  for (const one of idle) await one.clock.install();
  await subscriber.goto(`/live/${slug}`);
  await waiting.goto('/futbol');
  await eventPage.goto(`/evento/${eventId}`);
  await expect(subscriber.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(subscriber.getByText('La emisión no está disponible en este momento.')).toBeVisible();
  const card = waiting.getByRole('link').filter({ hasText: title });
  await expect(waiting.getByRole('heading', { level: 1 })).toHaveText('Fútbol');
  await expect(card).toHaveCount(0);
  await expect(eventPage.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/home');
  let encoder = await push(address);
  await expect.poll(async () => (await liveUser()).isLive).toBe(true);
  await page.goto(`/live/${slug}`);
  await expectPlaying(page);

  for (const one of idle) await one.clock.fastForward(refreshLimit);
  await test.step('starts on a page that waits', async () => {
    await expectPlaying(subscriber);
    await subscriber.context().close();
  });
  await test.step('shows a card and a badge without a reload', async () => {
    await expect(card.first()).toContainText('DIRECTO');
    await expect(eventPage.getByText('DIRECTO', { exact: true })).toBeVisible();
  });
  const { startedAt } = await liveUser();
  await page.locator('video').evaluate((video) => video.setAttribute('data-first', 'yes'));

  await test.step('announces the live in the lists', async () => {
    const visitor = await device();
    await visitor.goto('/futbol');
    const card = visitor.getByRole('link', { name: title }).first();
    await expect(card).toContainText('DIRECTO');
    await expect(visitor.locator('main a[href^="/live/"], main a[href^="/vods/"]').first()).toContainText(title);
    await visitor.goto(`/evento/${eventId}`);
    await expect(visitor.getByText('DIRECTO', { exact: true })).toBeVisible();
    await visitor.goto('/home');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title.replaceAll(' – ', '\u00a0– '));
    await visitor.getByRole('link', { name: 'Ver ahora' }).click();
    await expect(visitor.getByRole('heading', { name: 'Elige una de las siguientes opciones' })).toBeVisible();
    await expect(visitor.locator('video')).toHaveCount(0);

    const admin = await device(await createPerson('ADMIN'));
    await admin.goto('/cameras/manage');
    await expect(admin.getByRole('listitem').filter({ hasText: slug })).toContainText('Directo');
    await admin.goto(`/cameras/manage/${id}`);
    await expect(admin.getByText('En directo', { exact: true })).toBeVisible();
    await admin.context().close();
    await visitor.context().close();
  });

  await test.step('shows the number of viewers to one who joins late, who goes back to the start and forth', async () => {
    const late = await device(await createPerson('REGULAR_SUBSCRIBER'));
    // The API asks IVS for the number every ten seconds.
    await expect(async () => {
      await late.goto(`/live/${slug}`);
      await expect(late.getByText(/\d+ personas? viéndolo/)).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expectPlaying(late);
    const range = late.getByRole('slider', { name: 'Momento de la emisión' });
    const place = () => range.evaluate((input: HTMLInputElement) => Number(input.value));
    await late.getByRole('button', { name: 'Desde el principio' }).click();
    await expect.poll(place).toBeLessThan(4);
    await expectPlaying(late);
    await late.getByRole('button', { name: /^En directo/ }).click();
    await expect(range).toHaveAttribute('aria-valuetext', 'En directo');
    await expectPlaying(late);
    await late.context().close();
  });

  await test.step('drops the connection for some seconds', async () => {
    const gone = repetitions(2, 10) * 1000;
    await encoder.drop();
    const dropped = performance.now();
    await expect.poll(() => performance.now() - dropped).toBeGreaterThan(gone);
    expect((await liveUser()).isLive).toBe(true);
    encoder = await push(address);
    await waitForProgress(page, 20_000);
    console.log(`  playing again ${seconds(performance.now() - dropped - gone)} after the connection was restored`);
    expect((await liveUser()).startedAt).toBe(startedAt);
    // The player is still the same element.
    await expect(page.locator('video[data-first=yes]')).toHaveCount(1);
  });

  await test.step('stops the stream', async () => {
    const admin = await device(await createPerson('ADMIN'));
    await admin.goto('/vods/manage');
    await encoder.stop();
    const stopped = performance.now();
    const row = admin.getByRole('listitem').filter({ hasText: title });
    await expect(async () => {
      if ((await row.count()) === 0) await admin.reload();
      await expect(row).toContainText('Finalizado', { timeout: 10_000 });
    }).toPass({ timeout: liveLimit });
    console.log(`  recording finished ${seconds(performance.now() - stopped)} after the end`);
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Hidden');
    await row.getByRole('link', { name: title, exact: true }).click();
    await expect(admin.getByLabel('Evento deportivo')).toHaveValue(eventId);
    await admin.getByRole('link', { name: 'Ver el video' }).click();
    await expectPlaying(admin);
    const length = await admin.locator('video').evaluate((video: HTMLVideoElement) => video.duration);
    console.log(`  of ${Math.round(length)} s`);
    expect(length).toBeGreaterThan(8);

    await expect(page.getByText('La emisión no está disponible en este momento.')).toBeVisible({
      timeout: refreshLimit,
    });
    for (const one of [waiting, eventPage]) await one.clock.fastForward(refreshLimit);
    await expect(card).toHaveCount(0);
    await expect(eventPage.getByText('DIRECTO', { exact: true })).toHaveCount(0);
    const visitor = await device();
    await visitor.goto('/futbol');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Fútbol');
    await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);
  });
});

test(
  '[B-CAM-23] reports in `npm run demo:camera` when it streams, and ends with an error when its ffmpeg dies',
  nightly,
  async ({ device }) => {
    const folder = mkdtempSync(join(tmpdir(), 'cantera-demo-camera-'));
    const ffmpeg = await createCrashingFfmpeg(folder);
    const { id, slug } = camera;
    const open = await createEvent({ isPublic: true, title: `De prueba ${slug}` });
    await sources.change(id, (current) => ({ ...current, sportEventId: open.id, eventTitle: open.title }));
    const running = demoCamera(ffmpeg.path);
    try {
      await expect.poll(running.output).toContain(`/live/${slug} — Ctrl-C stops it.`);
      expect((await liveUser()).isLive).toBe(true);
      const visitor = await device();
      await visitor.goto(`/live/${slug}`);
      await expectPlaying(visitor);
      running.child.kill('SIGINT');
      expect(await running.ended).toEqual([0, null]);

      ffmpeg.crash(1);
      const failing = demoCamera(ffmpeg.path);
      expect(await failing.ended).toEqual([1, null]);
      expect(failing.output()).toMatch(/The camera stopped: ffmpeg was killed by SIGSEGV\. the last word/);
      expect(failing.output()).not.toContain('Streaming');
    } finally {
      running.child.kill('SIGINT');
      await sources.change(id, (current) => ({ ...current, sportEventId: null, eventTitle: null }));
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

function demoCamera(ffmpeg: string) {
  const child = spawn(process.execPath, ['infra/local/demo-camera.ts', camera.slug], {
    cwd: root,
    env: { ...process.env, FFMPEG_PATH: ffmpeg, WEB_PORT: new URL(addresses.web).port },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return { child, ended: once(child, 'close'), output: () => output };
}

async function liveUser(): Promise<{ isLive: boolean; startedAt: string | null }> {
  const answer = await fetch(`${addresses.api}/liveusers/${camera.slug}`);
  return (await answer.json()).data.liveUser;
}

async function waitForProgress(page: Page, timeout: number): Promise<void> {
  const position = () => page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  let from = await position();
  const advance = async () => {
    const now = await position();
    // After a reload of the stream, times start over.
    from = Math.min(from, now);
    return now - from;
  };
  await expect.poll(advance, { timeout }).toBeGreaterThan(0.5);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
