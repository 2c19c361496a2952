/**
 * `npm test`: everything that must hold, in the order in which it is cheapest to learn that it does not. `npm run
 * check` stops after the static part. Installs what the tests need (ffmpeg, a browser) where it is missing. Ends with
 * a line `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../infra/local/config.ts';
import { prepareMachine } from './support/machine.ts';

interface Step {
  name: string;
  command: string[];
  /** Reads how many tests passed and failed; a step without it counts as one. */
  count?: (output: string) => { passed: number; failed: number };
}

const bin = (name: string) => join(root, 'node_modules/.bin', name);
const projects = ['shared', 'functions', 'infra', 'web', 'tests'];

const checks: Step[] = [
  { name: 'format and lint', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'imports', command: [process.execPath, 'infra/toolchain/imports.ts'] },
  ...projects.map((project) => ({ name: `types of ${project}`, command: [bin('tsc'), '-p', project] })),
];

const suites: Step[] = [
  {
    name: 'rules, api, web, infra, security',
    command: [bin('vitest'), 'run', '--config', 'tests/vitest.config.ts'],
    count: countVitest,
  },
  {
    name: 'e2e',
    command: [bin('playwright'), 'test', '--config', 'tests/e2e/playwright.config.ts'],
    count: countPlaywright,
  },
];

const onlyChecks = process.argv[2] === 'check';
let passed = 0;
let failed = 0;
let current: ReturnType<typeof spawn> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    current?.kill(signal);
    process.exitCode = 130;
    stopped = true;
  });
}
let stopped = false;

if (!onlyChecks) await prepareMachine();
for (const step of onlyChecks ? checks : [...checks, ...suites]) {
  if (stopped) break;
  console.log(`\n▸ ${step.name}`);
  const { code, output } = await run(step.command);
  const count = step.count?.(stripVTControlCharacters(output)) ?? {
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
  };
  passed += count.passed;
  // A suite that breaks before it counts anything has failed all the same.
  failed += code !== 0 && count.failed === 0 ? 1 : count.failed;
}
console.log(`\n${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

function run([command = '', ...args]: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    });
    current = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        process.stdout.write(chunk);
        output += chunk;
      });
    }
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** `      Tests  3 failed | 120 passed (123)` */
function countVitest(output: string) {
  const line = /^\s*Tests\s+(.*)$/m.exec(output)?.[1] ?? '';
  return { passed: numberBefore(line, 'passed'), failed: numberBefore(line, 'failed') };
}

/** `  2 failed`, `  30 passed (1.2m)` */
function countPlaywright(output: string) {
  return { passed: numberBefore(output, 'passed'), failed: numberBefore(output, 'failed') };
}

function numberBefore(text: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0);
}
