/**
 * Builds web/service-worker into /service-worker.js, which is one file under a name that stays, and tells it what the
 * release is made of. The page and the desk are copied to names that say their content: what the worker keeps then fits
 * together, whichever file of a release arrives first.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

/** Pages that open without a network, and what the app loads after its first paint. */
const kept = [
  'app/arrow-keys.ts',
  'app/bottom-bar.tsx',
  'app/connection.tsx',
  'app/cookie-banner.tsx',
  'app/footer-parts.tsx',
  'features/league/calendar/calendar.page.tsx',
  'features/league/clubs/club.page.tsx',
  'features/league/clubs/clubs.page.tsx',
  'features/reach/event/event.page.tsx',
  'features/league/events/match-days.tsx',
  'features/platform/not-found/not-found.page.tsx',
  'features/reach/alerts/notify-button.tsx',
  'features/reach/home/home.page.tsx',
  'features/reach/my-team/my-team.page.tsx',
  'features/reach/my-team/my-team.tsx',
  'features/viewing/library/my-list.page.tsx',
  'features/viewing/matches/sport-list.page.tsx',
  'lib/without-results.ts',
];

/** Beside them, under names that stay. */
const files = ['/config.json', '/court.svg', '/favicon.svg', '/manifest.webmanifest', '/match.svg'];

export function serviceWorker(): Plugin {
  const web = import.meta.dirname;
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        { tag: 'meta', attrs: { name: 'release', content: releaseOf(bundle ?? {}) }, injectTo: 'head' as const },
      ],
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const name = releaseOf(bundle);
        const parts = new Set<string>();
        const collect = (file: string): void => {
          const chunk = bundle[file];
          if (parts.has(file) || chunk?.type !== 'chunk') return;
          parts.add(file);
          for (const style of chunk.viteMetadata?.importedCss ?? []) parts.add(style);
          for (const imported of chunk.imports) collect(imported);
        };
        const chunkOf = (module: string): string => {
          const chunk = Object.values(bundle).find(
            (one) => one.type === 'chunk' && one.facadeModuleId === join(web, module),
          );
          if (!chunk) throw new Error(`The service worker is to keep ${module}, which is no chunk`);
          return chunk.fileName;
        };
        for (const module of kept) collect(chunkOf(module));
        const pageOf = (file: string): string => {
          const page = bundle[file];
          if (page?.type !== 'asset') throw new Error(`${file} is missing`);
          for (const [, part = ''] of String(page.source).matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)) {
            parts.add(part);
            collect(part);
          }
          const fileName = `assets/${file.replace('.', `-${hashOf(String(page.source))}.`)}`;
          this.emitFile({ type: 'asset', fileName, source: page.source });
          return `/${fileName}`;
        };
        const [app, desk] = [pageOf('index.html'), pageOf('mesa.html')];
        const release = { name, app, desk, files: [app, desk, ...[...parts].map((part) => `/${part}`), ...files] };
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: await workerOf(web, release) });
      },
    },
  };
}

/** Other parts, another release. */
const releaseOf = (bundle: object) =>
  hashOf(
    Object.keys(bundle)
      .filter((file) => /\.(js|css)$/.test(file))
      .sort()
      .join('\n'),
  );

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

async function workerOf(web: string, release: object): Promise<string> {
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
