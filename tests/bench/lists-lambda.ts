/**
 * One warm Lambda over the tables that lists-platform.ts has filled: prints the times of its lists, as JSON. Takes the id of a
 * club and the token of an admin.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { handler as clubs } from '../../functions/league/clubs/routes.ts';
import { handler as events } from '../../functions/league/events/routes.ts';
import { handler as vods } from '../../functions/recordings/vods/routes.ts';
import { handler as library } from '../../functions/viewing/library/routes.ts';
import { timed } from './statistics.ts';

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

const [clubId, token = ''] = process.argv.slice(2);
const today = new Date().toISOString().slice(0, 10);

const lists: Record<string, [handler: Handler, path: string, queries: string[]]> = {
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
  'GET /live/vods': [vods, '/live/vods', ['page=1', 'page=700', 'search=resumen', `clubIds[]=${clubId}`]],
  'GET /sportevents': [events, '/sportevents', [`dateAround=${today}`, 'page=40', 'search=rayo']],
  'GET /clubs': [clubs, '/clubs', ['page=1', 'page=80', 'search=atl', 'search=nora']],
  'GET /users/me/home': [library, '/users/me/home', ['']],
};
const times: Record<string, number[]> = {};
for (const [name, [handler, path, queries]] of Object.entries(lists)) {
  times[name] = await timed(400, async (run) => {
    const answer = await handler(request(path, queries[run % queries.length] ?? '', token), {} as Context);
    if (answer.statusCode !== 200) throw new Error(`${name} answered ${answer.statusCode}: ${answer.body}`);
  });
}
console.log(JSON.stringify(times));

function request(path: string, rawQueryString: string, token: string): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    routeKey: `GET ${path}`,
    rawPath: path,
    rawQueryString,
    headers: path.startsWith('/live') || path.startsWith('/users') ? { authorization: `Bearer ${token}` } : {},
    isBase64Encoded: false,
    requestContext: { requestId: 'bench', http: { sourceIp: '127.0.0.1' } },
  } as unknown as APIGatewayProxyEventV2;
}
