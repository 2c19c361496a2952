/** `lists-worker.ts <count>`: fills a platform of its own with a large league and prints the times of its lists, as JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { newUser } from '../../functions/accounts/rules.ts';
import { startSession } from '../../functions/accounts/sessions.ts';
import { createUser } from '../../functions/accounts/store.ts';
import { handler as clubs } from '../../functions/clubs/routes.ts';
import { handler as events } from '../../functions/events/routes.ts';
import { handler as library } from '../../functions/library/routes.ts';
import { handler as vods } from '../../functions/vods/routes.ts';
import { startPlatform } from '../../infra/local/platform.ts';
import { largeLeague, seedLargeLeague } from '../../infra/local/seed/large-league.ts';
import { seedId } from '../../infra/local/seed/steps.ts';
import { timed } from './statistics.ts';

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

const dataDir = mkdtempSync(join(tmpdir(), 'cantera-bench-'));
const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
const platform = await startPlatform({ config: { dataDir, ports } });
try {
  const now = new Date();
  const league = await seedLargeLeague({ ...largeLeague, vods: Number(process.argv[2]) }, now);
  const clubId = league.clubs[7]?.id;
  const id = seedId('P', 0);
  const person = { id, role: 'ADMIN' as const, name: 'Bench', surname: '', email: 'bench@cantera.test', clubId: null };
  const admin = newUser({ ...person, subscription: null }, now.getTime());
  await createUser(admin);
  const { token } = await startSession(admin, false, now.getTime());

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
    'GET /sportevents': [
      events,
      '/sportevents',
      [`dateAround=${now.toISOString().slice(0, 10)}`, 'page=40', 'search=rayo'],
    ],
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
} finally {
  await platform.close();
  rmSync(dataDir, { recursive: true, force: true });
}

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
