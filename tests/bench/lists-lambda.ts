/**
 * One Lambda over the tables filled by lists-platform.ts: prints as JSON the time of its first list and of warm lists.
 * Takes the id of a club and the token of an admin. Bypasses the response cache unless stated: requests differ, every
 * fourth search is new, and videos change in between.
 */
import { once } from 'node:events';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { handler as clubs } from '../../functions/api/clubs.ts';
import { handler as events } from '../../functions/api/events.ts';
import { handler as library } from '../../functions/api/library.ts';
import { handler as vods } from '../../functions/api/vods.ts';
import { events as eventStore } from '../../functions/league/events/store.ts';
import { getItems } from '../../functions/platform/aws/dynamo.ts';
import type { Collection, Stored } from '../../functions/platform/lists/collection.ts';
import type { SearchedRow } from '../../functions/platform/lists/list-queries.ts';
import { vods as vodStore } from '../../functions/recordings/vods/store.ts';
import { pageSize } from '../../shared/domain/limits.ts';
import { toGatewayEvent } from '../support/gateway-event.ts';
import { measureCalls } from './statistics.ts';

type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

const [clubId, token = ''] = process.argv.slice(2);
const today = new Date().toISOString().slice(0, 10);

const lists: Record<string, [handler: Handler, path: string, queries: string[], also?: string]> = {
  'GET /vods': [
    vods,
    '/vods',
    [
      'page=1',
      'page=3',
      'search=atletico',
      'search=leon%20123',
      `clubIds[]=${clubId}&page=2`,
      'sport=basket&search=zarza',
    ],
  ],
  'GET /vods, once a match': [
    vods,
    '/vods',
    ['sport=soccer', 'sport=basket&page=2', 'search=atletico', `clubIds[]=${clubId}`, 'sport=soccer&page=3'],
    'each=match&',
  ],
  'GET /live/vods': [vods, '/live/vods', ['page=1', 'page=700', 'search=resumen', `clubIds[]=${clubId}`]],
  'GET /sportevents': [events, '/sportevents', [`dateAround=${today}`, 'page=40', 'search=rayo']],
  'GET /clubs': [clubs, '/clubs', ['page=1', 'page=80', 'search=atl', 'search=nora']],
  'GET /users/me/home': [library, '/users/me/home', ['']],
};
const times: Record<string, number[]> = {};
const begun = performance.now();
await vods(request('/vods', 'page=1', token));
times.cold = [performance.now() - begun];
times.bare = [];
for (const [name, [handler, path, queries, also = '']] of Object.entries(lists)) {
  times.bare.push(...(await measureCalls(60, readPage)));
  const call = (run: number) => {
    const query = run % 4 === 3 ? `search=${run.toString(36)}` : (queries[Math.abs(run) % queries.length] ?? '');
    return measureHandler(name, handler, request(path, `${query}&${also}run=${run}`, token));
  };
  times[name] = await measureCalls(400, call, async (run) => run % 40 === 20 && renameElsewhere(run));
}
times['GET /vods, ready'] = await measureCalls(400, () =>
  measureHandler('GET /vods', vods, request('/vods', 'page=1', token)),
);
console.log(JSON.stringify(times));
process.disconnect?.();

/** The minimum that an uncached list reads: the items of a page and their matches. */
async function readPage(): Promise<void> {
  const readAnyRow = async <Item extends Stored, Row extends SearchedRow>(of: Collection<Item, Row>) => {
    const rows = await of.rows(60_000);
    return Array.from({ length: pageSize }, () => of.locate(rows[Math.floor(Math.random() * rows.length)]?.id ?? ''));
  };
  await getItems([...(await readAnyRow(vodStore)), ...(await readAnyRow(eventStore))]);
}

async function measureHandler(name: string, handler: Handler, event: APIGatewayProxyEventV2): Promise<void> {
  const answer = await handler(event);
  if (answer.statusCode !== 200) throw new Error(`${name} answered ${answer.statusCode}: ${answer.body}`);
}

/** Changes a video in another function: lists-platform.ts has its own cache. */
async function renameElsewhere(at: number): Promise<void> {
  process.send?.(at);
  await once(process, 'message');
}

function request(path: string, query: string, token: string): APIGatewayProxyEventV2 {
  const isForLoggedIn = path.startsWith('/live') || path.startsWith('/users');
  const headers: Record<string, string> = isForLoggedIn ? { authorization: `Bearer ${token}` } : {};
  return toGatewayEvent({ endpoint: `GET ${path}`, query, headers });
}
