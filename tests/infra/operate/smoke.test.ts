/** The smoke test of a stage, against a running local platform: all of it works, and nothing of it is left. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operate, ownFolder, ownPlatform } from '../../support/own-platform.ts';

// The shell of the app is enough: no page is looked at.
const webFolder = ownFolder();
copyFileSync('web/index.html', join(webFolder, 'index.html'));
const { dataDir } = await ownPlatform({ webFolder });

test('a stage that works passes, and nothing is left behind', async () => {
  const { code, output } = await operate(dataDir, 'smoke.ts', []);
  expect([code, output]).toEqual([0, expect.stringContaining('All of it works')]);
  expect(output).not.toMatch(/✗|Left behind/);
  const { vods } = await import('../../../functions/recordings/vods/store.ts');
  const { sources } = await import('../../../functions/broadcast/live/store.ts');
  expect([await vods.rows(), await sources.rows()]).toEqual([[], []]);
});
