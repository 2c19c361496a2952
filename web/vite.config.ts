/**
 * Builds the web app to web/dist. Pages, player and back-office are lazy chunks by `import()`; the groups below only
 * keep the code that every page shares in one long-cached file.
 */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const apiPort = process.env.API_PORT ?? '3001';

/**
 * Everything that only staff needs, in one chunk: its pages share most of it. Nothing that a viewer's page imports may
 * be in it, not by way of the kit either: every page would load it, and modules would run before what they need.
 */
const backOffice =
  /web[\\/](app[\\/](back-office-layout|page-heading)|features[\\/](manage[\\/](?!use-delayed-navigate)|(cameras|uploads|\w+[\\/]manage)[\\/])|ui[\\/](manage-list|media-thumbnail|form-layout|order-stepper|copy-field|picture-field|video-field|club-chips|submit-overlay|switch|select|date-time-input|progress-bar)|lib[\\/](send-form|inline-change))/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFonts()],
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
      output: {
        codeSplitting: {
          // A group must not drag along what other pages share, or the first page would load all of it.
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack)[\\/]/,
            },
            { name: 'forms', test: /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]/ },
            {
              name: 'club-picker',
              test: /(node_modules[\\/](downshift|prop-types|compute-scroll|react-is|tslib)|ui[\\/](club|choice)-picker)/,
            },
            { name: 'back-office', test: backOffice },
            { name: 'kit', test: /web[\\/](ui|lib)[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});

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
