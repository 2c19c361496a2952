/** The web app, built once per state of its sources: a second start finds it as it is. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './config.ts';

/** Builds web/ into the data folder unless it is there already, and gives the folder. */
export async function buildWeb(dataDir: string): Promise<string> {
  const outDir = join(dataDir, 'web');
  const stampFile = join(dataDir, 'web.stamp');
  const stamp = hashOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return outDir;
  await build({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  writeFileSync(stampFile, stamp);
  return outDir;
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['web', 'shared']) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}
