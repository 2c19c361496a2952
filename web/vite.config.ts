/**
 * Builds the web app to web/dist. Pages, player and back office are lazy chunks by `import()`; the groups below merge
 * shared code into a few long-cached files.
 */
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { backOffice } from './build/back-office-chunk.ts';
import { documentFiles } from './build/documents.ts';
import { firstScript } from './build/first-script.ts';
import { preloadFonts, subsetFonts } from './build/fonts.ts';
import { icons } from './build/icons.ts';
import { addOtherLicences, licencesFile } from './build/licences.ts';
import { oldBrowsers, oldestBrowsers } from './build/old-browsers.ts';
import { injectPrefetch } from './build/prefetch.ts';
import { serviceWorker } from './build/service-worker.ts';

const apiPort = process.env.API_PORT ?? '3001';

/**
 * Modules that the pages with a player share, without the player itself, and without the plans, which the landing page
 * shows too.
 */
const watchPageParts = createModulePattern(
  'player/(player|commands|previews|overlays)\\.',
  'features/viewing/(playback/(?!plans|share-(dialog|picture))|library/(use-|save-button|progress-tracker)|scoreboard/(player-scoreboard|use-live-score|use-delayed-score|use-running-match|score-delay|queries))',
  'features/recordings/vods/(queries|use-vod-moments)',
  'features/league/(clubs/club-grid|events/(item-heading|match-(heading|bar|links)|score\\.|use-(score|match-minute)))',
  'features/money/payments/(payment-notice|use-payment-return|return-path)',
);

/** Modules that prefetch.ts loads, which must not depend on other chunks. */
const mediaPrefetch = createModulePattern('player/(media-prefetch|bandwidth)\\.');

/** Playback code that player and ads share. */
const playbackParts =
  /(node_modules[\\/]hls\.js|web[\\/]player[\\/](airplay|attach-(hls|element)|frames|hls-(events|loader|requests)|live-position|playback(-state)?|use-input)\.)/;

/**
 * Pure code about matches, server messages and the session's cookie, which most pages share with the scorer app; a chunk for each module would
 * cost a request. It must not import the UI kit, which the scorer app does not load.
 */
const matchRules =
  /web[\\/]lib[\\/](markup|safe-path)\.|shared[\\/]domain[\\/](club-code|fold-text|match|match-clock|match-log|result|score|session-cookie|sport-name)\./;

/** Cards and queries of matches, which most viewers' pages use. */
const matchParts = createModulePattern(
  'features/league/events/(event-(state|times)|events-key|use-(match-state|signals)|result)\\.',
  'features/viewing/(matches/(match-cards|queries)|library/queries)\\.',
);

/** Parts of the UI kit that neither the landing page nor the home page shows. */
const laterUiParts =
  /web[\\/](ui[\\/](pagination|yes-no|undo-toast|list-bar|email-link-step|field|checkbox|copy-field|search-input|tabs|result-count|leave-guard|dialog|confirm-dialog|password-input|text-input|textarea)|lib[\\/](captcha|announce|navigation-delays|use-debounced|external-navigation|save-(file|download|table)))\.ts/;

/** The UI kit and small modules that every page imports; a chunk for each would cost a request. */
const sharedParts =
  /web[\\/](ui|lib|session)[\\/]|vite[\\/]preload-helper|shared[\\/](.+[\\/])?(lazy|limits|madrid-time|media-address)\./;

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
    proxy: {
      '/api': { target: `http://localhost:${apiPort}`, rewrite: (path) => path.replace(/^\/api/, '') },
    },
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
          // Without the groups for shared code, the home page takes 55 files instead of 18, and 5 % more bytes.
          // With dependencies, a group would pull shared modules into the first page.
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'framework',
              // Leaves out useQueries, which only later pages need.
              test: /node_modules[\\/](react|react-dom|react-hot-toast|goober|scheduler|react-router|react-router-dom|@tanstack)[\\/](?!.*Queries|.*queriesO)/,
            },
            { name: 'forms', test: /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]/ },
            {
              name: 'club-picker',
              test: /(node_modules[\\/](downshift|prop-types|compute-scroll|react-is|tslib)|ui[\\/](club|choice)-picker)/,
            },
            { name: 'back-office', test: backOffice },
            // Steps of one flow, a few KB each.
            { name: 'pay', test: /routes[\\/](buy|subscription|payment|payment-success)\./ },
            // Controls that the back office and the clip editor share.
            { name: 'fields', test: /web[\\/]ui[\\/](progress-bar|select)\./ },
            { name: 'watching', test: watchPageParts },
            { name: 'pages', test: /shared[\\/]domain[\\/](pages|paths)\./ },
            { name: 'match-rules', test: matchRules, minShareCount: 2 },
            { name: 'match-state', test: /shared[\\/]domain[\\/](event|match)-state\./, minShareCount: 2 },
            { name: 'match-parts', test: matchParts, minShareCount: 2 },
            { name: 'media-prefetch', test: mediaPrefetch },
            { name: 'attach-hls', test: playbackParts },
            { name: 'parts', test: laterUiParts, minShareCount: 2 },
            { name: 'kit', test: sharedParts, minShareCount: 2 },
          ],
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

/** Creates a pattern for modules of web/; `paths` are regular expressions relative to it. */
function createModulePattern(...paths: string[]): RegExp {
  return new RegExp(`web/(${paths.join('|')})`.replaceAll('/', '[\\\\/]'));
}
