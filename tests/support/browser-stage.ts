/** A platform with the built web app for one nightly test file, and people in real browsers. */
import type { Page } from '@playwright/test';
import { afterAll } from 'vitest';
import { buildWeb } from '../../infra/local/web-build.ts';
import { launchChromium } from './browser.ts';
import { createTemporaryFolder, startDedicatedPlatform } from './dedicated-platform.ts';

/** Starts both. The helpers of the end-to-end tests can be imported afterwards. */
export async function startBrowserStage(options: Parameters<typeof startDedicatedPlatform>[0]) {
  const webFolder = await buildWeb(createTemporaryFolder());
  const { addresses } = await startDedicatedPlatform({ ...options, webFolder });
  process.env.E2E_ADDRESSES = JSON.stringify(addresses);
  const { createClockScript, refuseCookies, storeSession } = await import('../e2e/support/test.ts');
  const browser = await launchChromium();
  afterAll(() => browser.close());

  /** Opens a browser as a visitor or a person, with its clock shifted by milliseconds. */
  async function enter(person?: Parameters<typeof storeSession>[1], clockShift = 0): Promise<Page> {
    const context = await browser.newContext({ baseURL: addresses.web, locale: 'es-ES', timezoneId: 'Europe/Madrid' });
    context.setDefaultTimeout(30_000);
    if (clockShift) await context.addInitScript(createClockScript(clockShift));
    await refuseCookies(context);
    if (person) await storeSession(context, person);
    return context.newPage();
  }

  return { addresses, enter };
}
