/** Fault injection: the SDK gets each service's own error, and our clients succeed by retrying. */
import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { IvsClient, ListStreamsCommand } from '@aws-sdk/client-ivs';
import { GetJobCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withRetries } from '../../../functions/platform/aws/retries.ts';
import {
  delayEvents,
  type Faults,
  type FaultyService,
  readFaults,
  startFaultProxy,
} from '../../../infra/local/wire/faults.ts';
import { type Emulator, listen, readBody } from '../../../infra/local/wire/http-server.ts';
import { toClientOptions } from './client-options.ts';

const none: Faults = { throttle: 0, conflict: 0, lost: 0, latency: 0, events: 0, seed: 1 };
const started: Emulator[] = [];
let service: Emulator;
let done = 0;

beforeAll(async () => {
  service = await listen(async (request, response) => {
    await readBody(request);
    done += 1;
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
  });
  started.push(service);
});
afterAll(() => Promise.all(started.map((one) => one.close())));

async function client(name: FaultyService, faults: Partial<Faults>, retries: object = { maxAttempts: 1 }) {
  const proxy = await startFaultProxy(name, service, { ...none, ...faults });
  started.push(proxy);
  return { ...toClientOptions(proxy.url), forcePathStyle: true, ...retries };
}

type Client = Awaited<ReturnType<typeof client>>;

const Key = { pk: { S: 'a' }, sk: { S: 'b' } };
const update = { Update: { TableName: 't', Key, UpdateExpression: 'SET a = b' } };

describe('throttling', () => {
  const span = { StartTime: new Date(), EndTime: new Date() };
  const simple = { Simple: { Subject: { Data: 's' }, Body: { Text: { Data: 't' } } } };
  const calls: [FaultyService, string, (of: Client) => Promise<unknown>][] = [
    [
      'DYNAMODB',
      'ProvisionedThroughputExceededException',
      (of) => new DynamoDBClient(of).send(new GetItemCommand({ TableName: 't', Key })),
    ],
    ['S3', 'SlowDown', (of) => new S3Client(of).send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }))],
    [
      'COGNITO_IDENTITY_PROVIDER',
      'TooManyRequestsException',
      (of) => new CognitoIdentityProviderClient(of).send(new ListUsersCommand({ UserPoolId: 'eu-west-1_x' })),
    ],
    [
      'SECRETS_MANAGER',
      'ThrottlingException',
      (of) => new SecretsManagerClient(of).send(new GetSecretValueCommand({ SecretId: 's' })),
    ],
    ['SESV2', 'TooManyRequestsException', (of) => new SESv2Client(of).send(new SendEmailCommand({ Content: simple }))],
    [
      'MEDIACONVERT',
      'TooManyRequestsException',
      (of) => new MediaConvertClient(of).send(new GetJobCommand({ Id: '1' })),
    ],
    ['IVS', 'ThrottlingException', (of) => new IvsClient(of).send(new ListStreamsCommand({}))],
    [
      'CLOUDWATCH',
      'ThrottlingException',
      (of) => new CloudWatchClient(of).send(new GetMetricDataCommand({ ...span, MetricDataQueries: [] })),
    ],
  ];
  test.each(calls)('%s answers %s without executing the call', async (name, error, call) => {
    const before = done;
    await expect(call(await client(name, { throttle: 1 }))).rejects.toMatchObject({ name: error });
    expect(done).toBe(before);
  });

  test.each(calls)('%s is retried until it succeeds', async (name, _, call) => {
    const before = done;
    await call(await client(name, { throttle: 0.5, seed: 3 }, withRetries()));
    expect(done).toBe(before + 1);
  });

  test('batch calls may succeed with unprocessed entries', async () => {
    const read = new DynamoDBClient(await client('DYNAMODB', { throttle: 1 }));
    const eventBridge = new EventBridgeClient(await client('EVENTBRIDGE', { throttle: 1 }));
    const answers: unknown[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const RequestItems = { t: { Keys: [Key] } };
      answers.push(await read.send(new BatchGetItemCommand({ RequestItems })).catch(() => 'refused'));
      const Entries = [{ Source: 's', DetailType: 'd', Detail: '{}' }];
      answers.push(await eventBridge.send(new PutEventsCommand({ Entries })).catch(() => 'refused'));
    }
    expect(answers).toContain('refused');
    expect(answers).toContainEqual(expect.objectContaining({ UnprocessedKeys: { t: { Keys: [Key] } } }));
    expect(answers).toContainEqual(expect.objectContaining({ FailedEntryCount: 1 }));
  });
});

test('conflicts affect DynamoDB’s writes, not its reads', async () => {
  const dynamo = new DynamoDBClient(await client('DYNAMODB', { conflict: 1 }));
  const cancelled = dynamo.send(new TransactWriteItemsCommand({ TransactItems: [update, update] }));
  const error = await cancelled.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(TransactionCanceledException);
  const { CancellationReasons } = error as TransactionCanceledException;
  expect(CancellationReasons?.map(({ Code }) => Code)).toEqual(['TransactionConflict', 'None']);
  const write = dynamo.send(new UpdateItemCommand(update.Update));
  await expect(write).rejects.toMatchObject({ name: 'TransactionConflictException' });
  await dynamo.send(new GetItemCommand({ TableName: 't', Key }));
});

test('loses an answer only after the call was executed', async () => {
  const before = done;
  const dynamo = new DynamoDBClient(await client('DYNAMODB', { lost: 1 }));
  await expect(dynamo.send(new UpdateItemCommand(update.Update))).rejects.toThrow();
  expect(done).toBe(before + 1);
});

test('fails the same calls for the same seed', async () => {
  const run = async (seed: number) => {
    const dynamo = new DynamoDBClient(await client('DYNAMODB', { throttle: 0.5, seed }));
    const ends: boolean[] = [];
    for (let call = 0; call < 20; call += 1) {
      const end = dynamo.send(new GetItemCommand({ TableName: 't', Key }));
      ends.push(
        await end.then(
          () => true,
          () => false,
        ),
      );
    }
    return ends;
  };
  const [first, second, other] = [await run(7), await run(7), await run(8)];
  expect(second).toEqual(first);
  expect(other).not.toEqual(first);
});

test('rejects invalid values of FAULTS', () => {
  expect(readFaults('')).toBeUndefined();
  expect(readFaults('throttle:0.3,latency:200')).toEqual({ ...none, throttle: 0.3, latency: 200 });
  expect(() => readFaults('throtle:0.3')).toThrow('throtle');
  expect(() => readFaults('throttle:lots')).toThrow('lots');
});

test('events about new objects come late, each in its own time', async () => {
  vi.useFakeTimers();
  try {
    const seen: number[] = [];
    const put = delayEvents<number>((event) => seen.push(event), { ...none, events: 60 });
    for (let event = 0; event < 20; event += 1) put(event);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(30_000);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.length).toBeLessThan(17);
    vi.advanceTimersByTime(30_000);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, event) => event));
    expect(seen).not.toEqual(seen.toSorted((a, b) => a - b));
  } finally {
    vi.useRealTimers();
  }
});
