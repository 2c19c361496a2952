/**
 * Names the chunk of a module that several pages load, by the pages that load it. A page also loads the imports of its
 * modules, so that these chunks never import each other in a circle, and no page of viewers loads the back office's. Left
 * to the bundler, the home page takes 64 files instead of 8, and 11 % more bytes.
 */
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { isStaffPage, type Page, pages } from '../../shared/domain/pages.ts';

const web = join(import.meta.dirname, '..');

const toRoute = ({ module }: Page) => `routes/${module}.tsx`;
const staffRoutes = Object.values<Page>(pages).filter(isStaffPage).map(toRoute);
const backOffice = new Set(['app/back-office-router.tsx', ...staffRoutes]);

/** Pages without the app. */
const separatePages = ['mesa.html', 'emitir.html'];

/** Pages with a player. */
const watchPages = [pages.vod, pages.live, pages.event, pages.clip, pages.contentVideo].map(toRoute);

/** The player, and the one of an ad. */
const players = ['player/video-player.tsx', 'player/ad-player.tsx'];

/** From this many pages and lazy modules on, one file more costs them less than a file for each set of loaders. */
const manyLoaders = 10;

/** Returns null where the bundler decides: modules of one page, and those that few pages share. */
export function nameChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  const loaders = findLoaders(id, context);
  const viewers = [...loaders].filter((loader) => !backOffice.has(loader));
  const [isOnLanding, isAtHome] = [pages.landing, pages.home].map((page) => loaders.has(toRoute(page)));
  const isPackage = id.includes('node_modules');

  if (viewers.length === 0) return 'back-office';
  // Stays in the cache over most releases.
  if (isPackage && loaders.has('index.html')) return 'framework';
  if (loaders.size === 1 || viewers.every((loader) => separatePages.includes(loader))) return null;
  // It must not wait for other chunks.
  if (loaders.has('player/media-prefetch.ts')) return 'media-prefetch';
  // Pure code about matches and sessions; nothing else of the app may reach these pages.
  if (separatePages.some((page) => loaders.has(page))) return 'match-rules';
  if (loaders.has('index.html') || (isOnLanding && isAtHome)) return 'kit';
  if (isAtHome) return 'home-parts';
  if ([...loaders].every((loader) => players.includes(loader))) return 'playback';
  // The landing page stays light, and forms load their packages apart.
  if (isPackage || isOnLanding) return null;
  if (viewers.length >= manyLoaders) return 'parts';
  const routes = viewers.filter((loader) => loader.startsWith('routes/'));
  return routes.length > 1 && routes.every((route) => watchPages.includes(route)) ? 'watching' : null;
}

/** Finds the HTML pages, routes and lazy modules that load a module, as paths in web/. */
function findLoaders(id: string, context: Rolldown.ChunkingContext): Set<string> {
  const loaders = new Set<string>();
  const reached = new Set([id]);
  // The set grows while it is read.
  for (const module of reached) {
    const info = context.getModuleInfo(module);
    if (info && (info.isEntry || info.dynamicImporters.length > 0)) loaders.add(module.slice(web.length + 1));
    for (const importer of info?.importers ?? []) reached.add(importer);
  }
  return loaders;
}
