/**
 * Bundles web/service-worker into /service-worker.js, a file with a fixed name, and injects the release's file list.
 * The HTML pages are also written under content-hashed names, so that the precache is consistent while a release is
 * being uploaded.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { type Page, pages } from '../../shared/domain/pages.ts';

/** Pages that open offline, and modules that the app loads after its first paint. */
const precachedModules = [
  ...Object.values<Page>(pages).flatMap(({ module, offline, prefetch }) =>
    offline ? [`routes/${module}.tsx`, ...(prefetch?.modules ?? [])] : [],
  ),
  'app/arrow-keys.ts',
  'app/bottom-bar.tsx',
  'app/connection-bar.tsx',
  'app/cookie-banner.tsx',
  'app/footer-controls.tsx',
  'routes/not-found.tsx',
  'features/reach/alerts/notify-button.tsx',
  'lib/result-removal.ts',
];

/** Files with a fixed name that are precached too. */
const fixedFiles = ['/config.json', '/court.svg', '/favicon.svg', '/manifest.webmanifest', '/match.svg'];

export function serviceWorker(): Plugin {
  const web = join(import.meta.dirname, '..');
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        { tag: 'meta', attrs: { name: 'release', content: hashRelease(bundle ?? {}) }, injectTo: 'head' as const },
      ],
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const name = hashRelease(bundle);
        const files = new Set<string>();
        const collect = (file: string): void => {
          const chunk = bundle[file];
          if (files.has(file) || chunk?.type !== 'chunk') return;
          files.add(file);
          for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
          for (const imported of chunk.imports) collect(imported);
        };
        const findChunk = (module: string): string => {
          const chunk = Object.values(bundle).find(
            (one) => one.type === 'chunk' && one.facadeModuleId === join(web, module),
          );
          if (!chunk) throw new Error(`${module} should be precached, but is not a chunk`);
          return chunk.fileName;
        };
        for (const module of precachedModules) collect(findChunk(module));
        const addPage = (file: string): string => {
          const page = bundle[file];
          if (page?.type !== 'asset') throw new Error(`${file} is missing`);
          for (const [, part = ''] of String(page.source).matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)) {
            files.add(part);
            collect(part);
          }
          const fileName = `assets/${file.replace('.', `-${hashText(String(page.source))}.`)}`;
          this.emitFile({ type: 'asset', fileName, source: page.source });
          return `/${fileName}`;
        };
        const [app, scorer] = [addPage('index.html'), addPage('mesa.html')];
        const release = {
          name,
          app,
          scorer,
          files: [app, scorer, ...[...files].map((part) => `/${part}`), ...fixedFiles],
        };
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: await bundleWorker(web, release) });
      },
    },
  };
}

/** Returns the release's id, which changes with any chunk. */
const hashRelease = (bundle: object) =>
  hashText(
    Object.keys(bundle)
      .filter((file) => /\.(js|css)$/.test(file))
      .sort()
      .join('\n'),
  );

const hashText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

async function bundleWorker(web: string, release: object): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(web, 'service-worker/worker.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { release: JSON.stringify(release) },
  });
  return outputFiles[0]?.text ?? '';
}
