/**
 * Web vitals of landing, home, list and watch page on a slow phone: the median of seven visits. The limits of paint and
 * blocking time are web.dev's "good", with a margin for pages whose largest element is an image from the API, and for
 * the player; layout shift must be zero.
 */
import type { Browser, Page } from '@playwright/test';
import type { Figure } from './figure.ts';
import { percentile } from './statistics.ts';
import { newPhone, onPlatform, slowDown } from './visit.ts';

/** Visits of each page: on a shared machine blocking time varies by half between visits. */
const rounds = 7;

interface Vitals {
  /** Largest contentful paint, milliseconds. */
  paint: number;
  shift: number;
  /** Total blocking time, milliseconds: the part of each task above 50 ms. */
  blocked: number;
  /** Kilobytes of all response bodies as transferred, without scrolling. */
  loaded: number;
  /** Time of the last change of the other metrics, milliseconds. */
  changedAt: number;
}

export function vitals(): Promise<Figure[]> {
  return onPlatform(async ({ browser, address, recording, logIn }) => {
    const pages = [
      { name: 'landing', path: '/', loggedIn: false, paintLimit: 2.5, blockedLimit: 200 },
      { name: 'home', path: '/home', loggedIn: true, paintLimit: 2.8, blockedLimit: 200, loadedLimit: 240 },
      { name: 'list', path: '/futbol', loggedIn: false, paintLimit: 2.8, blockedLimit: 200, loadedLimit: 250 },
      { name: 'watch page', path: recording, loggedIn: true, paintLimit: 2.8, blockedLimit: 350 },
    ];
    const seen = pages.map((): Vitals[] => []);
    // Each round visits all pages, so that other load on the machine affects them equally.
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { path, loggedIn }] of pages.entries()) {
        const page = await slowPhone(browser);
        if (loggedIn) await logIn(page);
        seen[index]?.push(await visit(page, address + path));
        await page.context().close();
      }
    }
    const figures: Figure[] = [];
    for (const [index, { name, paintLimit, blockedLimit, loadedLimit }] of pages.entries()) {
      const visits = seen[index] ?? [];
      const median = (values: number[]) => percentile(values, 50);
      const paint = median(visits.map((one) => one.paint)) / 1000;
      const blocked = median(visits.map((one) => one.blocked));
      figures.push(
        { what: `Largest paint of the ${name}, slow phone`, value: paint, unit: 's', limit: paintLimit },
        {
          what: `Layout shift of the ${name}`,
          value: Math.max(...visits.map((one) => one.shift)),
          unit: '',
          limit: 0.01,
        },
        { what: `Blocked time of the ${name}, slow phone`, value: blocked, unit: 'ms', limit: blockedLimit },
      );
      const loaded = median(visits.map((one) => one.loaded));
      if (loadedLimit) {
        figures.push({ what: `Bytes of the ${name} without scrolling`, value: loaded, unit: 'KB', limit: loadedLimit });
      }
    }
    return figures;
  });
}

async function slowPhone(browser: Browser): Promise<Page> {
  const page = await newPhone(browser);
  await slowDown(page);
  await page.addInitScript(observe);
  return page;
}

/** Runs in the page. */
function observe(): void {
  const seen: Vitals = { paint: 0, shift: 0, blocked: 0, loaded: 0, changedAt: 0 };
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

/** Opens an address and observes until nothing has changed for three seconds, at most half a minute. */
async function visit(page: Page, address: string): Promise<Vitals> {
  let bytes = 0;
  const devTools = await page.context().newCDPSession(page);
  devTools.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devTools.send('Network.enable');
  await page.goto(address, { timeout: 60_000 });
  await page.waitForFunction(
    () => {
      const { vitals } = globalThis as unknown as { vitals: Vitals };
      return performance.now() > Math.min(30_000, vitals.changedAt + 3_000);
    },
    undefined,
    { timeout: 60_000, polling: 200 },
  );
  const seen = await page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals);
  return { ...seen, loaded: bytes / 1024 };
}
