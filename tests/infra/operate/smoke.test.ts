/** The smoke test against a local platform. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder, operate, startDedicatedPlatform } from '../../support/dedicated-platform.ts';

// The app's HTML suffices, because no page is rendered.
const webFolder = createTemporaryFolder();
copyFileSync('web/index.html', join(webFolder, 'index.html'));
const { dataDir } = await startDedicatedPlatform({ webFolder });

test('passes for a working stage and removes everything it created', async () => {
  const { code, output } = await operate(dataDir, 'smoke.ts', []);
  expect([code, output]).toEqual([0, expect.stringContaining('All steps passed')]);
  expect(output).not.toMatch(/✗|Not removed/);
  const { vods } = await import('../../../functions/recordings/vods/store.ts');
  const { sources } = await import('../../../functions/broadcast/live/store.ts');
  expect([await vods.rows(), await sources.rows()]).toEqual([[], []]);
});
