/** Runs the parts of `npm test` as processes of their own: what they print is seen at once and kept. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../../infra/local/config.ts';
import { describeExit, toExitCode } from '../../infra/toolchain/exit-status.ts';
import { nodeEnvironment } from '../support/node-environment.ts';
import type { Outcome } from './outcome.ts';

interface Ended {
  code: number;
  output: string;
  /** What a suite has sent before its end. */
  outcome: Outcome | undefined;
}

export const bin = (name: string) => join(root, 'node_modules/.bin', name);

const running = new Set<ChildProcess>();
let stopped = false;

/** Then nothing more is begun. */
export const wasStopped = () => stopped;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exitCode = 130;
    stopped = true;
  });
}

/** How a command comes to the processor: as any other, or after all others, which leave it what they do not use. */
export type Turn = (command: string[]) => string[];
export const anyTurn: Turn = (command) => command;
export const lastTurn: Turn = (command) => ['nice', '-n', '19', ...command];

/** Whatever it leaves in the folder for temporary files goes with its end. */
export function run(name: string, [command = '', ...args]: string[], environment = {}): Promise<Ended> {
  console.log(`\n▸ ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'cantera-run-'));
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        ...nodeEnvironment(),
        // How much of a page a failed search for an element prints, in characters.
        DEBUG_PRINT_LIMIT: '1500',
        TMPDIR: folder,
        ...environment,
      },
    });
    running.add(child);
    let output = '';
    let outcome: Outcome | undefined;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        process.stdout.write(chunk);
        output += chunk;
      });
    }
    child.on('message', (message) => {
      outcome = message as Outcome;
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      if (signal) output += `\n${name} ${describeExit(code, signal)}`;
      resolve({ code: toExitCode(code, signal), output: stripVTControlCharacters(output), outcome });
    });
  });
}
