/** `npm run landing`: the pictures of the landing page, taken from the product. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { root } from '../../../infra/local/config.ts';
import { runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { demoFilms } from '../../../infra/local/seed/films.ts';
import { toSeedId } from '../../../infra/local/seed/steps.ts';
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { findChromium } from '../../support/machine.ts';
import startTestPlatform from '../support/global-platform.ts';
import type { Person } from '../support/platform.ts';
import { expectPlaying } from '../support/player.ts';
import { decodePictures, waitForStableLayout } from '../support/stable-layout.ts';

const folder = join(root, 'web/public/landing');
const television = { width: 1440, height: 810 };
const phone = { width: 390, height: 800 };

const usage = `npm run landing

Makes the pictures of the landing page anew from the product itself, into web/public/landing: the home page as on a
television, a recording with its moments as on a phone, and the films behind the headings of landing and home.

  --help  this text`;

readArguments(usage, {});

const stop = await startTestPlatform();
// These modules are imported after the environment is set, because they read it on import.
const { addMoment, addresses, clubId, createPerson } = await import('../support/platform.ts');
const { refuseCookies, storeSession } = await import('../support/test.ts');
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
});
try {
  await photographHome();
  await photographRecording();
  await filmHero('BASKET', 'hero');
  await filmHero('SOCCER', 'soccer');
} finally {
  await browser.close();
  await stop();
}
console.log(`The pictures are in ${folder}`);

async function photographHome(): Promise<void> {
  const viewer = await createPerson('REGULAR_SUBSCRIBER', { name: 'Lucía' });
  const headers = { authorization: `Bearer ${viewer.token}` };
  await fetch(`${addresses.api}/users/me/favorite-clubs/${clubId(0)}`, { method: 'PUT', headers });
  const page = await openAs(viewer, { viewport: television });
  await page.goto('/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.getByText('Cargando', { exact: true })).toHaveCount(0);
  await waitForStableLayout(page);
  await save(page, 'home-tv.webp', 960);
}

async function photographRecording(): Promise<void> {
  // The only recording whose video shows its own match: basketball.
  const vodId = toSeedId('V', 0);
  const labels = ['Triple de Rocío desde la esquina', 'Tapón de Nerea', 'Canasta de Vera sobre la bocina'];
  for (const [index, label] of labels.entries()) {
    await addMoment({ vodId, timestampMs: 2000 + 4000 * index, label, momentTypeId: 8 });
  }
  const viewer = await createPerson('REGULAR_SUBSCRIBER');
  const page = await openAs(viewer, { viewport: phone, deviceScaleFactor: 2, hasTouch: true });
  await page.goto(`/vods/${vodId}?t=6`);
  await expectPlaying(page);
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  await waitForStableLayout(page);
  await save(page, 'watch-phone.webp', 420);
}

/** Films a sport without sound, small enough for a phone on a slow connection. */
async function filmHero(sport: Sport, name: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'cantera-landing-'));
  const clip = join(work, 'clip.mp4');
  const whole = demoFilms.find((demoFilm) => demoFilm.sport === sport)?.path ?? '';
  const cut = ['-t', '10', '-i', whole, '-an', '-vf', 'scale=960:540', '-r', '20'];
  await runFfmpeg([...cut, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16', '-y', clip]);
  const film = join(folder, `${name}.mp4`);
  const small = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '35',
    '-maxrate',
    '400k',
    '-bufsize',
    '800k',
    '-pix_fmt',
    'yuv420p',
  ];
  await runFfmpeg(['-i', clip, '-an', ...small, '-movflags', '+faststart', '-y', film]);
  if (name === 'hero') {
    // The landing page shows it until the film has loaded.
    const still = join(work, 'still.png');
    await runFfmpeg(['-i', clip, '-frames:v', '1', '-y', still]);
    await sharp(still).webp({ quality: 40, effort: 6 }).toFile(join(folder, 'hero.webp'));
  }
  await rm(work, { recursive: true });
}

async function openAs(viewer: Person, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    baseURL: addresses.web,
    ...options,
  });
  await refuseCookies(context);
  await storeSession(context, viewer);
  return context.newPage();
}

async function save(page: Page, name: string, width: number): Promise<void> {
  await decodePictures(page);
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture).resize(width).webp({ quality: 70 }).toFile(join(folder, name));
}
