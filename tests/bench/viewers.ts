/** 2,000 viewers for a minute: each goes through lists, opens matches, plays them and reports that it watches. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './run.ts';
import { percentile } from './statistics.ts';
import type { Memory, Ready } from './viewers-platform.ts';

const count = 2_000;
const durationMs = 60_000;

type Kind = 'lists' | 'details' | 'playlists' | 'reports';
type Times = Record<Kind, number[]>;

export async function viewers(): Promise<Figure[]> {
  const child = fork(join(import.meta.dirname, 'viewers-platform.ts'), [String(count)], { execArgv: ['--expose-gc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The platform ended early');
  });
  const answer = async <T>() => (await Promise.race([once(child, 'message'), ended]))[0] as T;
  const ask = (): Promise<Memory> => {
    child.send('memory');
    return answer<Memory>();
  };
  try {
    const place = await answer<Ready>();
    const before = await ask();
    const times: Times = { lists: [], details: [], playlists: [], reports: [] };
    const failures = new Map<string, number>();
    const until = performance.now() + durationMs;
    await Promise.all(place.tokens.map((token, number) => watch({ place, token, number, until, times, failures })));
    await sleep(5_000);
    const after = await ask();
    for (const [what, count] of failures) console.error(`${count} × ${what}`);
    const answered = Object.values(times).flat().length;
    console.log(`${answered} requests, ${Math.round(answered / (durationMs / 1000))} a second`);
    console.log(
      `Memory: ${megabytes(before.resident)} → ${megabytes(after.resident)} MB, held ${megabytes(before.held)} → ${megabytes(after.held)} MB`,
    );
    const crowd = `${count.toLocaleString('en')} viewers`;
    return [
      ...Object.entries(times).flatMap(([kind, took]) => [
        { what: `${crowd}, ${kind}, p50`, value: percentile(took, 50) / 1000, unit: 's' as const, limit: 0.5 },
        { what: `${crowd}, ${kind}, p99`, value: percentile(took, 99) / 1000, unit: 's' as const, limit: 1 },
      ]),
      {
        what: `${crowd}, failures`,
        value: [...failures.values()].reduce((sum, one) => sum + one, 0),
        unit: '',
        limit: 0,
      },
      { what: `${crowd}, memory held afterwards`, value: after.held / before.held, unit: '×', limit: 1.1 },
    ];
  } finally {
    if (child.connected) child.send('end');
    await ended.catch(() => {});
  }
}

interface Viewer {
  place: Ready;
  token: string;
  number: number;
  until: number;
  times: Times;
  failures: Map<string, number>;
}

/** One after the other, with a pause in between as people make them. */
async function watch({ place, token, number, until, times, failures }: Viewer): Promise<void> {
  const { api, media, vodIds } = place;
  const vod = (turn: number) => vodIds[(number + turn) % vodIds.length];
  const authorization = `Bearer ${token}`;
  let playlist = '';
  const detail = async (turn: number) => {
    const { status, body } = await call(`${api}/vods/${vod(turn)}`, { headers: { authorization } });
    if (status === 200) playlist = JSON.parse(body).data.vod.playback.url.replace(/^http:..[^/]+/, media);
    return status;
  };
  const report = () =>
    call(`${api}/session`, { method: 'PATCH', headers: { authorization }, body: { isWatching: true } });
  const open = (path: string) => call(`${api}${path}`, {});
  const play = () => call(playlist, {});
  const rendition = () => call(playlist.replace('index.m3u8', 'index_720p.m3u8'), {});
  const progress = (turn: number) =>
    call(`${api}/users/me/progress/vods/${vod(turn)}`, {
      method: 'PUT',
      headers: { authorization },
      body: { position: 60, watched: [turn] },
    });
  const day: [Kind, () => Promise<{ status: number } | number>][] = [
    ['lists', () => open('/liveusers')],
    ['lists', () => open('/vods')],
    ['lists', () => open('/clubs?page=2')],
    ['details', () => detail(0)],
    ['playlists', play],
    ['playlists', rendition],
    ['reports', report],
    ['reports', () => progress(0)],
    ['lists', () => open('/vods?page=3')],
    ['details', () => detail(1)],
    ['playlists', play],
    ['playlists', rendition],
    ['reports', report],
    ['reports', () => progress(1)],
  ];
  const pause = durationMs / day.length;
  await sleep(Math.random() * pause);
  for (const [kind, step] of day) {
    if (performance.now() > until) break;
    const begun = performance.now();
    const failed = (what: unknown) => failures.set(`${kind}: ${what}`, (failures.get(`${kind}: ${what}`) ?? 0) + 1);
    try {
      const answer = await step();
      const status = typeof answer === 'number' ? answer : answer.status;
      if (status !== 200) failed(status);
    } catch (error) {
      failed(error);
    }
    const took = performance.now() - begun;
    times[kind].push(took);
    await sleep(Math.max(0, pause * (0.5 + Math.random()) - took));
  }
}

/** Every viewer has a line of its own. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

function call(url: string, { method = 'GET', headers = {}, body }: Call): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    // Browsers ask for it; taking it apart is the viewers' work, not ours.
    const accept = { 'accept-encoding': 'gzip' };
    const sent = request(url, {
      agent,
      method,
      headers: { ...accept, ...headers, ...(text && { 'content-type': 'application/json' }) },
    });
    sent.on('response', (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        received += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: received }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);
