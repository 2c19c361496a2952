/** Runs a suite as a child process; its output is printed at once and kept. */
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
  /** Sent by the suite before it ends. */
  outcome: Outcome | undefined;
}

export const bin = (name: string) => join(root, 'node_modules/.bin', name);

const running = new Set<ChildProcess>();
let stopped = false;

/** After a signal no further suite starts. */
export const wasStopped = () => stopped;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exitCode = 130;
    stopped = true;
  });
}

/** Runs a suite with its own temporary folder, which is deleted at the end. */
export function run(name: string, [command = '', ...args]: string[], environment = {}): Promise<Ended> {
  console.log(`\n▸ ${name}`);
  const begun = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'cantera-run-'));
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        ...nodeEnvironment(),
        // Limits in characters the DOM that a failed query prints.
        DEBUG_PRINT_LIMIT: '1500',
        // Encodes in less than half of the usual time, to larger files.
        FFMPEG_PRESET: 'ultrafast',
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
      console.log(`◂ ${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
      resolve({ code: toExitCode(code, signal), output: stripVTControlCharacters(output), outcome });
    });
  });
}
