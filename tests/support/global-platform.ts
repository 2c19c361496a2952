/** One platform for all API tests of a run: emulators on free ports and a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Platform } from '../../infra/local/platform.ts';
import { startPlatformProcess } from './platform-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    addresses: Platform['addresses'];
    environment: Record<string, string>;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cantera-api-'));
  const { addresses, environment, stop } = await startPlatformProcess('tests/support/api-platform.ts', dataDir);
  project.provide('addresses', addresses);
  project.provide('environment', environment);
  return async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
