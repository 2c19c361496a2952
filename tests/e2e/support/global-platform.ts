/** One platform for the whole run: emulators on free ports with the demo league, in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../infra/local/config.ts';
import { describeExit } from '../../../infra/toolchain/exit-status.ts';
import { nodeEnvironment } from '../../support/node-environment.ts';

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of its global setup
export default async function startTestPlatform(): Promise<() => Promise<void>> {
  // Set E2E_DATA to a folder that keeps the encoded demo videos between runs.
  const kept = process.env.E2E_DATA;
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'cantera-e2e-'));
  const child = spawn(process.execPath, [join(root, 'tests/e2e/support/platform-process.ts'), dataDir], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...nodeEnvironment() },
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    }
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const { addresses, environment } = await readiness(child);
    // Workers inherit both.
    Object.assign(process.env, environment, {
      E2E_ADDRESSES: JSON.stringify(addresses),
      E2E_PLATFORM_PID: String(child.pid),
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

interface Readiness {
  addresses: Record<string, string>;
  environment: Record<string, string>;
}

function readiness(child: ChildProcess): Promise<Readiness> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Readiness));
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`The platform ${describeExit(code, signal)} before it was ready`)),
    );
  });
}
