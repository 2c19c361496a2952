/** `npm run build`: bundles each function to dist/functions/<name>/ and the web app to dist/web/, which the stacks deploy. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { FunctionSpec } from './function-spec.ts';
import { allFunctions } from './functions.ts';
import { root } from './local/config.ts';
import { buildWeb } from './local/web-build.ts';
import { readArguments } from './toolchain/arguments.ts';
import { leanBundle } from './toolchain/lean-bundle.ts';
import { formatLicences, readLicences } from './toolchain/licences.ts';

export const functionsFolder = join(root, 'dist/functions');
export const webFolder = join(root, 'dist/web');

export const keysFunction = {
  name: 'playback-keys',
  entry: 'infra/constructs/playback-keys/handler.ts',
  handler: 'handler',
};

/** Licences of the packages in a function's bundle; those of the web app are in /licencias.txt (web/build/licences.ts). */
export const licencesFile = 'licences.txt';

/** Bytes; cold starts grow with the bundle. Packages copied next to it do not count. */
export const bundleBudget = 1_000_000;

export interface Bundle {
  bytes: number;
  /** Bundled files, as paths from the repository root. */
  inputs: string[];
}

export async function buildFunctions(outdir = functionsFolder): Promise<Record<string, Bundle>> {
  rmSync(outdir, { recursive: true, force: true });
  const entries = [...allFunctions, keysFunction];
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map(({ name }) => ({ in: `function:${name}`, out: `${name}/index` })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The bundler can leave unused code out of ES modules, not out of CommonJS.
    mainFields: ['module', 'main'],
    external: ['sharp'],
    plugins: [createEntryPlugin(entries), leanBundle],
    // CommonJS packages call `require` for Node's modules. The banner's names are long, because the minifier could
    // choose the same short ones.
    banner: {
      js: "import{createRequire as createRequireOfBanner}from'node:module';const require=createRequireOfBanner(import.meta.url);",
    },
    legalComments: 'none',
    // Halves the size of the Spanish texts, which would otherwise be escaped.
    charset: 'utf8',
    metafile: true,
    logLevel: 'warning',
  });
  const bundles: Record<string, Bundle> = {};
  for (const [path, { bytes, imports, inputs }] of Object.entries(metafile.outputs)) {
    const name = basename(dirname(path));
    bundles[name] = { bytes, inputs: Object.keys(inputs) };
    const isNative = allFunctions.find((spec) => spec.name === name)?.native ?? false;
    if (imports.some((one) => one.external && one.path === 'sharp') !== isNative)
      throw new Error(
        `${name} ${isNative ? 'is marked native but does not import' : 'is not marked native but imports'} sharp: see FunctionSpec`,
      );
    const folder = join(outdir, name);
    if (isNative) copySharp(folder);
    const contained = Object.entries(inputs).flatMap(([input, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [input] : [],
    );
    const copied = isNative ? listRuntimePackages('sharp').map((each) => `node_modules/${each}/package.json`) : [];
    writeFileSync(join(folder, licencesFile), formatLicences(readLicences(root, [...contained, ...copied])));
  }
  return bundles;
}

/** Creates an entry that re-exports only one handler, so that its module's other exports are left out. */
const createEntryPlugin = (functions: Pick<FunctionSpec, 'name' | 'entry' | 'handler'>[]): Plugin => ({
  name: 'entry',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^function:/ }, ({ path }) => ({ path, namespace: 'entry' }));
    onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => {
      const { entry, handler } = functions.find(({ name }) => `function:${name}` === path) ?? {};
      return { contents: `export { ${handler} as handler } from './${entry}';`, resolveDir: root };
    });
  },
});

/** Copies sharp with its binary for Lambda (Linux, x64, glibc). */
function copySharp(folder: string): void {
  for (const name of listRuntimePackages('sharp')) {
    const from = join(root, 'node_modules', name);
    if (!existsSync(from)) {
      throw new Error(
        `${name} is missing. On systems other than Linux x64: npm install --no-save --os=linux --cpu=x64 --libc=glibc sharp`,
      );
    }
    cpSync(from, join(folder, 'node_modules', name), {
      recursive: true,
      filter: (path) => !/\.(md|d\.ts|map)$|\/(src|install)(\/|$)/.test(path),
    });
  }
}

function listRuntimePackages(name: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const binaries = name === 'sharp' ? ['@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64'] : [];
  return [name, ...Object.keys(dependencies).flatMap(listRuntimePackages), ...binaries];
}

const usage = `npm run build [-- options]

Writes dist/functions and dist/web, and prints the sizes of the functions.

  --functions-only  skips the web app
  --help            shows this text`;

if (import.meta.main) await main();

async function main(): Promise<void> {
  const { values } = readArguments(usage, { 'functions-only': { type: 'boolean', default: false } });
  for (const [name, { bytes }] of Object.entries(await buildFunctions())) {
    const verdict = bytes > bundleBudget ? '  over the budget' : '';
    console.log(`${name.padEnd(18)}${String(Math.round(bytes / 1000)).padStart(6)} KB${verdict}`);
  }
  if (!values['functions-only']) console.log(`web               ${await buildWeb(join(root, 'dist'))}`);
}
