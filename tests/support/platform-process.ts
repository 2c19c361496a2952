/**
 * A platform in a process of its own: the test runner's thread schedules tests and collects results, and would delay
 * every request. `startPlatformProcess` is the parent's side, `endWithParent` and `tellParent` are the child's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../infra/local/config.ts';
import type { Platform } from '../../infra/local/platform.ts';
import { describeExit } from '../../infra/toolchain/exit-status.ts';
import { functionEnvironment } from './function-environment.ts';
import { nodeEnvironment } from './node-environment.ts';

interface Readiness {
  addresses: Platform['addresses'];
  environment: Record<string, string>;
}

interface PlatformProcess extends Readiness {
  pid: number | undefined;
  stop(): Promise<void>;
}

/** Runs a script of the tests that starts a platform on this data folder. @throws if it ends before it is ready. */
export async function startPlatformProcess(script: string, dataDir: string): Promise<PlatformProcess> {
  const child = spawn(process.execPath, [join(root, script), dataDir], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...nodeEnvironment() },
  });
  const readiness = await new Promise<Readiness>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Readiness));
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`The platform ${describeExit(code, signal)} before it was ready`)),
    );
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  };
  return { ...readiness, pid: child.pid, stop };
}

/** Closes the platform with its parent process; a crash ends the process with status 1. */
export function endWithParent(platform: Platform): void {
  let isClosing = false;
  async function close(code = 0): Promise<void> {
    if (isClosing) return;
    isClosing = true;
    await platform.close();
    process.exit(code);
  }
  void platform.crashed.then((error) => {
    console.error(`The platform of the tests: ${error.message}`);
    return close(1);
  });
  process.on('disconnect', () => void close());
  // Ctrl-C reaches the whole group: the runner ends its tests first and then disconnects.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void close());
}

/** Sends the addresses and the functions' environment to the waiting parent. */
export function tellParent({ addresses }: Platform, more: Record<string, string> = {}): void {
  process.send?.({ addresses, environment: { ...functionEnvironment(), ...more } } satisfies Readiness);
}
