/**
 * Prefetches the code and first API responses of pages that links lead to. Has no imports, so that nothing delays it;
 * vite.config.ts injects `chunks`, web/lib/api.ts takes the responses.
 */

import type { EarlyAnswers } from '../lib/prefetched-responses.ts';

type PrefetchModule = typeof import('../player/media-prefetch.ts');

interface Page {
  path: RegExp;
  chunks: string;
  /** API paths requested first, with the session's token if there is one. */
  asks?: string[];
  /** API paths requested only with a session. */
  ownResponse?: string[];
  /** Publicly cacheable API paths, requested without a token; only for addresses without a query. */
  alike?: string[];
  /** Visitors who get the player prefetched; non-members mostly see the plans. */
  player?: 'all' | 'members';
  /** Prefetches the recording's media for members (player/media-prefetch.ts): `asks` is the recording, `own` its progress. */
  recording?: true;
}

const pages: Page[] = [
  {
    // Ids begin with a digit; this excludes the back office (/vods/manage, /vods/create).
    path: /^\/vods\/(\d\w*)$/,
    chunks: 'vod',
    asks: ['/vods/$1'],
    ownResponse: ['/users/me/progress/vods/$1'],
    player: 'members',
    recording: true,
  },
  { path: /^\/live\/([\w-]+)$/, chunks: 'live', asks: ['/liveusers/$1'], player: 'members' },
  { path: /^\/evento\/(\w+)$/, chunks: 'event', asks: ['/sportevents/$1'] },
  { path: /^\/club\/(\w+)$/, chunks: 'club', asks: ['/clubs/$1'] },
  { path: /^\/content\/\d+\/videos\/\w+$/, chunks: 'content-video', player: 'all' },
  {
    path: /^\/home$/,
    chunks: 'home',
    alike: ['/liveusers', '/vods?sport=SOCCER&page=1', '/sportevents?time=upcoming&page=1'],
  },
  { path: /^\/futbol$/, chunks: 'sport-list', alike: ['/liveusers', '/vods?sport=SOCCER&each=match&page=1'] },
  { path: /^\/baloncesto$/, chunks: 'sport-list', alike: ['/liveusers', '/vods?sport=BASKET&each=match&page=1'] },
];

const page = pages.find(({ path }) => path.test(location.pathname));
if (page) {
  const token = readAuthorization();
  const answers: EarlyAnswers = new Map();
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
  const [firstResponse] = request(page.asks, token);
  const [own] = token ? request(page.ownResponse, token) : [];
  if (!location.search) request(page.alike);
  globalThis.earlyAnswers = answers;
  // API responses are small and go first.
  const chunks = JSON.parse(document.getElementById('chunks')?.textContent ?? '{}') as Record<string, string[]>;
  const isPlayerLikely = page.player === 'all' || (token && page.player === 'members');
  const wanted = [page.recording && token && 'ahead', page.chunks, isPlayerLikely && 'video-player'];
  const files = wanted.flatMap((name) => (name && chunks[name]) || []);
  const code = Promise.all([...new Set(files)].map(preload));
  const [script] = chunks.ahead ?? [];
  if (page.recording && script && token && firstResponse && own) {
    const visit = { authorization: token, vod: firstResponse, progress: own, code };
    // The app requests itself what failed here.
    import(/* @vite-ignore */ script).then(({ askAhead }: PrefetchModule) => askAhead(visit)).catch(() => undefined);
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
