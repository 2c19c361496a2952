/** The web app, built once per state of its sources: a second start finds it as it is. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { hashOfSources } from '../toolchain/sources.ts';
import { root } from './config.ts';

/** Builds web/ into the data folder unless it is there already, and gives the folder. */
export async function buildWeb(dataDir: string): Promise<string> {
  const outDir = join(dataDir, 'web');
  const stampFile = join(dataDir, 'web.stamp');
  const stamp = hashOfSources('web', 'shared');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return outDir;
  await build({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  writeFileSync(stampFile, stamp);
  return outDir;
}
