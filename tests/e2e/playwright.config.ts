/** End-to-end tests: the product in a real browser, on one platform of its own for the whole run. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { expectLimit, testLimit } from '../support/limits.ts';
import { findChromium } from '../support/machine.ts';
import { isNightly } from '../support/test-profile.ts';
import { desktop } from './support/screens.ts';

// Workers inherit it and need not look again.
process.env.CHROMIUM_PATH ??= await findChromium();

/** They encode: started first, so that others fill the time they wait. */
const longest = ['match-day.spec.ts', 'live.spec.ts', 'upload.spec.ts'];

export default defineConfig({
  testDir: '.',
  outputDir: process.env.E2E_RESULTS ?? join(tmpdir(), 'cantera-e2e-results'),
  globalSetup: './support/global-platform.ts',
  // The tests of a file run one after the other.
  workers: 2,
  projects: [
    { name: 'longest', testMatch: longest, grepInvert: /@alone/, teardown: 'alone' },
    { name: 'journeys', testIgnore: longest, grepInvert: /@alone/, teardown: 'alone' },
    // Only a teardown runs after the others whatever their outcome.
    { name: 'alone', grep: /@alone/, workers: 1 },
  ],
  // A test that passes only then is named in the summary: a defect to mend.
  retries: 1,
  forbidOnly: true,
  timeout: testLimit,
  expect: { timeout: expectLimit, toPass: { timeout: testLimit } },
  reporter: [['list'], ['../runner/playwright-reporter.ts']],
  use: {
    viewport: desktop,
    locale: 'es-ES',
    colorScheme: 'dark',
    // A third of what a browser computes here is drawing what moves.
    contextOptions: { reducedMotion: isNightly ? 'no-preference' : 'reduce' },
    timezoneId: 'Europe/Madrid',
    // Requests of a worker bypass the test's routes; only the tests of the worker allow it.
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
        // Nothing leaves the machine, whatever a page or the browser itself would like to fetch.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
