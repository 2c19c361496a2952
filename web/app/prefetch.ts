/**
 * Prefetches the code and first API responses of pages that links lead to. Has no imports, so that nothing delays it;
 * vite.config.ts injects `chunks`, web/lib/api.ts takes the responses.
 */

import type { PrefetchedResponses } from '../lib/prefetched-responses.ts';

type PrefetchModule = typeof import('../player/media-prefetch.ts');

interface Page {
  path: RegExp;
  chunks: string;
  /** API paths requested first, with the session's token if there is one. */
  initialPaths?: string[];
  /** API paths requested only with a session. */
  memberPaths?: string[];
  /** Publicly cacheable API paths, requested without a token; only for addresses without a query. */
  publicPaths?: string[];
  /** Visitors who get the player prefetched; non-members mostly see the plans. */
  player?: 'all' | 'members';
  /** Prefetches the recording's media for members (player/media-prefetch.ts). */
  recording?: true;
}

const pages: Page[] = [
  {
    // Ids begin with a digit; this excludes the back office (/vods/manage, /vods/create).
    path: /^\/vods\/(\d\w*)$/,
    chunks: 'vod',
    initialPaths: ['/vods/$1'],
    memberPaths: ['/users/me/progress/vods/$1'],
    player: 'members',
    recording: true,
  },
  { path: /^\/live\/([\w-]+)$/, chunks: 'live', initialPaths: ['/liveusers/$1'], player: 'members' },
  { path: /^\/evento\/(\w+)$/, chunks: 'event', initialPaths: ['/sportevents/$1'] },
  { path: /^\/club\/(\w+)$/, chunks: 'club', initialPaths: ['/clubs/$1'] },
  { path: /^\/content\/\d+\/videos\/\w+$/, chunks: 'content-video', player: 'all' },
  {
    path: /^\/home$/,
    chunks: 'home',
    publicPaths: ['/liveusers', '/vods?sport=SOCCER&page=1', '/sportevents?time=upcoming&page=1'],
  },
  { path: /^\/futbol$/, chunks: 'sport-list', publicPaths: ['/liveusers', '/vods?sport=SOCCER&each=match&page=1'] },
  { path: /^\/baloncesto$/, chunks: 'sport-list', publicPaths: ['/liveusers', '/vods?sport=BASKET&each=match&page=1'] },
];

const page = pages.find(({ path }) => path.test(location.pathname));
if (page) {
  const token = readAuthorization();
  const answers: PrefetchedResponses = new Map();
  const request = (templates: string[] = [], authorization?: string) =>
    templates.map((template) => {
      const address = `/api${location.pathname.replace(page.path, template)}`;
      // The same options as in lib/api.ts.
      const answer = fetch(
        address,
        authorization ? { headers: { authorization }, cache: 'no-store' } : { cache: 'no-cache' },
      );
      // The consumer handles the failure.
      answer.catch(() => undefined);
      answers.set(address, { authorization, answer });
      return answer;
    });
  const [firstResponse] = request(page.initialPaths, token);
  const [progressResponse] = token ? request(page.memberPaths, token) : [];
  if (!location.search) request(page.publicPaths);
  globalThis.prefetchedResponses = answers;
  // API responses are small and go first.
  const chunks = JSON.parse(document.getElementById('chunks')?.textContent ?? '{}') as Record<string, string[]>;
  const isPlayerLikely = page.player === 'all' || (token && page.player === 'members');
  const wanted = [page.recording && token && 'ahead', page.chunks, isPlayerLikely && 'video-player'];
  const files = wanted.flatMap((name) => (name && chunks[name]) || []);
  const code = Promise.all([...new Set(files)].map(preload));
  const [script] = chunks.ahead ?? [];
  if (page.recording && script && token && firstResponse && progressResponse) {
    const visit = { authorization: token, vod: firstResponse, progress: progressResponse, code };
    // The app requests itself what failed here.
    import(/* @vite-ignore */ script)
      .then(({ prefetchMedia }: PrefetchModule) => prefetchMedia(visit))
      .catch(() => undefined);
  }
  // Warms up the language and time zone data (60 ms on a slow phone) while the page waits for the network; formatters
  // in lib/format.ts then take 1 ms.
  setTimeout(() => new Intl.DateTimeFormat('es-ES', { timeZone: 'Europe/Madrid' }));
}

/** Reads the token from the cookie that session.tsx writes. */
function readAuthorization(): string | undefined {
  const [, token] = /cantera-session=%7B%22token%22%3A%22([\w.-]+)%22/.exec(document.cookie) ?? [];
  return token && `Bearer ${token}`;
}

/** Settles when the file has loaded or failed. */
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
