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
  /** Finds what failed and why; a step without it says so in its last lines. */
  failures?: (output: string) => string;
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
    failures: vitestFailures,
  },
  {
    name: 'e2e',
    command: [bin('playwright'), 'test', '--config', 'tests/e2e/playwright.config.ts'],
    count: countPlaywright,
  },
];

/** How many characters of a step's failures are repeated at the end. */
const reported = 6_000;

const onlyChecks = process.argv[2] === 'check';
let passed = 0;
let failed = 0;
const report: string[] = [];
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
  const plain = stripVTControlCharacters(output);
  const count = step.count?.(plain) ?? {
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
  };
  passed += count.passed;
  // A suite that breaks before it counts anything has failed all the same.
  failed += code !== 0 && count.failed === 0 ? 1 : count.failed;
  if (code !== 0) report.push(`▸ ${step.name}`, (step.failures?.(plain) ?? plain.slice(-reported)).trimEnd());
}
// Once more at the end: a log of thousands of lines is often kept by its last ones only.
if (report.length > 0) console.log(`\nWhat failed\n\n${report.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

function run([command = '', ...args]: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        FORCE_COLOR: '0',
        NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
        // How much of a page a failed search for an element prints, in characters.
        DEBUG_PRINT_LIMIT: '1500',
      },
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

/** From `Failed Tests 3` (or `Failed Suites`) to the totals. */
function vitestFailures(output: string): string {
  const section = /^\S* Failed (?:Suites|Tests) [\s\S]*?(?=^ Test Files )/m.exec(output)?.[0];
  return section ? section.slice(0, reported) : output.slice(-reported);
}

/** `  2 failed`, `  30 passed (1.2m)` */
function countPlaywright(output: string) {
  return { passed: numberBefore(output, 'passed'), failed: numberBefore(output, 'failed') };
}

function numberBefore(text: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0);
}
