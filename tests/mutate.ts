/**
 * `npm run mutate`: changes the rules of a folder line by line, and prints the changes that no test in tests/unit sees.
 * Stryker is no dependency, because it brings 170 packages: install it before.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../infra/local/config.ts';
import { readArguments } from '../infra/toolchain/arguments.ts';

const usage = `npm run mutate -- <folder or file>

Changes each rules.ts of the folder (or the file) line by line, runs the tests of tests/unit that cover the line, and
prints the changes that all of them pass. The score is the share of changes that a test sees.

  npm run mutate -- functions/money
  npm run mutate -- functions/recordings/clips/rules.ts

  --help  shows this text`;

const version = '10.1.1';

const { words } = readArguments(usage, {}, 1);
const [place = 'functions'] = words;
const mutate = place.endsWith('.ts') ? [place] : globSync(`${place}/**/rules.ts`, { cwd: root });
if (mutate.length === 0) fail(`${place} has no rules.ts\n\n${usage}`);

const { Stryker } = await loadStryker();
await new Stryker({
  mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutate.config.ts', related: true },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  ignorePatterns: ['.local', 'cdk.out', 'web/dist'],
  tempDirName: join('.local', 'mutate'),
  reporters: ['clear-text'],
  clearTextReporter: { reportTests: false },
}).runMutationTest();

interface Tool {
  Stryker: new (options: object) => { runMutationTest(): Promise<unknown> };
}

async function loadStryker(): Promise<Tool> {
  // The name is computed, because without the package there are no types.
  const name = '@stryker-mutator/core';
  try {
    return await import(name);
  } catch {
    const packages = [name, '@stryker-mutator/vitest-runner'].map((one) => `${one}@${version}`).join(' ');
    return fail(`Stryker is not installed. This brings it: npm install --no-save ${packages}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
