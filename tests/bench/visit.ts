/** A visitor for browser measurements: the test platform, and a slow phone with an empty cache. */
import type { Browser, Page } from '@playwright/test';
import startTestPlatform from '../e2e/support/global-platform.ts';
import { phone } from '../e2e/support/screens.ts';
import { launchChromium } from '../support/browser.ts';

interface Place {
  browser: Browser;
  address: string;
  recording: string;
  logIn(page: Page): Promise<void>;
  /** Finds the address of the playlist of a recording's page, for a new subscriber. */
  findPlaylist(path: string): Promise<string>;
}

export async function onPlatform<Result>(measure: (place: Place) => Promise<Result>): Promise<Result> {
  const stopPlatform = await startTestPlatform();
  const browser = await launchChromium();
  try {
    const { addresses, createPerson, vods } = await import('../e2e/support/platform.ts');
    const { storeSession } = await import('../e2e/support/test.ts');
    const vod = (await vods.rows()).find(({ visible, status }) => visible && status === 'FINISHED');
    return await measure({
      browser,
      address: addresses.web,
      recording: `/vods/${vod?.id}`,
      logIn: async (page) => storeSession(page.context(), await createPerson('REGULAR_SUBSCRIBER')),
      findPlaylist: async (path) => {
        const { token } = await createPerson('REGULAR_SUBSCRIBER');
        const answer = await fetch(addresses.api + path, { headers: { authorization: `Bearer ${token}` } });
        return ((await answer.json()) as { data: { vod: { playback: { url: string } } } }).data.vod.playback.url;
      },
    });
  } finally {
    await browser.close();
    await stopPlatform();
  }
}

export async function newPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
  return context.newPage();
}

/** Lighthouse's slow 4G: a processor four times slower, 1.6 Mbit/s down, 0.75 up, 150 ms round trip. */
export async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
}
