/**
 * Four projects: rules and stacks, which are computed; what else runs in Node, each file on its own; what calls the API of
 * one local platform; and what needs a DOM. End-to-end tests belong to Playwright.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './runner/longest-first.ts';
import { isThorough } from './support/effort.ts';

/**
 * Milliseconds, after which a test that waits for nothing ends. No test's own limit is below: beside others, of which some
 * have the processor first, what takes a second alone takes half a minute.
 */
const testTimeout = 300_000;

/** What a test waits for, and says what it saw last. */
const expect = { poll: { timeout: 250_000 } };

const root = resolve(import.meta.dirname, '..');

export default defineConfig({
  root,
  test: {
    // One more than there are cores: much of what tests do is waiting, for lives, schedules and pages.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          root,
          environment: 'node',
          include: ['tests/infra/**/*.test.ts'],
          exclude: ['tests/infra/stacks/**'],
          testTimeout,
          hookTimeout: testTimeout,
          expect,
        },
      },
      {
        test: {
          name: 'rules',
          root,
          environment: 'node',
          include: ['tests/rules/**/*.test.ts', 'tests/infra/stacks/**/*.test.ts'],
          // Nothing runs in it that a file could leave behind, and the CDK takes two seconds to import.
          isolate: false,
          setupFiles: ['tests/support/leave-as-found.ts'],
          // They wait for nothing but the processor.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          expect,
        },
      },
      {
        test: {
          name: 'api',
          root,
          environment: 'node',
          include: ['tests/{api,security}/**/*.test.ts'],
          globalSetup: ['tests/support/global-platform.ts'],
          // All are clients of one platform: a worker keeps what it has imported, as a warm Lambda does.
          isolate: false,
          setupFiles: ['tests/support/leave-as-found.ts'],
          // Encodings wait for one another.
          testTimeout: (isThorough ? 2 : 1) * testTimeout,
          hookTimeout: (isThorough ? 2 : 1) * testTimeout,
          expect,
        },
      },
      {
        test: {
          name: 'web',
          root,
          environment: 'jsdom',
          // One jsdom for each worker, and in it a world for each file.
          pool: 'vmThreads',
          // Such a world has a clock of its own.
          setupFiles: ['tests/support/clock.mjs'],
          include: ['tests/web/**/*.test.{ts,tsx}'],
          testTimeout,
          hookTimeout: testTimeout,
          expect,
        },
      },
    ],
  },
});
