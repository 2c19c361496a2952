/** Time from opening a live's page to its first picture: as soon as the camera is on air, and 20 s later. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import type { Figure } from './figure.ts';
import { percentile } from './statistics.ts';
import { onPlatform } from './visit.ts';

const runs = 3;

export function livePage(): Promise<Figure[]> {
  return onPlatform(async ({ browser, address, logIn }) => {
    const { goLive } = await import('../e2e/support/live.ts');
    const [early, late]: [number[], number[]] = [[], []];
    const open = async (slug: string) => openLive(browser, `${address}/live/${slug}`, logIn);
    for (let run = 0; run < runs; run += 1) {
      const live = await goLive('medida');
      early.push(await open(live.slug));
      await sleep(20_000);
      late.push(await open(live.slug));
      await live.stop();
    }
    return [
      { what: 'First picture of a live opened at once', value: percentile(early, 0.5), unit: 'ms', limit: 4_000 },
      { what: 'First picture of a live that runs for 20 s', value: percentile(late, 0.5), unit: 'ms', limit: 2_500 },
    ];
  });
}

async function openLive(
  browser: Browser,
  address: string,
  logIn: Parameters<Parameters<typeof onPlatform>[0]>[0]['logIn'],
): Promise<number> {
  const page = await (await browser.newContext()).newPage();
  await logIn(page);
  const begin = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const video = document.querySelector('video');
    return video !== null && video.readyState >= 2 && video.currentTime > 0;
  });
  const ms = performance.now() - begin;
  await page.context().close();
  return ms;
}
