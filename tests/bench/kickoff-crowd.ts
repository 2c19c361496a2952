/**
 * Real clients of a live: half of them arrive in the first fifth of the time, open the page, and watch until the end.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchReportMs } from '../../shared/domain/limits.ts';
import type { Stage } from './kickoff-platform.ts';

export interface Crowd {
  /** Milliseconds of each answer. */
  times: number[];
  failures: Map<string, number>;
  asked: number;
  /** Share of list requests that the edge passed on. */
  reached: number;
}

/** Polling interval of routes/live.tsx. */
const lookAgainMs = 30_000;

export async function crowd(stage: Stage, durationMs: number): Promise<Crowd> {
  const seen = { times: [] as number[], failures: new Map<string, number>(), lists: 0, missed: 0 };
  const until = performance.now() + durationMs;
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

  async function call(what: string, url: string, { method = 'GET', token, body }: Call = {}): Promise<string> {
    const begun = performance.now();
    const countFailure = (why: unknown) => {
      const key = `${what}: ${why}`;
      seen.failures.set(key, (seen.failures.get(key) ?? 0) + 1);
    };
    const answer = await send(agent, url, { method, token, body }).catch((error: unknown) => countFailure(error));
    seen.times.push(performance.now() - begun);
    if (!answer) return '';
    if (![200, 302].includes(answer.status)) countFailure(answer.status);
    if (what === 'list') {
      seen.lists += 1;
      if (!/hit/i.test(String(answer.cache))) seen.missed += 1;
    }
    return answer.body;
  }

  async function viewer(token: string, number: number): Promise<void> {
    const early = number % 2 === 0 ? 0.2 : 0.6;
    await sleep(Math.random() * early * durationMs);
    const api = `${stage.web}/api`;
    const open = async () => {
      const text = await call('live', `${api}/liveusers/${stage.slug}`, { token });
      return (JSON.parse(text || '{}') as Opened).data?.liveUser.playback.url;
    };
    for (const path of ['/liveusers', '/vods', '/clubs', '/sportevents']) await call('list', `${api}${path}`);
    await call('account', `${api}/users/me`, { token });
    const playlist = await open();
    if (playlist) await call('playlist', playlist);
    const report = () => call('report', `${api}/session`, { method: 'PATCH', token, body: { isWatching: true } });
    for (let ticks = 0; performance.now() < until; ticks += 1) {
      await report();
      if ((ticks * watchReportMs) % lookAgainMs < watchReportMs && ticks > 0) await open();
      await sleep(Math.min(watchReportMs, Math.max(0, until - performance.now())));
    }
  }

  await Promise.all(stage.tokens.map(viewer));
  agent.destroy();
  const { times, failures, lists, missed } = seen;
  return { times, failures, asked: times.length, reached: lists === 0 ? 0 : missed / lists };
}

interface Opened {
  data?: { liveUser: { playback: { url: string } } };
}

interface Call {
  method?: string;
  token?: string | undefined;
  body?: object | undefined;
}

interface Answered {
  status: number;
  cache: unknown;
  body: string;
}

function send(agent: Agent, url: string, { method, token, body }: Call): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = {
      'accept-encoding': 'identity',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const sent = request(url, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, cache: response.headers['x-cache'], body: text }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}
