/**
 * Prefetches the code and first API responses of pages to which links lead. It imports nothing, so that nothing delays
 * it; build/prefetch.ts injects `chunks`, and web/lib/api.ts uses the responses.
 */

import type { Prefetch } from '../../shared/domain/pages.ts';
import type { PrefetchedResponses } from '../lib/prefetched-responses.ts';

type PrefetchModule = typeof import('../player/media-prefetch.ts');

/** A row of the page table, as build/prefetch.ts injects it: `path` is the source of a regular expression. */
type PrefetchPage = Prefetch & { path: string; chunks: string };

const { chunks, pages } = JSON.parse(document.getElementById('chunks')?.textContent || '{"chunks":{},"pages":[]}') as {
  chunks: Record<string, string[]>;
  pages: PrefetchPage[];
};
const currentPage = pages
  .map((page) => ({ page, params: new RegExp(page.path).exec(location.pathname) }))
  .find(({ params }) => params);
if (currentPage) {
  const { page, params } = currentPage;
  const token = readAuthorization();
  const answers: PrefetchedResponses = new Map();
  const request = (templates: readonly string[] = [], authorization?: string) =>
    templates.map((template) => {
      const address = `/api${template.replace(/:(\w+)/g, (_, name: string) => params?.groups?.[name] ?? '')}`;
      // Must equal the options in lib/api.ts.
      const answer = fetch(
        address,
        authorization ? { headers: { authorization }, cache: 'no-store' } : { cache: 'no-cache' },
      );
      // The request that uses the answer handles its failure.
      answer.catch(() => undefined);
      answers.set(address, { authorization, answer });
      return answer;
    });
  const [firstResponse] = request(page.initialPaths, token);
  const [progressResponse] = token ? request(page.memberPaths, token) : [];
  if (!location.search) request(page.publicPaths);
  globalThis.prefetchedResponses = answers;
  // API responses are small, so they go first.
  const isPlayerLikely = page.player === 'all' || (token && page.player === 'members');
  const wanted = [page.recording && token && 'media-prefetch', page.chunks, isPlayerLikely && 'video-player'];
  const files = wanted.flatMap((name) => (name && chunks[name]) || []);
  const code = Promise.all([...new Set(files)].map(preload));
  const [script] = chunks['media-prefetch'] ?? [];
  if (page.recording && script && token && firstResponse && progressResponse) {
    const visit = { authorization: token, vod: firstResponse, progress: progressResponse, code };
    // After a failure here, the app sends the request itself.
    import(/* @vite-ignore */ script)
      .then(({ prefetchMedia }: PrefetchModule) => prefetchMedia(visit))
      .catch(() => undefined);
  }
  // Loads the language and time zone data (60 ms on a slow phone) while the page waits for the network: lib/format.ts
  // then creates a formatter in 1 ms.
  setTimeout(() => new Intl.DateTimeFormat('es-ES', { timeZone: 'Europe/Madrid' }));
}

/** As `readSessionToken` of shared/domain/session-cookie.ts, whose import would delay all of this. */
function readAuthorization(): string | undefined {
  const [, cookie] =
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith('cantera-session='))
      ?.split('=') ?? [];
  try {
    const { token } = JSON.parse(decodeURIComponent(cookie ?? '{}')) as { token?: string };
    return token && `Bearer ${token}`;
  } catch {
    return undefined;
  }
}

/** Resolves when the file has loaded or failed. */
function preload(file: string): Promise<unknown> {
  const link = document.createElement('link');
  link.crossOrigin = '';
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  link.href = file;
  const settled = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
  document.head.append(link);
  return settled;
}
