/**
 * Runs first, on the pages that links lead to: asks for their code, the player's, and their first answers, which would
 * else wait for one another. Imports nothing, so that it waits for nothing itself. `chunks` is written by vite.config.ts,
 * the answers are taken by web/lib/api.ts.
 */

interface Page {
  path: RegExp;
  chunks: string;
  /** The first is everybody's, the others are of whoever is logged in. */
  asks: string[];
  /** Only they are likely to see more than the ways to pay; on the page of a match it is not known yet. */
  playerFor: 'everybody' | 'members' | 'nobody';
}

const pages: Page[] = [
  {
    path: /^\/vods\/(\w+)$/,
    chunks: 'vod',
    asks: ['/api/vods/$1', '/api/users/me/progress/vods/$1'],
    playerFor: 'members',
  },
  { path: /^\/live\/([\w-]+)$/, chunks: 'live', asks: ['/api/liveusers/$1'], playerFor: 'members' },
  { path: /^\/evento\/(\w+)$/, chunks: 'event', asks: ['/api/sportevents/$1'], playerFor: 'nobody' },
  { path: /^\/club\/(\w+)$/, chunks: 'club', asks: ['/api/clubs/$1'], playerFor: 'nobody' },
  { path: /^\/content\/\d+\/videos\/\w+$/, chunks: 'content-video', asks: [], playerFor: 'everybody' },
];

const page = pages.find(({ path }) => path.test(location.pathname));
if (page) {
  const authorization = ownAuthorization();
  const isMember = authorization !== undefined;
  const headers = { accept: 'application/json', ...(authorization && { authorization }) };
  const asked = page.asks.slice(0, isMember ? undefined : 1);
  globalThis.earlyAnswers = {
    authorization,
    answers: new Map(
      asked.map((ask) => {
        const address = location.pathname.replace(page.path, ask);
        const answer = fetch(address, { headers });
        // Whoever takes it hears of a failure.
        answer.catch(() => undefined);
        return [address, answer];
      }),
    ),
  };
  // The answers are short and go first.
  const chunks = JSON.parse(document.getElementById('chunks')?.textContent ?? '{}') as Record<string, string[]>;
  const isPlayerLikely = page.playerFor === 'everybody' || (isMember && page.playerFor === 'members');
  const wanted = [page.chunks, ...(isPlayerLikely ? ['video-player'] : [])];
  for (const file of new Set(wanted.flatMap((name) => chunks[name] ?? []))) preload(file);
}

/** As session.tsx writes it into its cookie. */
function ownAuthorization(): string | undefined {
  const [, token] = /cantera-session=%7B%22token%22%3A%22([\w.-]+)%22/.exec(document.cookie) ?? [];
  return token && `Bearer ${token}`;
}

function preload(file: string): void {
  const link = document.createElement('link');
  link.crossOrigin = '';
  if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
  else link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}

export {};
