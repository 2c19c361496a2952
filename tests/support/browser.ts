/** A browser for commands and for tests outside of Playwright's runner. */
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from './machine.ts';

export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
