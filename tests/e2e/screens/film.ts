/** `npm run film -- <address>`: twenty seconds of the running product as one small animation. */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { demoAccounts, root } from '../../../infra/local/config.ts';
import { runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import { callApi, settleIn, startBrowser, visit, waitUntilIdle } from './visit.ts';

const usage = `npm run film -- <address of the running web>

Goes through the product that "npm start" has started there, and makes web/docs/film.webp of it.

  --help  this text`;

const {
  words: [address = 'http://localhost:3000'],
} = readArguments(usage, {}, 1);

const size = { width: 1280, height: 720 };
const framesPerSecond = 5;
const film = join(root, 'web/docs/film.webp');

const work = await mkdtemp(join(tmpdir(), 'cantera-film-'));
const browser = await startBrowser();
let frames = 0;
try {
  const page = await visit(browser, address, { viewport: size, email: demoAccounts.subscriber });
  const { vods } = await callApi<{ vods: { id: string; sportEventId: string; title: string }[] }>(
    address,
    '/vods?sport=SOCCER',
  );
  const match = vods.find(({ title }) => !title.startsWith('Resumen')) ?? vods[0];
  await settleIn(page);
  await show(page, '/home', 2);
  await scroll(page, 10, 45);
  await show(page, '/futbol', 1.4);
  await scroll(page, 7, 40);
  await show(page, '/calendario', 2);
  await show(page, `/evento/${match?.sportEventId}`, 0.4);
  await show(page, `/vods/${match?.id}?t=2`, 6);
  const moment = page.getByRole('region', { name: 'Momentos' }).getByRole('listitem').getByRole('button').first();
  if (await moment.count()) await moment.click();
  await takeFrames(page, 2.2);
  const clubs = await callApi<{ clubs: { id: string }[] }>(address, '/clubs');
  await show(page, `/club/${clubs.clubs[0]?.id}`, 2.6);
} finally {
  await browser.close();
}
await runFfmpeg([
  '-framerate',
  String(framesPerSecond),
  '-i',
  join(work, '%04d.jpg'),
  '-vf',
  'scale=640:-2:flags=lanczos',
  '-c:v',
  'libwebp_anim',
  '-quality',
  '40',
  '-compression_level',
  '2',
  '-loop',
  '0',
  '-y',
  film,
]);
await rm(work, { recursive: true });
console.log(`${film}: ${frames / framesPerSecond} s, ${Math.round((await stat(film)).size / 1000)} kB`);

async function show(page: Page, path: string, seconds: number): Promise<void> {
  await page.goto(path);
  await waitUntilIdle(page);
  await takeFrames(page, seconds);
}

async function takeFrames(page: Page, seconds: number): Promise<void> {
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) await take(page);
}

async function scroll(page: Page, steps: number, pixels: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(0, pixels);
    await take(page);
  }
}

async function take(page: Page): Promise<void> {
  frames += 1;
  const begun = performance.now();
  await writeFile(
    join(work, `${String(frames).padStart(4, '0')}.jpg`),
    await page.screenshot({ type: 'jpeg', quality: 90 }),
  );
  await page.waitForTimeout(Math.max(0, 1000 / framesPerSecond - (performance.now() - begun)));
}
