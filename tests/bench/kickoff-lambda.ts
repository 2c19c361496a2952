/**
 * The viewers' functions, warm and alone in one process: cost of each kind of request. Its parent sends the addresses
 * (`Stage`), and after each kind of request the DynamoDB calls that it made.
 */
import { once } from 'node:events';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { RequestCost, RequestKind } from '../../infra/costs/journeys.ts';
import { type Asked, toGatewayEvent } from '../support/gateway-event.ts';
import type { Consumed } from './dynamo-meter.ts';
import type { Stage } from './kickoff-platform.ts';

const runs = 100;

type Answer = APIGatewayProxyStructuredResultV2;
type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<Answer>;

const [stage] = (await once(process, 'message')) as [Stage];
Object.assign(process.env, stage.environment, { LOG_LEVEL: 'silent' });
// The captcha check waits for Google, which costs no CPU here.
delete process.env.CAPTCHA_SECRET_ARN;

const [accounts, live, playback, vods, sharing] = await Promise.all([
  import('../../functions/api/accounts.ts'),
  import('../../functions/api/live.ts'),
  import('../../functions/api/playback.ts'),
  import('../../functions/api/vods.ts'),
  import('../../functions/api/sharing.ts'),
]).then((modules) => modules.map(({ handler }) => handler as Handler) as [Handler, Handler, Handler, Handler, Handler]);

interface AskedBy extends Asked {
  token?: string | undefined;
}

async function callHandler(handler: Handler, { token, ...asked }: AskedBy): Promise<Answer> {
  const headers = { accept: 'application/json', 'accept-encoding': 'gzip' };
  const event = toGatewayEvent({
    ...asked,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    address: anyAddress(),
  });
  const answer = await handler(event, {} as Context);
  if (![200, 302].includes(answer.statusCode ?? 0))
    throw new Error(`${asked.endpoint}: ${answer.statusCode} ${answer.body}`);
  return answer;
}

const anyAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;
const pickToken = (run: number) => stage.tokens[run % stage.tokens.length];

/** Each viewer's own tickets, fetched outside of the measurement. */
const tickets: Record<'live' | 'vod', string[]> = { live: [], vod: [] };
const readTicket = (answer: Answer, member: 'liveUser' | 'vod') =>
  new URL((JSON.parse(answer.body ?? '') as Opened).data[member].playback.url).search.slice(1);

interface Opened {
  data: Record<'liveUser' | 'vod', { playback: { url: string } }>;
}

const openLive = (run: number) =>
  callHandler(live, { endpoint: 'GET /liveusers/{slug}', token: pickToken(run), params: { slug: stage.slug } });
const openVod = (run: number) =>
  callHandler(vods, { endpoint: 'GET /vods/{id}', token: pickToken(run), params: { id: stage.vodId } });
const file = (name: string) => (run: number) =>
  callHandler(playback, {
    endpoint: 'GET /vods/{id}/hls/{file}',
    params: { id: stage.vodId, file: name },
    query: tickets.vod[run % runs] ?? '',
  });

const kinds: Record<RequestKind, (run: number) => Promise<Answer>> = {
  account: (run) => callHandler(accounts, { endpoint: 'GET /users/me', token: pickToken(run) }),
  live: openLive,
  livePlaylist: (run) =>
    callHandler(playback, {
      endpoint: 'GET /live/{slug}/{file}',
      params: { slug: stage.slug, file: 'index.m3u8' },
      query: tickets.live[run % runs] ?? '',
    }),
  recording: openVod,
  master: file('index.m3u8'),
  rendition: file('index_720p.m3u8'),
  key: file(`${stage.generation}.key`),
  report: (run) =>
    callHandler(accounts, {
      endpoint: 'PATCH /session',
      token: pickToken(run),
      body: { isWatching: true, takeOver: true },
    }),
  progress: (run) =>
    callHandler(accounts, {
      endpoint: 'PATCH /session',
      token: pickToken(run),
      // About three reports for a part of a match.
      body: {
        isWatching: true,
        takeOver: true,
        played: { kind: 'vods', id: stage.vodId, position: 60, watched: run % 3 ? [] : [run % 100] },
      },
    }),
  list: (run) => callHandler(vods, { endpoint: 'GET /vods', query: `page=${1 + (run % 20)}` }),
  page: () => callHandler(sharing, { endpoint: 'GET /index.html', query: `page=/vods/${stage.vodId}` }),
  login: (run) =>
    callHandler(accounts, {
      endpoint: 'POST /session/login',
      body: { username: stage.emails[run % stage.emails.length], password: stage.password, captchaToken: '' },
    }),
};

async function requestConsumption(): Promise<Consumed> {
  process.send?.('take');
  return ((await once(process, 'message')) as [Consumed])[0];
}

for (let run = 0; run < runs; run += 1) {
  tickets.live.push(readTicket(await openLive(run), 'liveUser'));
  tickets.vod.push(readTicket(await openVod(run), 'vod'));
}
const costs: Partial<Record<RequestKind, RequestCost>> = {};
for (const [kind, request] of Object.entries(kinds) as [RequestKind, (run: number) => Promise<Answer>][]) {
  for (let run = 0; run < runs / 2; run += 1) await request(run);
  await requestConsumption();
  const begun = process.cpuUsage();
  let bytes = 0;
  for (let run = 0; run < runs; run += 1) bytes += toWireSize(await request(run));
  const { user, system } = process.cpuUsage(begun);
  const { calls, reads, writes, byKey } = await requestConsumption();
  costs[kind] = {
    cpuMs: round((user + system) / 1000 / runs),
    calls: round(calls / runs),
    reads: round(reads / runs),
    writes: Object.fromEntries(Object.entries(writes).map(([table, units]) => [table, round(units / runs)])),
    // Items read by more than every second request are shared.
    sharedReads: round(Math.max(0, ...Object.values(byKey).filter((units) => units > runs / 4)) / runs),
    bytes: Math.round(bytes / runs),
  };
}
process.send?.(costs);
process.disconnect();

/** Bytes on the wire, with headers. */
function toWireSize({ body = '', headers = {}, isBase64Encoded }: Answer): number {
  return Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') + JSON.stringify(headers).length;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
