/** The smoke test of a stage, against a running local platform: all of it works, and nothing of it is left. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Platform, startPlatform } from '../../../infra/local/platform.ts';
import { nodeEnvironment } from '../../support/node-environment.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'cantera-smoke-data-'));
let platform: Platform;

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
  // The shell of the app is enough: no page is looked at.
  const webFolder = join(dataDir, 'shell');
  mkdirSync(webFolder);
  copyFileSync('web/index.html', join(webFolder, 'index.html'));
  platform = await startPlatform({ config: { dataDir, ports }, webFolder });
});
afterAll(async () => {
  await platform.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function smoke(args: string[] = []): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['infra/operate/smoke.ts', ...args], {
      env: { PATH: process.env.PATH, CANTERA_DATA: dataDir, ...nodeEnvironment() },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

test('a stage that works passes, and nothing is left behind', async () => {
  const { code, output } = await smoke();
  expect([code, output]).toEqual([0, expect.stringContaining('All of it works')]);
  expect(output).not.toMatch(/✗|Left behind/);
  const { vods } = await import('../../../functions/recordings/vods/store.ts');
  const { sources } = await import('../../../functions/broadcast/live/store.ts');
  expect([await vods.rows(), await sources.rows()]).toEqual([[], []]);
}, 120_000);
