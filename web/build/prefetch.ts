/** Injects prefetch.ts, its page table and the names of the chunks that it fetches into index.html. */
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { pathPattern } from '../../shared/domain/page-patterns.ts';
import { type Page, pages } from '../../shared/domain/pages.ts';

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
  const path = (module: string) => join(import.meta.dirname, '..', module);
  return {
    name: 'prefetch',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: path('app/prefetch.ts'), name: 'prefetch' });
      // prefetch.ts imports the module by its URL, so the bundler cannot see that its exports are used.
      this.emitFile({
        type: 'chunk',
        id: path('player/media-prefetch.ts'),
        name: 'media-prefetch',
        preserveSignature: 'allow-extension',
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, filename }) {
        if (filename !== path('index.html')) return [];
        const outputs = Object.values(bundle);
        const findFile = (module: string) => {
          const findChunk = (is: (chunk: Rolldown.OutputChunk) => boolean) =>
            outputs.find((output) => output.type === 'chunk' && is(output));
          const chunk =
            findChunk(({ facadeModuleId }) => facadeModuleId === path(module)) ??
            // Vite's chunk groups may have merged the module with others.
            findChunk(({ moduleIds }) => moduleIds.includes(path(module)));
          if (!chunk) throw new Error(`No chunk contains ${module}, which should be prefetched`);
          return chunk.fileName;
        };
        const collect = (file: string, files: Set<string>): Set<string> => {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk' || files.has(file)) return files;
          files.add(file);
          for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
          for (const imported of chunk.imports) collect(imported, files);
          return files;
        };
        const listAddresses = (modules: string[]) => {
          const files = new Set<string>();
          for (const module of modules) collect(findFile(module), files);
          return [...files].map((file) => `/${file}`).filter((file) => !html.includes(file));
        };
        const chunks = Object.entries(prefetchChunks).map(([name, modules]) => [name, listAddresses(modules)]);
        return [
          {
            tag: 'script',
            attrs: { type: 'module', async: true, src: `/${findFile('app/prefetch.ts')}` },
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
