/**
 * Writes /old-browsers.css and /old-browsers.js for browsers without cascade layers, down to Chromium 79 (televisions
 * of 2021) and Safari 14: the app's styles without newer features, and polyfills. Newer browsers load neither. The back
 * office's styles are included, but untested.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import compat from 'core-js-compat';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { rewriteStyles } from './old-browsers-styles.ts';

export const oldestBrowsers = ['chrome79', 'safari14'];
const browsers = ['chrome 79', 'safari 14'];

export function oldBrowsers(): Plugin {
  return {
    name: 'old-browsers',
    apply: 'build',
    // The files are written after the bundle, so that the service worker of newer browsers does not store them.
    async writeBundle({ dir = '' }) {
      await Promise.all([writeStyles(dir), writeScript(dir)]);
    },
  };
}

async function writeScript(folder: string): Promise<void> {
  const { list } = compat({ targets: browsers.join(', '), modules: ['core-js/stable'] });
  await build({
    stdin: {
      contents: [...list.map((name) => `core-js/modules/${name}.js`), '../old-browsers.ts']
        .map((module) => `import '${module}';`)
        .join('\n'),
      resolveDir: import.meta.dirname,
    },
    outfile: join(folder, 'old-browsers.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2019',
    legalComments: 'none',
  });
}

async function writeStyles(folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  const names = (await readdir(assets)).filter(
    (name) => name.endsWith('.css') && !/^(mesa|emitir|insertar)-/.test(name),
  );
  // The app's main sheet comes first, as on the page.
  const sheets = names.toSorted((one, other) => Number(other.startsWith('index-')) - Number(one.startsWith('index-')));
  const styles = await Promise.all(sheets.map((name) => readFile(join(assets, name), 'utf8')));
  await writeFile(join(folder, 'old-browsers.css'), await rewriteStyles(styles.join('\n')));
}
