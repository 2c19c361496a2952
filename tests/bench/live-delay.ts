/**
 * A viewer of a live by hls.js: milliseconds until the page shows it, and seconds between a camera's picture and the same
 * picture on the page, with a key frame each second and every two, alone and beside encodings. The camera draws the time
 * into its frames.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { findFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { installPictureClock, startClockCamera } from './clock-camera.ts';
import type { Figure } from './figure.ts';
import { percentile } from './statistics.ts';
import { onPlatform } from './visit.ts';

const visits = 5;
/** Seconds for which the delay is read, twice a second. */
const watchedSeconds = 40;
const busyEncodings = 4;

/**
 * Limits by the camera's key-frame interval: seconds to open, of delay, and from the camera's start until a page that waits
 * for it shows it (it asks every two seconds).
 */
const intervals = [
  { seconds: 1, opens: 1.2, delay: 3, begins: 4.5 },
  { seconds: 2, opens: 1.6, delay: 4, begins: 5.4 },
];

export function liveDelay(): Promise<Figure[]> {
  return onPlatform(async ({ browser, address }) => {
    const figures: Figure[] = [];
    for (const { seconds, opens, delay, begins } of intervals) {
      const { waited, opened, quiet, busy } = await onAir(browser, address, seconds);
      const nameFigure = (text: string) => `${text} (key frame every ${seconds} s)`;
      figures.push(
        { what: nameFigure('A waiting page shows a live'), value: waited, unit: 's', limit: begins },
        { what: nameFigure('A live opens'), value: percentile(opened, 50), unit: 's', limit: opens },
        { what: nameFigure('Delay of a live'), value: percentile(quiet, 50), unit: 's', limit: delay },
        {
          what: nameFigure('The same beside encodings, p95'),
          value: percentile(busy, 95),
          unit: 's',
          limit: delay + 1,
        },
      );
      console.log(
        `key frame every ${seconds} s: opens in ${opened.map(show).join(', ')} s; delay p5 ${show(percentile(quiet, 5))}, ` +
          `p95 ${show(percentile(quiet, 95))} s; beside ${busyEncodings} encodings p50 ${show(percentile(busy, 50))} s`,
      );
    }
    return figures;
  });
}

const show = (seconds: number) => seconds.toFixed(2);

async function onAir(browser: Browser, address: string, keyFrameSeconds: number) {
  const { createPerson } = await import('../e2e/support/platform.ts');
  const { storeSession } = await import('../e2e/support/test.ts');
  const newViewer = async (begun: number): Promise<BrowserContext> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await storeSession(context, await createPerson('REGULAR_SUBSCRIBER'));
    await context.addInitScript(installPictureClock, begun);
    await context.addInitScript(watchDelay);
    return context;
  };
  let [waiting, startedAt] = [undefined as Page | undefined, 0];
  const openBefore = async (path: string, begun: number) => {
    waiting = await (await newViewer(begun)).newPage();
    await waiting.goto(address + path, { waitUntil: 'networkidle' });
    startedAt = Date.now();
  };
  const { path, begun, encoder } = await startClockCamera(address, { keyFrameSeconds, openBefore });
  try {
    const waited = waiting ? await readWait(waiting, startedAt) : Number.NaN;
    await waiting?.context().close();
    // Waits until the service keeps a few segments.
    await sleep(8_000);
    const opened: number[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      const context = await newViewer(begun);
      const page = await context.newPage();
      await page.goto(address + path, { waitUntil: 'commit' });
      opened.push(await readFirstPicture(page));
      await context.close();
    }
    const context = await newViewer(begun);
    const page = await context.newPage();
    await page.goto(address + path, { waitUntil: 'commit' });
    await readFirstPicture(page);
    const quiet = await readDelays(page);
    const encodings = await startEncodings();
    const busy = await readDelays(page);
    for (const encoding of encodings) encoding.kill('SIGKILL');
    await context.close();
    return { waited, opened, quiet, busy };
  } finally {
    await encoder.drop();
  }
}

interface Seen {
  /** Milliseconds from opening the page to its first picture. */
  firstAt?: number;
  /** Milliseconds since the camera drew the picture that is shown. */
  delay?: number;
}

/** Runs in the page. */
function watchDelay(): void {
  const seen: Seen = {};
  Object.assign(globalThis, { seen });
  const read = (video: HTMLVideoElement, now: number) => {
    seen.firstAt ??= now;
    seen.delay = Date.now() - readPictureTime(video);
    video.requestVideoFrameCallback((next) => read(video, next));
  };
  const look = () => {
    const video = document.querySelector('video');
    if (video) video.requestVideoFrameCallback((now) => read(video, now));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function readFirstPicture(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => (globalThis as { seen?: Seen }).seen?.firstAt, undefined, {
    timeout: 60_000,
  });
  return Number(await at.jsonValue()) / 1000;
}

/** Seconds from a moment until the first picture. */
async function readWait(page: Page, startedAt: number): Promise<number> {
  const first = await readFirstPicture(page);
  return first + ((await page.evaluate(() => performance.timeOrigin)) - startedAt) / 1000;
}

/** Seconds; the delay of a frozen picture grows until it moves again. */
async function readDelays(page: Page): Promise<number[]> {
  const delays: number[] = [];
  for (let sample = 0; sample < 2 * watchedSeconds; sample += 1) {
    await sleep(500);
    delays.push(Number(await page.evaluate(() => (globalThis as { seen?: Seen }).seen?.delay)) / 1000);
  }
  return delays;
}

async function startEncodings(): Promise<ChildProcess[]> {
  const ffmpeg = await findFfmpeg();
  const args = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25', '-c:v', 'libx264', '-f', 'null', '-'];
  // Encodings of the product run at this niceness (infra/local/ffmpeg).
  const start = () => spawn('nice', ['-n', '10', ffmpeg, '-loglevel', 'error', ...args], { stdio: 'ignore' });
  return Array.from({ length: busyEncodings }, start);
}
