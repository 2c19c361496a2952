/**
 * Web vitals of landing, home, list and watch page as a family with a slow phone meets them: an empty cache, the
 * processor slowed down four times, a line of 1.6 Mbit/s down and 0.75 up with 150 ms to the server (what Lighthouse
 * calls slow 4G). The limits of paint and blocked time are what web.dev calls good, with more for the
 * pages whose largest part is a picture that only the API can name, and for the player; nothing may move by itself.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import startTestPlatform from '../e2e/support/global-platform.ts';
import { phone } from '../e2e/support/screens.ts';
import { findChromium } from '../support/machine.ts';
import type { Figure } from './figure.ts';
import { percentile } from './statistics.ts';

const runs = 3;

interface Vitals {
  /** Largest contentful paint, milliseconds. */
  paint: number;
  /** Cumulative layout shift. */
  shift: number;
  /** Total blocking time, milliseconds: of each task what is above 50. */
  blocked: number;
  /** When the page last changed one of the others, milliseconds. */
  changedAt: number;
}

export async function vitals(): Promise<Figure[]> {
  const stopPlatform = await startTestPlatform();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const { addresses, person, vods } = await import('../e2e/support/platform.ts');
    const { keepSession } = await import('../e2e/support/test.ts');
    const vod = (await vods.rows()).find(({ visible, status }) => visible && status === 'FINISHED');
    const pages = [
      { name: 'landing', path: '/', loggedIn: false, paintLimit: 2.5, blockedLimit: 200 },
      { name: 'home', path: '/home', loggedIn: true, paintLimit: 3.5, blockedLimit: 200 },
      { name: 'list', path: '/futbol', loggedIn: false, paintLimit: 3.5, blockedLimit: 200 },
      { name: 'watch page', path: `/vods/${vod?.id}`, loggedIn: true, paintLimit: 3.5, blockedLimit: 350 },
    ];
    const figures: Figure[] = [];
    for (const { name, path, loggedIn, paintLimit, blockedLimit } of pages) {
      const seen: Vitals[] = [];
      for (let run = 0; run < runs; run += 1) {
        const page = await slowPhone(browser);
        if (loggedIn) await keepSession(page.context(), await person('REGULAR_SUBSCRIBER'));
        seen.push(await visit(page, addresses.web + path));
        await page.context().close();
      }
      const median = (values: number[]) => percentile(values, 50);
      const paint = median(seen.map((one) => one.paint)) / 1000;
      const blocked = median(seen.map((one) => one.blocked));
      figures.push(
        { what: `Largest paint of the ${name}, slow phone`, value: paint, unit: 's', limit: paintLimit },
        {
          what: `Layout shift of the ${name}`,
          value: Math.max(...seen.map((one) => one.shift)),
          unit: '',
          limit: 0.01,
        },
        { what: `Blocked time of the ${name}, slow phone`, value: blocked, unit: 'ms', limit: blockedLimit },
      );
    }
    const pictures: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const page = await slowPhone(browser);
      await keepSession(page.context(), await person('REGULAR_SUBSCRIBER'));
      pictures.push(await firstPicture(page, `${addresses.web}/vods/${vod?.id}`));
      await page.context().close();
    }
    const value = percentile(pictures, 50) / 1000;
    figures.push({ what: 'First picture of a recording, slow phone', value, unit: 's', limit: 7 });
    return figures;
  } finally {
    await browser.close();
    await stopPlatform();
  }
}

async function slowPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await page.addInitScript(observe);
  return page;
}

/** Milliseconds from opening an address to the first frame of its video; a minute where none came. */
async function firstPicture(page: Page, address: string): Promise<number> {
  await page.addInitScript(() => {
    const look = () => {
      const video = document.querySelector('video');
      if (!video) return requestAnimationFrame(look);
      return video.requestVideoFrameCallback((now) => Object.assign(globalThis, { firstPictureAt: now }));
    };
    requestAnimationFrame(look);
  });
  await page.goto(address, { timeout: 60_000, waitUntil: 'commit' });
  const at = await page
    .waitForFunction(() => (globalThis as { firstPictureAt?: number }).firstPictureAt, undefined, { timeout: 60_000 })
    .catch(() => undefined);
  return Number((await at?.jsonValue()) ?? 60_000);
}

/** Runs in the page. */
function observe(): void {
  const seen: Vitals = { paint: 0, shift: 0, blocked: 0, changedAt: 0 };
  Object.assign(globalThis, { vitals: seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        take(entry);
        seen.changedAt = performance.now();
      }
    }).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.paint = startTime;
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  on('longtask', ({ duration }) => {
    seen.blocked += duration - 50;
  });
}

/** Opens an address and watches until nothing has changed for three seconds, at most half a minute. */
async function visit(page: Page, address: string): Promise<Vitals> {
  await page.goto(address, { timeout: 60_000 });
  await page.waitForFunction(
    () => {
      const { vitals } = globalThis as unknown as { vitals: Vitals };
      return performance.now() > Math.min(30_000, vitals.changedAt + 3_000);
    },
    undefined,
    { timeout: 60_000, polling: 200 },
  );
  return page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals);
}
