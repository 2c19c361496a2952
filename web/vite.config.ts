/**
 * Builds the web app to web/dist. Pages, player and back office are lazy chunks by `import()`; build/chunks.ts
 * merges shared code into a few long-cached files.
 */
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { nameChunk } from './build/chunks.ts';
import { documentFiles } from './build/documents.ts';
import { firstScript } from './build/first-script.ts';
import { preloadFonts, subsetFonts } from './build/fonts.ts';
import { icons } from './build/icons.ts';
import { addOtherLicences, licencesFile } from './build/licences.ts';
import { oldBrowsers, oldestBrowsers } from './build/old-browsers.ts';
import { injectPrefetch } from './build/prefetch.ts';
import { serviceWorker } from './build/service-worker.ts';

const apiPort = process.env.API_PORT ?? '3001';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    injectFirstScript(),
    preloadFonts(),
    injectPrefetch(),
    icons(),
    serviceWorker(),
    oldBrowsers(),
    addOtherLicences(),
    documentFiles(),
  ],
  resolve: { alias: await subsetFonts() },
  server: {
    port: 3000,
    proxy: { '/api': { target: `http://localhost:${apiPort}`, rewrite: (path) => path.replace(/^\/api/, '') } },
  },
  // The phone's worker loads its AAC encoder where the browser has none.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: oldestBrowsers,
    // The oldest browsers have styles of their own (build/old-browsers.ts).
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    // An inlined font or picture would need `data:` in the content security policy, and could not be cached alone.
    assetsInlineLimit: 0,
    // The player's lazy chunk is below this limit.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    license: { fileName: licencesFile },
    rolldownOptions: {
      // Entry pages: the app, the scorer app, the phone's page and the embed.
      input: ['index.html', 'mesa.html', 'emitir.html', 'insertar.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        // A short hash (36 bits or more) keeps index.html small, which names every chunk.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // With dependencies, a chunk would pull shared modules into the first page.
          includeDependenciesRecursively: false,
          groups: [{ name: nameChunk, debugName: 'shared' }],
        },
      },
    },
  },
});

/**
 * Injects the first script, also in development. Only the app's page needs it, because the scorer app has no theme
 * setting.
 */
function injectFirstScript(): Plugin {
  return {
    name: 'first-script',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { filename }) =>
        filename === join(import.meta.dirname, 'index.html')
          ? [{ tag: 'script', children: firstScript, injectTo: 'head-prepend' as const }]
          : [],
    },
  };
}
