/**
 * Builds the web app to web/dist. Pages, player and back-office are lazy chunks by `import()`; the groups below only
 * keep the code that every page shares in one long-cached file.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import subsetFont from 'subset-font';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { icons } from './icons.ts';
import { themeFirst } from './theme-first.ts';
import { serviceWorker } from './worker-build.ts';

const apiPort = process.env.API_PORT ?? '3001';

/**
 * Everything that only staff needs, in one chunk: its pages share most of it. Nothing that a viewer's page imports may
 * be in it, not by way of the kit either: every page would load it, and modules would run before what they need.
 */
const backOffice =
  /web[\\/](app[\\/](back-office-(layout|router)|page-heading)|features[\\/]\w+[\\/](manage[\\/](?!use-delayed-navigate)|staff[\\/](?!accept)|(ads|cameras|profile|uploads|\w+[\\/]manage)[\\/])|ui[\\/](manage-list|media-thumbnail|form-layout|order-stepper|picture-field|video-field|club-chips|submit-overlay|switch|date-time-input)|lib[\\/](send-form|inline-change))/;

/** What the pages with a player share, the player itself apart; the ways to pay stand on the landing page too. */
const watching = modulesOfWeb(
  'player/(player|commands|stills|problem-dialog)\\.',
  'features/viewing/(playback/(?!plans|share-(dialog|picture))|library/(use-|save-button|place)|scoreboard/board-of)',
  'features/recordings/vods/(queries|vod-moments|use-vod-moments)',
  'features/league/(clubs/club-grid|events/(match-of-item|match-sides|score\\.|use-score))',
  'features/money/payments/(payment-notice|use-payment-return|return-path)',
);

/** What the player and the ads before it play with. */
const playing = /(node_modules[\\/]hls\.js|web[\\/]player[\\/](attach-(hls|native)|hls-requests|live-line|use-keys)\.)/;

/** What early.ts imports before all of that: nothing that it would have to wait for. */
const ahead = modulesOfWeb('player/(ahead|begin|line)\\.');

/** Of the kit, what neither the landing page nor the home page shows. */
const laterParts =
  /web[\\/](ui[\\/](pagination|checkbox|copy-field|search-input|tabs|result-count|leave-guard|dialog|confirm-dialog|password-input|load-failure|text-input|textarea)|lib[\\/](captcha|announce|delays|use-debounced|use-failure|leave|save-file))\.ts/;

/** The kit, and the small modules that every page has: each alone would be a request. */
const everywhere =
  /web[\\/](ui|lib)[\\/]|vite[\\/]preload-helper|web[\\/]app[\\/](paths|config-context|session|hide-results)\.|shared[\\/](.+[\\/])?(lazy|limits|madrid-time|media-address)\./;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), firstTheme(), preloadFonts(), earlyRequests(), icons(), serviceWorker()],
  resolve: { alias: await subsetFonts() },
  server: {
    port: 3000,
    proxy: {
      '/api': { target: `http://localhost:${apiPort}`, rewrite: (path) => path.replace(/^\/api/, '') },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // An inlined font or picture would need `data:` in the content security policy and could not be cached alone.
    assetsInlineLimit: 0,
    // The player: its own lazy chunk, within the budget of the watch page.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The app; the scorer's desk and what stands in frames of other sites, which share no code with it.
      input: ['index.html', 'mesa.html', 'insertar.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        // The first page names them all: a shorter hash, still of four million million, is less to load.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // A group must not drag along what other pages share, or the first page would load all of it.
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'framework',
              // Many questions at once are for later pages.
              test: /node_modules[\\/](react|react-dom|react-hot-toast|goober|scheduler|react-router|react-router-dom|@tanstack)[\\/](?!.*Queries|.*queriesO)/,
            },
            { name: 'forms', test: /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]/ },
            {
              name: 'club-picker',
              test: /(node_modules[\\/](downshift|prop-types|compute-scroll|react-is|tslib)|ui[\\/](club|choice)-picker)/,
            },
            { name: 'back-office', test: backOffice },
            // Few people want these, and who wants one often wants the next.
            { name: 'legal', test: /trust[\\/]legal[\\/]/ },
            { name: 'tv', test: /people[\\/]televisions[\\/]/ },
            { name: 'forgot', test: /accounts[\\/](forgot|reset)-password\.page/ },
            // Steps of one way, each of a few KB.
            { name: 'pay', test: /money[\\/]payments[\\/](buy|subscription|payment|payment-success)\.page/ },
            // Staff's, and of whoever cuts a clip.
            { name: 'fields', test: /web[\\/]ui[\\/](progress-bar|select)\./ },
            { name: 'watching', test: watching },
            { name: 'ahead', test: ahead },
            { name: 'attach-hls', test: playing },
            { name: 'parts', test: laterParts, minShareCount: 2 },
            { name: 'kit', test: everywhere, minShareCount: 2 },
          ],
        },
      },
    },
  },
});

/** In development too: the app's page only, the desk is light. */
function firstTheme(): Plugin {
  return {
    name: 'first-theme',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { filename }) =>
        filename === join(import.meta.dirname, 'index.html')
          ? [{ tag: 'script', children: themeFirst, injectTo: 'head-prepend' as const }]
          : [],
    },
  };
}

/** Headings and texts appear at once in their own type: both files are fetched along with the style sheet. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** What app/early.ts fetches before the app's own code says so, by page: each chunk with all that it imports. */
const earlyChunks = {
  vod: 'features/recordings/vods/vod.page.tsx',
  live: 'features/broadcast/live/live.page.tsx',
  event: 'features/reach/event/event.page.tsx',
  club: 'features/league/clubs/club.page.tsx',
  'content-video': 'features/recordings/content/content-video.page.tsx',
  home: [
    'features/reach/home/home.page.tsx',
    // Lazy, and on its first screen.
    'features/reach/my-team/my-team.tsx',
    'features/league/events/match-days.tsx',
  ],
  'sport-list': 'features/viewing/matches/sport-list.page.tsx',
  'video-player': 'player/video-player.tsx',
  ahead: 'player/ahead.ts',
};

/** Puts early.ts and the names of those chunks into the page. */
function earlyRequests(): Plugin {
  const path = (module: string) => join(import.meta.dirname, module);
  return {
    name: 'early-requests',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: path('app/early.ts'), name: 'early' });
      // What early.ts imports by its address: nobody else says that its exports are wanted.
      this.emitFile({
        type: 'chunk',
        id: path(earlyChunks.ahead),
        name: 'ahead',
        preserveSignature: 'allow-extension',
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, filename }) {
        if (filename !== path('index.html')) return [];
        const outputs = Object.values(bundle);
        const fileOf = (module: string) => {
          const chunkOf = (is: (chunk: Rolldown.OutputChunk) => boolean) =>
            outputs.find((output) => output.type === 'chunk' && is(output));
          const chunk =
            chunkOf(({ facadeModuleId }) => facadeModuleId === path(module)) ??
            // With others in a chunk that a group above names.
            chunkOf(({ moduleIds }) => moduleIds.includes(path(module)));
          if (!chunk) throw new Error(`No part of the app is ${module}, which is to be fetched early`);
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
        const addresses = (modules: string[]) => {
          const files = new Set<string>();
          for (const module of modules) collect(fileOf(module), files);
          return [...files].map((file) => `/${file}`).filter((file) => !html.includes(file));
        };
        const chunks = Object.entries(earlyChunks).map(([name, modules]) => [name, addresses([modules].flat())]);
        return [
          {
            tag: 'script',
            attrs: { type: 'module', async: true, src: `/${fileOf('app/early.ts')}` },
            injectTo: 'head-prepend',
          },
          {
            tag: 'script',
            attrs: { type: 'application/json', id: 'chunks' },
            children: JSON.stringify(Object.fromEntries(chunks)),
            injectTo: 'head',
          },
        ];
      },
    },
  };
}

/**
 * The two type faces with only the axes and the letters that the style sheet asks for, in place of the files of their
 * packages: a quarter of the bytes, on which the first paint waits.
 */
async function subsetFonts(): Promise<Record<string, string>> {
  const faces = [
    ['@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2', { wght: { min: 600, max: 900 }, wdth: 112 }],
    ['@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2', { wght: { min: 400, max: 700 } }],
  ] as const;
  const folder = join(import.meta.dirname, '../node_modules/.cache/cantera-fonts');
  await mkdir(folder, { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  const written = faces.map(async ([file, variationAxes]) => {
    const subset = await subsetFont(await readFile(resolve(file)), letters(), { targetFormat: 'woff2', variationAxes });
    const path = join(folder, file.split('/').pop() ?? '');
    await writeFile(path, subset);
    return [file, path] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}

/** Latin-1, and the punctuation and signs that people type in Spanish. */
function letters(): string {
  const latin = [...range(0x20, 0x7e), ...range(0xa0, 0xff), 0x152, 0x153];
  return `${String.fromCodePoint(...latin)}–—‘’“”•…‹›€™−×→←↑↓`;
}

/** `paths` are patterns within web/. */
function modulesOfWeb(...paths: string[]): RegExp {
  return new RegExp(`web/(${paths.join('|')})`.replaceAll('/', '[\\\\/]'));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
