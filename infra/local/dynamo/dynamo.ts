/**
 * Runs a DynamoDB server (`engine.ts`) as a child process, or uses the one at `DYNAMODB_ENDPOINT`. Unlike AWS it never
 * deletes expired items.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTablesCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { TableSpec } from '../../tables.ts';
import { describeExit } from '../../toolchain/exit-status.ts';
import type { Emulator } from '../wire/http-server.ts';
import { type Engine, findEngine } from './engine.ts';

export interface LocalDynamo extends Emulator {
  crashed: Promise<Error>;
}

interface DynamoOptions {
  /** Folder of the tables, which otherwise are in memory. */
  dataDir?: string;
  engine?: Engine;
}

export async function startDynamo({ dataDir, ...options }: DynamoOptions): Promise<LocalDynamo> {
  const external = process.env.DYNAMODB_ENDPOINT;
  if (external) {
    const never = new Promise<Error>(() => {});
    await waitForAnswer(external, never, 15);
    return { url: external.replace(/\/$/, ''), close: async () => {}, crashed: never };
  }
  const { name, command } = options.engine ?? findEngine();
  if (dataDir) await mkdir(dataDir, { recursive: true });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('sh', ['-c', runUntilStdinEnds, 'sh', ...command(port, dataDir)], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let stderrTail = '';
  child.stderr.on('data', (chunk) => {
    stderrTail = (stderrTail + chunk).slice(-2000);
  });
  let isClosing = false;
  const crashed = new Promise<Error>((resolve) => {
    child.once('error', resolve);
    child.once('close', (code, signal) => {
      if (!isClosing) resolve(new Error(`${name} ${describeExit(code, signal)}. ${stderrTail}`.trim()));
    });
  });
  const close = () => {
    isClosing = true;
    return stop(child);
  };
  try {
    // A slow CI machine takes several seconds to start the server.
    await waitForAnswer(url, crashed, 120);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close, crashed };
}

/**
 * Stops the database when this process ends, even by SIGKILL, which closes the pipe to the shell's stdin. The shell has
 * a process group of its own (`detached`), so that Ctrl-C does not stop the database first.
 */
const runUntilStdinEnds = `
exec 3<&0
"$@" 3<&- &
child=$!
(cat <&3 >/dev/null; kill $child) 2>/dev/null &
exec 3<&-
wait $child`;

/** A table under its deployed name, which has the stage's prefix. */
export type LocalTable = Pick<TableSpec, 'indexes' | 'ttl'> & { name: string };

/** Creates missing tables and applies their TTL settings; idempotent. */
export async function createTables(endpoint: string, tables: LocalTable[]): Promise<void> {
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  try {
    for (const table of tables) await createTable(client, table);
  } finally {
    client.destroy();
  }
}

async function createTable(client: DynamoDBClient, { name, indexes = [], ttl }: LocalTable): Promise<void> {
  const attributes = new Set(['pk', 'sk', ...indexes.flatMap((index) => [index.pk, index.sk ?? index.pk])]);
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: createKeySchema('pk', 'sk'),
        ...(indexes.length > 0 && {
          GlobalSecondaryIndexes: indexes.map((index) => ({
            IndexName: index.name,
            KeySchema: createKeySchema(index.pk, index.sk),
            Projection: { ProjectionType: 'ALL' as const },
          })),
        }),
      }),
    );
    await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 0.1, maxDelay: 0.5 }, { TableName: name });
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  if (!ttl) return;
  // DynamoDB refuses to enable TTL twice.
  const { TimeToLiveDescription: now } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  if (now?.AttributeName === ttl && now.TimeToLiveStatus?.startsWith('ENABL')) return;
  await client.send(
    new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: { AttributeName: ttl, Enabled: true } }),
  );
}

function createKeySchema(pk: string, sk?: string) {
  return [
    { AttributeName: pk, KeyType: 'HASH' as const },
    ...(sk ? [{ AttributeName: sk, KeyType: 'RANGE' as const }] : []),
  ];
}

async function waitForAnswer(endpoint: string, crashed: Promise<Error>, seconds: number): Promise<void> {
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  let failure: Error | undefined;
  void crashed.then((error) => {
    failure = error;
  });
  try {
    for (const start = Date.now(); ; await sleep(25)) {
      if (failure) throw failure;
      try {
        await client.send(new ListTablesCommand({ Limit: 1 }));
        return;
      } catch (error) {
        if (Date.now() - start > seconds * 1000)
          throw new Error(`DynamoDB does not answer at ${endpoint}`, { cause: error });
      }
    }
  } finally {
    client.destroy();
  }
}

/** Finds a free port, because the binary cannot choose one. Another process may still take it before the start. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function stop(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const group = -child.pid;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => process.kill(group, 'SIGKILL'), 3000);
  await ended;
  clearTimeout(timer);
}
