/** `lists-worker.ts <count>`: fills a platform of its own with VODs and prints the times of GET /vods, as JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { ulid } from 'ulid';
import { writeObject } from '../../functions/aws/storage.ts';
import { handler } from '../../functions/vods/routes.ts';
import type { StoredVod } from '../../functions/vods/rules.ts';
import { startPlatform } from '../../infra/local/platform.ts';
import { fold } from '../../shared/fold.ts';
import { timed } from './statistics.ts';

const clubs = Array.from({ length: 200 }, () => ulid());
const words = ['Sauce', 'Atlético', 'Rivera', 'León', 'Olivos', 'Pinar', 'Torre', 'Básquet', 'Marina', 'Huerta'];

const dataDir = mkdtempSync(join(tmpdir(), 'cantera-bench-'));
const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
const platform = await startPlatform({ config: { dataDir, ports } });
try {
  await fill(Number(process.argv[2]));
  const queries = [
    'page=1',
    'page=3',
    'search=atletico',
    'search=leon%20123',
    `clubIds[]=${clubs[7]}&page=2`,
    'sport=basket&search=huerta',
  ];
  const times = await timed(600, async (run) => {
    const answer = await handler(getVods(queries[run % queries.length] ?? ''), {} as Context);
    if (answer.statusCode !== 200) throw new Error(`GET /vods answered ${answer.statusCode}: ${answer.body}`);
  });
  console.log(JSON.stringify(times));
} finally {
  await platform.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Items straight into the table and a snapshot beside them: what the log would have left behind. */
async function fill(count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => vod(index));
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  // The pages that are measured need their items; the others are only ever rows.
  const TableName = `${process.env.TABLE_PREFIX}vods`;
  for (let from = 0; from < items.length; from += 25) {
    const Put = items
      .slice(from, from + 25)
      .map((item) => ({ PutRequest: { Item: { ...item, pk: item.id, sk: 'ITEM' } } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: Put } }));
  }
  await writeSnapshot(
    'clubs',
    clubs.map((id, index) => ({
      id,
      title: `club ${index}`,
      name: `Club ${index}`,
      clubIds: [id],
      visible: true,
      thumbnail: null,
    })),
  );
  await writeSnapshot(
    'vods',
    items.map(({ id, title, sport, clubIds, sportEventId, visible, status, renderOrder, dateCreated }) => ({
      ...{ id, title: fold(title), sport, clubIds, sportEventId, visible, status, renderOrder },
      created: dateCreated,
    })),
  );
}

async function writeSnapshot(table: string, rows: object[]): Promise<void> {
  const entries = rows.map((row, index) => ({ sequence: index + 1, row }));
  const snapshot = gzipSync(JSON.stringify({ sequence: rows.length, entries }));
  const address = { bucket: process.env.CATALOGUE_BUCKET ?? '', key: `${table}/snapshot.json.gz` };
  await writeObject(address, snapshot, { contentType: 'application/gzip' });
}

function vod(index: number): StoredVod {
  const home = words[index % words.length];
  const away = words[(index * 7 + 3) % words.length];
  return {
    id: ulid(),
    version: 1,
    title: `${home} ${index} – ${away}`,
    summary: 'Jornada 12 · Cadete',
    sport: index % 3 ? 'SOCCER' : 'BASKET',
    sportEventId: null,
    clubIds: [clubs[index % 200] ?? '', clubs[(index * 3) % 200] ?? ''],
    visible: true,
    status: 'FINISHED',
    renderOrder: null,
    dateCreated: new Date(1.7e12 + index * 1000).toISOString(),
    uploadId: null,
    size: 1,
    source: null,
    generation: null,
    pending: null,
    progress: null,
    failure: null,
    duration: 60,
    sprites: null,
    thumbnail: null,
  };
}

function getVods(rawQueryString: string): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    routeKey: 'GET /vods',
    rawPath: '/vods',
    rawQueryString,
    headers: {},
    isBase64Encoded: false,
    requestContext: { requestId: 'bench', http: { sourceIp: '127.0.0.1' } },
  } as unknown as APIGatewayProxyEventV2;
}
