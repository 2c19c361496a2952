/** A platform for one test file, and the operator's commands run against it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Platform, startPlatform } from '../../infra/local/platform.ts';
import { nodeEnvironment } from './node-environment.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export { createTemporaryFolder };

type PlatformOptions = Parameters<typeof startPlatform>[0];
type DedicatedOptions = Omit<PlatformOptions, 'config'> &
  Pick<PlatformOptions['config'], 'cameraTime' | 'imageRights' | 'liveDelivery' | 'broadcastEncoding'>;

/** Starts the platform. Await it before importing code that reads the environment. */
export async function startDedicatedPlatform({
  cameraTime,
  imageRights,
  liveDelivery,
  broadcastEncoding,
  ...options
}: DedicatedOptions = {}): Promise<Platform & { dataDir: string }> {
  process.env.LOG_LEVEL ??= 'silent';
  const dataDir = createTemporaryFolder();
  const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
  const platform = await startPlatform({
    config: {
      dataDir,
      ports,
      ...(cameraTime && { cameraTime }),
      ...(imageRights && { imageRights }),
      ...(liveDelivery && { liveDelivery }),
      ...(broadcastEncoding && { broadcastEncoding }),
    },
    ...options,
  });
  afterAll(() => platform.close());
  return { ...platform, dataDir };
}

export interface Ended {
  code: number;
  /** Standard output and errors. */
  output: string;
}

/** Runs a command of infra/operate without this process's addresses: it must find the platform by its data folder. */
export function operate(dataDir: string, script: string, args: string[], input = ''): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join('infra/operate', script), ...args], {
      env: { PATH: process.env.PATH, CANTERA_DATA: dataDir, ...nodeEnvironment() },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
    child.stdin.end(input);
  });
}
