import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTables, type LocalTable, startDynamo } from '../../../infra/local/dynamo/dynamo.ts';
import type { StandIn } from '../../../infra/local/wire/stand-in.ts';

const tables: LocalTable[] = [
  { name: 'local-sessions', ttl: 'expiresAt', indexes: [{ name: 'byUser', pk: 'userId', sk: 'createdAt' }] },
  { name: 'local-clubs' },
];

let dataDir: string;
let dynamo: StandIn;
const connect = () =>
  new DynamoDBClient({
    endpoint: dynamo.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dynamo-'));
  dynamo = await startDynamo({ dataDir });
});

afterAll(async () => {
  await dynamo.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('creating the tables twice leaves keys, indexes and expiry as declared', async () => {
  await createTables(dynamo.url, tables);
  await createTables(dynamo.url, tables);
  const { Table } = await connect().send(new DescribeTableCommand({ TableName: 'local-sessions' }));
  expect(Table?.KeySchema?.map((key) => key.AttributeName)).toEqual(['pk', 'sk']);
  expect(Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName)).toEqual(['byUser']);
  const ttl = await connect().send(new DescribeTimeToLiveCommand({ TableName: 'local-sessions' }));
  expect(ttl.TimeToLiveDescription).toMatchObject({ AttributeName: 'expiresAt', TimeToLiveStatus: 'ENABLED' });
});

test('items are found by index and survive a restart', async () => {
  const item = { pk: { S: 'T#1' }, sk: { S: '-' }, userId: { S: 'u1' }, createdAt: { S: '2026-01-01' } };
  await connect().send(new PutItemCommand({ TableName: 'local-sessions', Item: item }));
  await dynamo.close();
  dynamo = await startDynamo({ dataDir });
  const read = await connect().send(
    new GetItemCommand({ TableName: 'local-sessions', Key: { pk: item.pk, sk: item.sk }, ConsistentRead: true }),
  );
  expect(read.Item).toEqual(item);
  const found = await connect().send(
    new QueryCommand({
      TableName: 'local-sessions',
      IndexName: 'byUser',
      KeyConditionExpression: 'userId = :u',
      ExpressionAttributeValues: { ':u': { S: 'u1' } },
    }),
  );
  expect(found.Count).toBe(1);
});
