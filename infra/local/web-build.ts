/**
 * Builds the web app when its sources have changed. A child process does it, so that the platform does not keep the 300
 * MB that building takes. Assets of the previous build stay for open pages, as in a stage's bucket.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeExit } from '../toolchain/exit-status.ts';
import { hashSources } from '../toolchain/sources.ts';
import { root } from './config.ts';
import type { LocalS3 } from './s3/s3.ts';

/** Builds web/ into the data folder unless it is up to date; returns the folder. */
export async function buildWeb(dataDir: string): Promise<string> {
  const outDir = join(dataDir, 'web');
  const stampFile = join(dataDir, 'web.stamp');
  const stamp = hashSources('web', 'shared');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8').split('\n', 1)[0] === stamp) return outDir;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = ['build', join(root, 'web'), '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const [assets, previousAssets] = [join(outDir, 'assets'), join(dataDir, 'web-before')];
  const builtAssets = listBuiltAssets(stampFile);
  if (existsSync(assets)) {
    rmSync(previousAssets, { recursive: true, force: true });
    renameSync(assets, previousAssets);
  }
  const child = spawn(process.execPath, [vite, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`Building the web app failed: the build ${describeExit(code, signal)}`);
  writeFileSync(stampFile, [stamp, ...readdirSync(assets)].join('\n'));
  for (const name of builtAssets) {
    const [from, to] = [join(previousAssets, name), join(assets, name)];
    if (existsSync(from) && !existsSync(to)) copyFileSync(from, to);
  }
  rmSync(previousAssets, { recursive: true, force: true });
  return outDir;
}

const listBuiltAssets = (stampFile: string) =>
  existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split('\n').slice(1) : [];

/** Uploads the files that functions read; all others are served from the folder. */
export async function releaseFiles(folder: string, s3: Pick<LocalS3, 'putFile'>, bucket: string): Promise<void> {
  for (const [name, contentType] of [
    ['index.html', 'text/html; charset=utf-8'],
    ['insertar.html', 'text/html; charset=utf-8'],
    ['robots.txt', 'text/plain; charset=utf-8'],
  ] as const) {
    if (!existsSync(join(folder, name))) continue;
    const copy = join(folder, `.released-${process.pid}`);
    copyFileSync(join(folder, name), copy);
    await s3.putFile(bucket, name, copy, { contentType, cacheControl: 'no-cache' });
  }
}
