/** Injects prefetch.ts, its page table and the names of the chunks that it fetches into index.html. */
import type { Plugin } from 'vite';
import { pathPattern } from '../../shared/domain/page-patterns.ts';
import { type Page, pages } from '../../shared/domain/pages.ts';
import { collectFiles, findFile, toPath } from './chunk-files.ts';

const prefetchPages = Object.values<Page>(pages).filter(({ prefetch }) => prefetch);

/**
 * Modules that app/prefetch.ts may fetch with all their imports, by the name of their chunk list; a page's list has the
 * name of its module.
 */
const prefetchChunks: Record<string, string[]> = {
  ...Object.fromEntries(
    prefetchPages.map(({ module, prefetch }) => [module, [`routes/${module}.tsx`, ...(prefetch?.modules ?? [])]]),
  ),
  'video-player': ['player/video-player.tsx'],
  'media-prefetch': ['player/media-prefetch.ts'],
};

/** The page table as prefetch.ts reads it. */
const injectedPages = prefetchPages.map(({ path, module, prefetch }) => {
  const { modules: _, ...requests } = prefetch ?? {};
  return { path: pathPattern(path), chunks: module, ...requests };
});

export function injectPrefetch(): Plugin {
  return {
    name: 'prefetch',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: toPath('app/prefetch.ts'), name: 'prefetch' });
      // prefetch.ts imports the module by its URL, so the bundler cannot see that its exports are used.
      this.emitFile({
        type: 'chunk',
        id: toPath('player/media-prefetch.ts'),
        name: 'media-prefetch',
        preserveSignature: 'allow-extension',
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, filename }) {
        if (filename !== toPath('index.html')) return [];
        const listAddresses = (modules: string[]) => {
          const files = new Set<string>();
          for (const module of modules) collectFiles(bundle, findFile(bundle, module), files);
          return [...files].map((file) => `/${file}`).filter((file) => !html.includes(file));
        };
        const chunks = Object.entries(prefetchChunks).map(([name, modules]) => [name, listAddresses(modules)]);
        return [
          {
            tag: 'script',
            attrs: { type: 'module', async: true, src: `/${findFile(bundle, 'app/prefetch.ts')}` },
            injectTo: 'head-prepend',
          },
          {
            tag: 'script',
            attrs: { type: 'application/json', id: 'chunks' },
            children: JSON.stringify({ chunks: Object.fromEntries(chunks), pages: injectedPages }),
            injectTo: 'head',
          },
        ];
      },
    },
  };
}
