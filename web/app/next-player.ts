/**
 * The code of the page of a recording and of its player, fetched for members while a page of theirs stands still: who
 * opens a recording then waits for its picture, and not for 190 KB before it. Only into the browser's cache: what is not
 * opened costs no time of the processor. The names are written into the page by vite.config.ts.
 */
import { savesData } from '../lib/saves-data.ts';

/** Milliseconds in which a page's own answers and pictures come. */
const quietMs = 5_000;

let fetched = false;

/** Once a page load, and not where data is scarce. */
export function fetchNextPlayer(): (() => void) | undefined {
  if (fetched || savesData()) return undefined;
  const timer = setTimeout(async () => {
    fetched = true;
    const chunks = JSON.parse(document.getElementById('chunks')?.textContent ?? '{}') as Record<string, string[]>;
    const files = ['vod', 'video-player'].flatMap((name) => chunks[name] ?? []);
    for (const file of new Set(files)) {
      if (performance.getEntriesByName(new URL(file, location.href).href).length > 0) continue;
      // One after the other, behind whatever else is asked for.
      const answer = await fetch(file, { priority: 'low' }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
    }
  }, quietMs);
  return () => clearTimeout(timer);
}
