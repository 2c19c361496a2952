/**
 * Preloads the watch page and the player (190 KB) into the HTTP cache while a logged-in user's page is idle: opening a
 * recording then waits only for its media. build/prefetch.ts injects the file names.
 */
import { isDataSaverOn } from '../lib/data-saver.ts';

/** Milliseconds after which the page's own requests have usually finished. */
const quietMs = 5_000;

let fetched = false;

/** Preloads once per page load; not with the data-saver setting. */
export function preloadPlayer(): (() => void) | undefined {
  if (fetched || isDataSaverOn()) return undefined;
  const timer = setTimeout(async () => {
    fetched = true;
    const { chunks } = JSON.parse(document.getElementById('chunks')?.textContent ?? '{"chunks":{}}') as {
      chunks: Record<string, string[]>;
    };
    const files = ['vod', 'video-player'].flatMap((name) => chunks[name] ?? []);
    for (const file of new Set(files)) {
      if (performance.getEntriesByName(new URL(file, location.href).href).length > 0) continue;
      // One file at a time, with low priority.
      const answer = await fetch(file, { priority: 'low' }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
    }
  }, quietMs);
  return () => clearTimeout(timer);
}
