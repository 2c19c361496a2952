/**
 * `npm run build`: the functions in one esbuild call, each a single file of its own, and the web app. What it writes is
 * what the stacks deploy: dist/functions/<name>/ and dist/web/.
 */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Metafile } from 'esbuild';
import { allFunctions } from './functions.ts';
import { root } from './local/config.ts';
import { buildWeb } from './local/web-build.ts';
import { leanSdk } from './toolchain/lean-sdk.ts';

export const functionsFolder = join(root, 'dist/functions');
export const webFolder = join(root, 'dist/web');

/** The generator of signing keys runs in Lambda too, as a custom resource of the Media stack. */
export const keysFunction = { name: 'playback-keys', entry: 'infra/constructs/playback-keys/handler.ts' };

/** Cold starts grow with a bundle; the packages that are copied beside it do not count. */
export const bundleBudget = 500_000;

const external = ['sharp'];

/** Bytes of each function's bundle, by name. */
export async function buildFunctions(): Promise<{ sizes: Record<string, number>; metafile: Metafile }> {
  const entries = [...allFunctions, keysFunction];
  rmSync(functionsFolder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map(({ name, entry }) => ({ in: entry, out: `${name}/index` })),
    outdir: functionsFolder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Packages that offer both are smaller, and leave out more, as ES modules.
    mainFields: ['module', 'main'],
    external,
    plugins: [leanSdk([join(root, 'functions/media'), join(root, 'functions/aws')])],
    // Some packages are CommonJS and load Node's own modules by `require`.
    banner: { js: "import{createRequire as $r}from'node:module';const require=$r(import.meta.url);" },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const sizes: Record<string, number> = {};
  for (const [path, { bytes, imports }] of Object.entries(metafile.outputs)) {
    const [, name = ''] = /functions\/([^/]+)\/index\.mjs$/.exec(path) ?? [];
    sizes[name] = bytes;
    if (imports.some((one) => one.external && one.path === 'sharp')) copySharp(join(functionsFolder, name));
  }
  return { sizes, metafile };
}

/** sharp with its binary for Lambda (Linux, x64, glibc), as npm lays it out. */
function copySharp(folder: string): void {
  for (const name of runtimeOf('sharp')) {
    const from = join(root, 'node_modules', name);
    if (!existsSync(from)) {
      throw new Error(
        `${name} is missing. On another system than Linux on x64: npm install --no-save --os=linux --cpu=x64 --libc=glibc sharp`,
      );
    }
    cpSync(from, join(folder, 'node_modules', name), {
      recursive: true,
      filter: (path) => !/\.(md|d\.ts|map)$|\/(src|install)(\/|$)/.test(path),
    });
  }
}

function runtimeOf(name: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const binaries = name === 'sharp' ? ['@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64'] : [];
  return [name, ...Object.keys(dependencies).flatMap(runtimeOf), ...binaries];
}

if (import.meta.main) await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'functions-only': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(
      'npm run build [-- --functions-only]\nWrites dist/functions and dist/web, and prints the bundle sizes.',
    );
    return;
  }
  const { sizes } = await buildFunctions();
  for (const [name, bytes] of Object.entries(sizes)) {
    console.log(`${name.padEnd(18)}${String(Math.round(bytes / 1000)).padStart(6)} KB`);
  }
  const large = Object.keys(sizes).filter((name) => (sizes[name] ?? 0) > bundleBudget);
  if (large.length > 0) throw new Error(`Over the budget of ${bundleBudget / 1000} KB: ${large.join(', ')}`);
  if (!values['functions-only']) console.log(`web               ${await buildWeb(join(root, 'dist'))}`);
}
