/** One platform for all API tests of a run: emulators on free ports and a temporary folder. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Platform, startPlatform } from '../../infra/local/platform.ts';
import { functionEnvironment } from './function-environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    addresses: Platform['addresses'];
    environment: Record<string, string>;
  }
}

let platform: Platform | undefined;
let dataDir: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  process.env.LOG_LEVEL ??= 'silent';
  // Lets a test send a client address as CloudFront does.
  process.env.EDGE_KEY = 'edge-key-of-the-tests';
  dataDir = mkdtempSync(join(tmpdir(), 'cantera-api-'));
  // The source page is enough: only browsers read the additions of a build.
  const webFolder = join(dataDir, 'web');
  cpSync('web/index.html', join(webFolder, 'index.html'));
  cpSync('web/insertar.html', join(webFolder, 'insertar.html'));
  cpSync('web/public/robots.txt', join(webFolder, 'robots.txt'));
  const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
  platform = await startPlatform({
    config: { dataDir, ports },
    minuteMs: 2_000,
    webFolder,
    // Set CANTERA_BUNDLES=dist/functions after `npm run build` to test the deployed bundles.
    bundles: process.env.CANTERA_BUNDLES && resolve(process.env.CANTERA_BUNDLES),
  });
  void platform.crashed.then((error) => console.error(`The platform of the tests: ${error.message}`));
  project.provide('addresses', platform.addresses);
  project.provide('environment', functionEnvironment());
}

export async function teardown(): Promise<void> {
  await platform?.close();
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
}
