/** The SQS emulator rejects the same calls as the service. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalQueues, startSqs } from '../../../infra/local/sqs/sqs.ts';

let queues: LocalQueues;
let client: SQSClient;
const seen: string[] = [];

beforeAll(async () => {
  queues = await startSqs({ queues: ['alerts'] });
  queues.consume('alerts', async ({ Records }) => void seen.push(...Records.map(({ body }) => body)));
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  client = new SQSClient({ endpoint: queues.url, region: 'eu-west-1', credentials, maxAttempts: 1 });
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
