/** Requests of one viewer: lists, matches, playlists, and the player's reports. */
import { Agent, type IncomingMessage, request } from 'node:http';

export type Kind = 'lists' | 'details' | 'playlists' | 'reports';

export interface Place {
  api: string;
  media: string;
  vodIds: string[];
}

export interface Step {
  kind: Kind;
  what: string;
  ask: () => Promise<Answer>;
}

export interface Answer {
  status: number;
  bytes: number;
}

/** A minute of one viewer, step by step. */
export function createSteps({ api, media, vodIds }: Place, token: string, number: number): Step[] {
  const vod = (turn: number) => vodIds[(number + turn) % vodIds.length];
  const headers = { authorization: `Bearer ${token}` };
  let playlist = '';
  const list = (path: string): Step => ({ kind: 'lists', what: `GET ${path}`, ask: () => call(`${api}${path}`) });
  const detail = (turn: number): Step => ({
    kind: 'details',
    what: 'GET /vods/{id}',
    ask: async () => {
      const answer = await call(`${api}/vods/${vod(turn)}`, { headers, keeps: true });
      if (answer.status === 200)
        playlist = JSON.parse(answer.body).data.vod.playback.url.replace(/^http:..[^/]+/, media);
      return answer;
    },
  });
  const play = (): Step => ({ kind: 'playlists', what: 'index.m3u8', ask: () => call(playlist) });
  const rendition = (): Step => ({
    kind: 'playlists',
    what: 'index_720p.m3u8',
    ask: () => call(playlist.replace('index.m3u8', 'index_720p.m3u8')),
  });
  const report = (what: string, played?: object): Step => ({
    kind: 'reports',
    what: `PATCH /session, ${what}`,
    ask: () =>
      call(`${api}/session`, { method: 'PATCH', headers, body: { isWatching: true, ...(played && { played }) } }),
  });
  /**
   * Each match is watched for half a minute. As on the page, the first report precedes the player's requests; the
   * second names the match and the part that was played.
   */
  const match = (turn: number) => [
    ...[detail(turn), report('at once'), play(), rendition()],
    report('after 20 s', { kind: 'vods', id: vod(turn), position: 20, watched: [turn] }),
  ];
  return [
    ...[list('/liveusers'), list('/vods'), list('/clubs?page=2')],
    ...[...match(0), list('/vods?page=3'), ...match(1)],
  ];
}

/** Every viewer has its own connection. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

export const hangUp = () => agent.destroy();

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
  /** Reads the answer; by default its arrival suffices. */
  keeps?: boolean;
}

export function call(
  url: string,
  { method = 'GET', headers = {}, body, keeps = false }: Call = {},
): Promise<Answer & { body: string }> {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    // Browsers send this header too; the bytes stay compressed, since decompression would be the viewers' cost.
    const accept = { 'accept-encoding': 'gzip' };
    const sent = request(url, {
      ...{ agent, method },
      headers: { ...accept, ...headers, ...(text && { 'content-type': 'application/json' }) },
    });
    sent.on('response', (response: IncomingMessage) => {
      let [received, bytes] = ['', 0];
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (keeps) received += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: received, bytes }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
