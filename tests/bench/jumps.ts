/**
 * Time to the first picture after a jump in a recording: five consecutive jumps beyond the buffer, each as soon as the
 * previous picture is shown, on a desktop and on a phone with a processor four times slower. A visitor clicks on the
 * seek bar; the bare player of the same run is set to that second when the button is pressed.
 */
import type { Browser, Page } from '@playwright/test';
import { phone } from '../e2e/support/screens.ts';
import { createClip } from '../support/media.ts';
import { addBarePlayer } from './bare-player.ts';
import type { Figure } from './figure.ts';
import { addRecording } from './recording.ts';
import { percentile } from './statistics.ts';
import { onPlatform } from './visit.ts';

const runs = 3;
/** Seconds. */
const duration = 300;
/** Seconds, in descending order, so that earlier jumps have buffered none of them; each at another fraction of a second. */
const targets = [280.3, 240.7, 200.5, 160.1, 120.9];

interface Device {
  name: string;
  /** Milliseconds; the bare player's time plus a tenth, if that is more. */
  limit: number;
  open: (browser: Browser) => Promise<Page>;
}

const devices: Device[] = [
  { name: 'desktop', limit: 60, open: async (browser) => browser.newPage({ viewport: { width: 1440, height: 900 } }) },
  { name: 'phone, 4 × slower processor', limit: 250, open: openSlowPhone },
];

export function jumps(): Promise<Figure[]> {
  return onPlatform(async ({ browser, address, logIn, findPlaylist }) => {
    const path = await addRecording(await createClip({ seconds: duration, size: '1280x720' }));
    const bare = addBarePlayer(process.env.E2E_WEB_FOLDER ?? '');
    const figures: Figure[] = [];
    for (const { name, limit, open } of devices) {
      const seen = { here: [] as number[], floor: [] as number[] };
      const visit = async (where: string, jump: (page: Page, target: number) => Promise<number>) => {
        const page = await open(browser);
        await logIn(page);
        await page.goto(address + where, { timeout: 60_000 });
        await page.waitForFunction(() => Number(document.querySelector('video')?.currentTime) > 3);
        // The cookie notice would cover the seek bar.
        if (jump === clickOnBar) await page.getByRole('button', { name: 'Rechazar' }).click();
        const times: number[] = [];
        for (const target of targets) times.push(await jump(page, target));
        await page.close();
        return times;
      };
      for (let run = 0; run < runs; run += 1) {
        seen.here.push(...(await visit(path, clickOnBar)));
        seen.floor.push(...(await visit(bare(await findPlaylist(path)), pressOnBarePlayer)));
      }
      const [here, floor] = [seen.here, seen.floor].map((times) => percentile(times, 50)) as [number, number];
      const list = (times: number[]) => times.map(Math.round).join(' ');
      console.log(`jumps, ${name}: ${list(seen.here)} ms; bare player: ${list(seen.floor)} ms`);
      figures.push({
        what: `Picture after a jump, ${name}`,
        value: here,
        unit: 'ms',
        limit: Math.max(limit, 1.1 * floor),
      });
    }
    return figures;
  });
}

async function openSlowPhone(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: phone, deviceScaleFactor: 2, isMobile: true });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

/** Milliseconds from pressing the button. The bar appears when the pointer moves over the picture. */
async function clickOnBar(page: Page, target: number): Promise<number> {
  const video = await page.locator('video').boundingBox();
  if (!video) throw new Error('The page has no video');
  await page.mouse.move(video.x + video.width / 2, video.y + video.height / 2);
  const bar = await page.locator('media-time-range #range').first().boundingBox();
  if (!bar) throw new Error('The player has no seek bar');
  await page.mouse.move(bar.x + (bar.width * target) / duration, bar.y + bar.height / 2);
  return press(page, target, false);
}

const pressOnBarePlayer = (page: Page, target: number) => press(page, target, true);

async function press(page: Page, target: number, setsPosition: boolean): Promise<number> {
  await page.evaluate(watchJump, { target, setsPosition });
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate(readJump);
}

interface Watched {
  /** Milliseconds from the jump to its first picture. */
  jumped: Promise<number>;
}

/** Runs in the page. A click on the bar reaches the target second only approximately. */
function watchJump({ target, setsPosition }: { target: number; setsPosition: boolean }): void {
  const video = document.querySelector('video');
  if (!video) throw new Error('The page has no video');
  const isBuffered = (seconds: number) =>
    Array.from({ length: video.buffered.length }, (_, range) => range).some(
      (range) => video.buffered.start(range) <= seconds && video.buffered.end(range) > seconds,
    );
  const jumped = new Promise<number>((resolve, reject) => {
    let begun = 0;
    const begin = () => {
      begun = performance.now();
      if (setsPosition) video.currentTime = target;
    };
    const look = () => {
      const reached = video.currentTime;
      if (isBuffered(reached)) reject(new Error(`${reached} s is buffered`));
      const find: VideoFrameRequestCallback = (now, { mediaTime }) =>
        Math.abs(mediaTime - reached) < 1 ? resolve(now - begun) : video.requestVideoFrameCallback(find);
      video.requestVideoFrameCallback(find);
    };
    video.addEventListener('seeking', look, { once: true });
    setTimeout(() => reject(new Error(`No picture of ${target} s, but of ${video.currentTime} s`)), 10_000);
    addEventListener('pointerdown', begin, { capture: true, once: true });
  });
  Object.assign(globalThis, { jumped });
}

/** Runs in the page. */
const readJump = () => (globalThis as typeof globalThis & Watched).jumped;
