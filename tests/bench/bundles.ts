/** Sizes of the web app's chunks by page, and sizes and import times of the functions. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { buildFunctions } from '../../infra/build.ts';
import { root } from '../../infra/local/config.ts';
import { inTemporaryFolder } from '../support/in-temporary-folder.ts';
import type { Figure } from './figure.ts';

/** Pages and the modules that their routes load lazily; null stands for the modules that every page loads. */
const pages: [string, string[], number][] = [
  ['landing', ['routes/landing.tsx'], 138],
  ['home', ['routes/home.tsx'], 138],
  // Text and picture need these on a slow connection; the player loads in parallel.
  ['watch page before its player', ['routes/vod.tsx'], 172],
  ['watch page with the player', ['routes/vod.tsx', 'player/video-player.tsx'], 345],
];

/** Separate pages without the app. */
const scorerApp = 'mesa.html';
const phonePage = 'emitir.html';
const embeddedPage = 'insertar.html';

interface ManifestEntry {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
}

export async function bundles(): Promise<Figure[]> {
  return [...(await webFigures()), ...(await functionFigures())];
}

export async function webFigures(): Promise<Figure[]> {
  return inTemporaryFolder(async (outDir) => {
    const built = (await build({
      configFile: join(root, 'web/vite.config.ts'),
      logLevel: 'silent',
      build: { outDir, emptyOutDir: true, manifest: true },
    })) as Rolldown.RolldownOutput;
    const modules = new Map(
      built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.moduleIds.join('\n') : '']),
    );
    const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      ManifestEntry
    >;
    const loads = (key: string, part: RegExp) =>
      [...collect(manifest, key)].some((file) => part.test(modules.get(file) ?? ''));
    const app = Object.keys(manifest).filter(
      (key) => manifest[key]?.isEntry && ![scorerApp, phonePage, embeddedPage].includes(key),
    );
    const measured: [string, string[], number][] = [
      ...pages.map(([name, modules, limit]): [string, string[], number] => [name, [...app, ...modules], limit]),
      ['the scorer app', [scorerApp], 60],
      ['the embedded page', [embeddedPage], 2],
    ];
    // Viewers load no code of the back office, and the player only after the page; the other pages load no React.
    const lazyModules = new Set(app.flatMap((key) => manifest[key]?.dynamicImports ?? []));
    const viewerPages = [...lazyModules].filter((key) => key.startsWith('routes/'));
    const wrongPages = [
      ...[...viewerPages, 'features/reach/vod/vod-tools.tsx'].filter((key) =>
        loads(key, /web\/routes\/staff|node_modules\/hls\.js/),
      ),
      ...[scorerApp, phonePage, embeddedPage].filter((key) => loads(key, /react-dom/)),
    ];
    if (wrongPages.length > 0)
      throw new Error(`These pages load the back office, the player or the app: ${wrongPages.join(', ')}`);
    measured.push(['the phone’s page, without an AAC encoder', [phonePage], 120]);
    // Workers are no chunks of the manifest.
    const workers = readdirSync(join(outDir, 'assets')).filter((name) => /^(phone-worker|sound-tap)-/.test(name));
    return measured.map(([name, keys, limit]) => {
      const files = new Set(keys.includes(phonePage) ? workers.map((worker) => `assets/${worker}`) : []);
      for (const key of keys) collect(manifest, key, files);
      const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(outDir, file))).length, 0);
      return { what: `JavaScript of ${name}, gzip`, value: bytes / 1024, unit: 'KB', limit };
    });
  });
}

function collect(manifest: Record<string, ManifestEntry>, key: string, files = new Set<string>()): Set<string> {
  const entry = manifest[key];
  if (!entry) throw new Error(`The web app has no chunk for ${key}`);
  if (files.has(entry.file)) return files;
  files.add(entry.file);
  for (const imported of entry.imports ?? []) collect(manifest, imported, files);
  return files;
}

async function functionFigures(): Promise<Figure[]> {
  return inTemporaryFolder(async (outDir) => {
    await buildFunctions(outDir);
    const names = readdirSync(outDir).filter((name) => statSync(join(outDir, name)).isDirectory());
    const sizes = names.map((name) => [name, statSync(join(outDir, name, 'index.mjs')).size / 1024] as const);
    const [largest, size] = sizes.reduce((a, b) => (b[1] > a[1] ? b : a));
    const imported = names.filter((name) => !['pictures', 'picture-arrived'].includes(name));
    // Each round imports all functions, so that other load on the machine affects them equally.
    const rounds = Array.from({ length: 10 }, () =>
      imported.map((name) => importTime(join(outDir, name, 'index.mjs'))),
    );
    const times = imported.map((name, at) => [name, Math.min(...rounds.map((round) => round[at] ?? 0))] as const);
    const [slowest, time] = times.reduce((a, b) => (b[1] > a[1] ? b : a));
    return [
      { what: `Largest function bundle (${largest})`, value: size, unit: 'KB', limit: 976 },
      { what: `Slowest import of a function (${slowest}), CPU`, value: time, unit: 'ms', limit: 150 },
    ];
  });
}

/** CPU milliseconds to import a module in a separate process; the best of several runs, since other load only adds. */
function importTime(file: string): number {
  const script = `const before = process.cpuUsage(); await import(${JSON.stringify(file)}); const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000);`;
  // Some functions require it at import.
  const env = { ...process.env, STRIPE_SECRET_ARN: 'none' };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(`${file} cannot be imported: ${stderr.slice(-2000)}`);
  return Number(stdout);
}
