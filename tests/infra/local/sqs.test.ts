/** The SQS emulator rejects the same calls as the service. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalQueues, startSqs } from '../../../infra/local/sqs/sqs.ts';
import { toClientOptions } from './client-options.ts';

let queues: LocalQueues;
let client: SQSClient;
const seen: string[] = [];

beforeAll(async () => {
  queues = await startSqs({ queues: ['alerts', 'work.fifo'] });
  queues.consume('alerts', async ({ Records }) => void seen.push(...Records.map(({ body }) => body)));
  client = new SQSClient(toClientOptions(queues.url));
});
afterAll(() => queues.close());

const send = (...bodies: string[]) =>
  client.send(
    new SendMessageBatchCommand({
      QueueUrl: `${queues.url}${queues.toPath('alerts')}`,
      Entries: bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody })),
    }),
  );

test('refuses messages with characters that XML does not allow, and accepts the others', async () => {
  const { Failed, Successful } = await send('Gol 🏀', 'Gol \uffff', 'Gol \u0001');
  expect(Failed).toMatchObject([
    { Id: '1', Code: 'InvalidMessageContents', SenderFault: true },
    { Id: '2', Code: 'InvalidMessageContents', SenderFault: true },
  ]);
  expect(Successful?.map(({ Id }) => Id)).toEqual(['0']);
  await expect.poll(() => seen).toEqual(['Gol 🏀']);
});

test('delivers a FIFO queue in batches of ten, never two at once, and repeats a failed one before the others', async () => {
  const batches: string[][] = [];
  let running = 0;
  let most = 0;
  queues.consume('work.fifo', async ({ Records }) => {
    running += 1;
    most = Math.max(most, running);
    batches.push(Records.map(({ body }) => body));
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    if (batches.length === 1) throw new Error('fails once');
  });
  for (let number = 0; number < 25; number += 1) queues.put('work.fifo', String(number));
  // The service drops duplicates within five minutes.
  queues.put('work.fifo', '7');
  await expect.poll(() => new Set(batches.flat()).size, { timeout: 5_000 }).toBe(25);
  expect(most).toBe(1);
  expect(batches[1]).toEqual(batches[0]);
  expect(Math.max(...batches.map(({ length }) => length))).toBe(10);
  expect(batches.slice(1).flat()).toHaveLength(25);
});
