/** One platform for the whole run: emulators on free ports with the demo league, in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatformProcess } from '../../support/platform-process.ts';
import './short-windows.ts';

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of its global setup
export default async function startTestPlatform(): Promise<() => Promise<void>> {
  // Set E2E_DATA to a folder that keeps the encoded demo videos between runs.
  const kept = process.env.E2E_DATA;
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'cantera-e2e-'));
  const removeData = () => {
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const platform = await startPlatformProcess('tests/e2e/support/platform-process.ts', dataDir);
    // The tests' workers inherit these variables.
    Object.assign(process.env, platform.environment, {
      E2E_ADDRESSES: JSON.stringify(platform.addresses),
      E2E_PLATFORM_PID: String(platform.pid),
    });
    return async () => {
      await platform.stop();
      removeData();
    };
  } catch (error) {
    removeData();
    throw error;
  }
}
