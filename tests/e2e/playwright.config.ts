/** End-to-end tests: the product in a real browser, on one platform of its own for the whole run. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { isThorough } from '../support/effort.ts';
import { findChromium } from '../support/machine.ts';
import { testTimeout, waitTimeout } from './support/patience.ts';
import { desktop } from './support/screens.ts';

// Workers inherit it and need not look again.
process.env.CHROMIUM_PATH ??= await findChromium();

/** A live and its recording, a video that is encoded, and with --all a whole match. */
const longest = ['match-day.spec.ts', 'live.spec.ts', 'upload.spec.ts'];

export default defineConfig({
  testDir: '.',
  outputDir: process.env.E2E_RESULTS ?? join(tmpdir(), 'cantera-e2e-results'),
  globalSetup: './support/global-platform.ts',
  // The tests of a file run one after the other, more files at a time than there are cores: much of a test is waiting.
  workers: 3,
  projects: [
    // What waits longest first: the others fill its time.
    {
      name: 'longest',
      testMatch: longest,
      grepInvert: /@alone/,
      teardown: 'alone',
      // With --all as most people see it.
      use: { contextOptions: { reducedMotion: isThorough ? 'no-preference' : 'reduce' } },
    },
    { name: 'journeys', testIgnore: longest, grepInvert: /@alone/, teardown: 'alone' },
    // After the others, whatever their outcome, which of all relations between projects only the teardown gives.
    { name: 'alone', grep: /@alone/, workers: 1 },
  ],
  retries: 0,
  forbidOnly: true,
  timeout: testTimeout,
  expect: { timeout: waitTimeout },
  reporter: [['list'], ['../runner/playwright-reporter.ts']],
  use: {
    viewport: desktop,
    locale: 'es-ES',
    colorScheme: 'dark',
    // A third of what a browser computes here is drawing what moves.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Madrid',
    // Requests that a worker passes on are out of a test's hands: only those of the worker itself let it in.
    serviceWorkers: 'block',
    actionTimeout: waitTimeout,
    navigationTimeout: waitTimeout,
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
