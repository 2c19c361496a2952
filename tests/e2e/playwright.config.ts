/** End-to-end tests: the product in a real browser, on one platform for the whole run. */
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { root } from '../../infra/local/config.ts';
import { expectLimit, testLimit } from '../support/limits.ts';
import { findChromium } from '../support/machine.ts';
import { isNightly } from '../support/test-profile.ts';
import { desktop } from './support/screens.ts';

// Their waits are longer than the limits of the other tests, which would end them without saying why.
if (process.argv[process.argv.indexOf('--grep') + 1] === '@nightly' && !isNightly)
  throw new Error('Nightly tests need TEST_PROFILE=nightly');

// Workers inherit the path and need not search again.
process.env.CHROMIUM_PATH ??= await findChromium();

/** Started first, because other tests can run while these wait for encodings. */
const longest = ['phone.spec.ts', 'match-day.spec.ts', 'live.spec.ts', 'upload.spec.ts'];

export default defineConfig({
  testDir: '.',
  // The folder is in the checkout, because runs of two checkouts would clear a shared one.
  outputDir: join(root, '.local/e2e-results'),
  globalSetup: './support/global-platform.ts',
  // Tests of one file run in sequence.
  workers: 2,
  projects: [
    { name: 'longest', testMatch: longest, grepInvert: /@alone/, teardown: 'alone' },
    { name: 'journeys', testIgnore: longest, grepInvert: /@alone/, teardown: 'alone' },
    // A teardown runs after the others whatever their outcome.
    { name: 'alone', grep: /@alone/, workers: 1 },
  ],
  // The summary lists tests that pass only at the second attempt, as defects.
  retries: 1,
  forbidOnly: true,
  timeout: testLimit,
  expect: { timeout: expectLimit, toPass: { timeout: testLimit } },
  reporter: [['list'], ['../runner/playwright-reporter.ts']],
  use: {
    viewport: desktop,
    locale: 'es-ES',
    colorScheme: 'dark',
    // Animations take a third of the browser's CPU time.
    contextOptions: { reducedMotion: isNightly ? 'no-preference' : 'reduce' },
    timezoneId: 'Europe/Madrid',
    // A service worker's requests bypass the test's routes; only its own tests allow it.
    serviceWorkers: 'block',
    actionTimeout: expectLimit,
    navigationTimeout: 2 * expectLimit,
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--autoplay-policy=no-user-gesture-required',
        '--disable-background-networking',
        '--disable-component-update',
        // Blocks requests of pages and browser to other hosts.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
