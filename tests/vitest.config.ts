/**
 * Projects: pure code (unit, stacks), tests with their own services (infra) or their own local platform (system), clients
 * of one local platform (api), and tests with a DOM (web). Playwright runs the end-to-end tests.
 */
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { expectLimit, testLimit } from './support/limits.ts';

const root = resolve(import.meta.dirname, '..');
const common = {
  root,
  environment: 'node',
  testTimeout: testLimit,
  hookTimeout: testLimit,
  expect: { poll: { timeout: expectLimit } },
};
/** Options for files without side effects: a worker keeps its imports (the CDK takes two seconds). */
const shared = { ...common, isolate: false, setupFiles: ['tests/support/restore-worker.ts'] };

export default defineConfig({
  root,
  test: {
    // Half of the workers usually wait for a timer, the API or an encoder.
    maxWorkers: 4,
    projects: [
      { test: { ...shared, name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { test: { ...shared, name: 'stacks', include: ['tests/infra/stacks/**/*.test.ts'] } },
      { test: { ...common, name: 'infra', include: ['tests/infra/**/*.test.ts'], exclude: ['tests/infra/stacks/**'] } },
      { test: { ...common, name: 'system', include: ['tests/system/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/global-platform.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'web',
          environment: 'jsdom',
          // One jsdom for each worker, with a context for each file.
          pool: 'vmThreads',
          // Each context has its own clock.
          setupFiles: [
            'tests/support/clock.mjs',
            'tests/web/support/browser-zone.ts',
            'tests/web/support/short-waits.ts',
            'tests/web/support/fast-dom.ts',
          ],
          include: ['tests/web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
