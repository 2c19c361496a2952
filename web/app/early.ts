/**
 * Runs first, on the pages that links lead to: asks for their code, the player's, and their first answers, which would
 * else wait for one another. Imports nothing, so that it waits for nothing itself. `chunks` is written by vite.config.ts,
 * the answers are taken by web/lib/api.ts.
 */

import type { EarlyAnswers } from '../lib/early-answers.ts';

type Ahead = typeof import('../player/ahead.ts');

interface Page {
  path: RegExp;
  chunks: string;
  /** What the page asks for first: of everybody, in the name of whoever is logged in. */
  asks?: string[];
  /** Only of whoever is logged in. */
  own?: string[];
  /** What answers everybody alike, without a name. Only where the address says no more than the path. */
  alike?: string[];
  /** Only they are likely to see more than the ways to pay; on the page of a match it is not known yet. */
  player?: 'all' | 'members';
  /** Its first answer is a recording's, the own one the place in it: members' players find theirs (player/ahead.ts). */
  recording?: true;
}

const pages: Page[] = [
  {
    // An id begins with a digit, and the back office is no recording: /vods/manage, /vods/create.
    path: /^\/vods\/(\d\w*)$/,
    chunks: 'vod',
    asks: ['/vods/$1'],
    own: ['/users/me/progress/vods/$1'],
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
  const token = ownAuthorization();
  const answers: EarlyAnswers = new Map();
  const ask = (templates: string[] = [], authorization?: string) =>
    templates.map((template) => {
      const address = `/api${location.pathname.replace(page.path, template)}`;
      // As lib/api.ts asks.
      const answer = fetch(
        address,
        authorization ? { headers: { authorization }, cache: 'no-store' } : { cache: 'no-cache' },
      );
      // Whoever takes it hears of a failure.
      answer.catch(() => undefined);
      answers.set(address, { authorization, answer });
      return answer;
    });
  const [asked] = ask(page.asks, token);
  const [own] = token ? ask(page.own, token) : [];
  if (!location.search) ask(page.alike);
  globalThis.earlyAnswers = answers;
  // The answers are short and go first.
  const chunks = JSON.parse(document.getElementById('chunks')?.textContent ?? '{}') as Record<string, string[]>;
  const isPlayerLikely = page.player === 'all' || (token && page.player === 'members');
  const wanted = [page.recording && token && 'ahead', page.chunks, isPlayerLikely && 'video-player'];
  const files = wanted.flatMap((name) => (name && chunks[name]) || []);
  const code = Promise.all([...new Set(files)].map(preload));
  const [script] = chunks.ahead ?? [];
  if (page.recording && script && token && asked && own) {
    const visit = { authorization: token, vod: asked, progress: own, code };
    // What fails here the app asks for itself.
    import(/* @vite-ignore */ script).then(({ askAhead }: Ahead) => askAhead(visit)).catch(() => undefined);
  }
  // The first formatter of a page reads the data of languages and time zones, 60 ms of a slow phone, which has nothing
  // else to do now; those of lib/format.ts that follow take one. An answer would make the page wait for it.
  setTimeout(() => new Intl.DateTimeFormat('es-ES', { timeZone: 'Europe/Madrid' }));
}

/** As session.tsx writes it into its cookie. */
function ownAuthorization(): string | undefined {
  const [, token] = /cantera-session=%7B%22token%22%3A%22([\w.-]+)%22/.exec(document.cookie) ?? [];
  return token && `Bearer ${token}`;
}

/** Settled when it is there, or never will be. */
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
