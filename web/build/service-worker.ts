/**
 * Bundles web/service-worker into /service-worker.js, a file with a fixed name, and injects the release's file list.
 * The HTML pages are also written under content-hashed names, so that the precache is consistent while a release is
 * being uploaded.
 */
import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { type Page, pages } from '../../shared/domain/pages.ts';
import { collectFiles, findFile, toPath } from './chunk-files.ts';

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
        for (const module of precachedModules) collectFiles(bundle, findFile(bundle, module), files);
        const addPage = (file: string): string => {
          const page = bundle[file];
          if (page?.type !== 'asset') throw new Error(`${file} is missing`);
          for (const [, part = ''] of String(page.source).matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)) {
            collectFiles(bundle, part, files);
            files.add(part);
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
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: await bundleWorker(release) });
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

async function bundleWorker(release: object): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [toPath('service-worker/worker.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { release: JSON.stringify(release) },
  });
  return outputFiles[0]?.text ?? '';
}
