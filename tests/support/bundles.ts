/** Bundles the functions as for a deployment. Cached until the sources change. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Bundle, buildFunctions } from '../../infra/build.ts';
import { root } from '../../infra/local/config.ts';
import { hashSources } from '../../infra/toolchain/sources.ts';

const cache = join(root, 'node_modules/.cache/bundles');

export async function bundleFunctions(): Promise<{ folder: string; bundles: Record<string, Bundle> }> {
  const state = hashSources('functions', 'shared', 'infra');
  const folder = join(cache, state);
  const note = 'bundles.json';
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const earlier = readdirSync(cache).filter((name) => name !== state && !name.startsWith('new-'));
    for (const name of earlier) rmSync(join(cache, name), { recursive: true, force: true });
    // The finished folder is moved into place, because another worker may build or read it at the same time.
    const made = mkdtempSync(join(cache, 'new-'));
    writeFileSync(join(made, note), JSON.stringify(await buildFunctions(join(made, 'functions'))));
    try {
      renameSync(made, folder);
    } catch (error) {
      rmSync(made, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const bundles = JSON.parse(readFileSync(join(folder, note), 'utf8')) as Record<string, Bundle>;
  return { folder: join(folder, 'functions'), bundles };
}
