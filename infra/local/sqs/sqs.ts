/**
 * SQS emulator for SendMessageBatch on standard queues, with Lambda pollers: one message per invocation, three attempts.
 * Messages live in memory and are lost when the process ends. Unsupported: message attributes, delays, FIFO.
 */
import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { DeliveryQueue } from '../wire/delivery.ts';
import { defineOperation, startJsonService } from '../wire/json-service.ts';
import { account } from '../wire/service-event.ts';
import { ServiceError, type StandIn } from '../wire/stand-in.ts';

/** Event of a Lambda function that consumes a queue. */
export interface QueueEvent {
  Records: { messageId: string; body: string }[];
}

interface LocalQueue {
  waiting: { messageId: string; body: string }[];
  running: number;
  target?: (event: QueueEvent) => Promise<unknown>;
}

export interface LocalQueues extends StandIn {
  /** Path of the queue's URL. */
  pathOf(queue: string): string;
  /** Delivers the queue's messages to a function. */
  consume(queue: string, target: (event: QueueEvent) => Promise<unknown>): void;
}

/** Maximum of concurrent invocations per queue, lower than Lambda's because one machine has few cores. */
const atOnce = 4;
/** Milliseconds; AWS retries after the visibility timeout, which is minutes. */
const retryDelays = [1_000, 5_000];
const mostBytes = 1024 ** 2;

export async function startSqs({ queues, port }: { queues: readonly string[]; port?: number }): Promise<LocalQueues> {
  const deliveries = new DeliveryQueue(retryDelays);
  const made = new Map<string, LocalQueue>(queues.map((name) => [name, { waiting: [], running: 0 }]));

  function work(name: string, queue: LocalQueue): void {
    const { target } = queue;
    while (target && queue.running < atOnce) {
      const message = queue.waiting.shift();
      if (!message) return;
      queue.running += 1;
      void deliveries
        .deliver(`queue ${name}`, () => target({ Records: [message] }))
        .finally(() => {
          queue.running -= 1;
          work(name, queue);
        });
    }
  }

  function send({ QueueUrl, Entries }: z.infer<typeof SendMessageBatch>) {
    const name = QueueUrl.replace(/^.*\//, '');
    const queue = made.get(name);
    if (!queue) throw new ServiceError('AWS.SimpleQueueService.NonExistentQueue', `Queue ${name} does not exist`);
    if (new Set(Entries.map(({ Id }) => Id)).size < Entries.length)
      throw new ServiceError('AWS.SimpleQueueService.BatchEntryIdsNotDistinct', 'Two entries have the same Id');
    if (Entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0) > mostBytes)
      throw new ServiceError('AWS.SimpleQueueService.BatchRequestTooLong', `More than ${mostBytes} bytes`);
    const Successful = Entries.map(({ Id, MessageBody: body }) => {
      const messageId = randomUUID();
      queue.waiting.push({ messageId, body });
      return { Id, MessageId: messageId, MD5OfMessageBody: createHash('md5').update(body).digest('hex') };
    });
    work(name, queue);
    return { Successful, Failed: [] };
  }

  const service = await startJsonService({
    name: 'sqs',
    target: 'AmazonSQS',
    port,
    operations: { SendMessageBatch: defineOperation(SendMessageBatch, send) },
  });
  return {
    url: service.url,
    pathOf: (queue) => `/${account}/${queue}`,
    consume(name, target) {
      const queue = made.get(name);
      if (!queue) throw new Error(`Queue ${name} does not exist`);
      queue.target = target;
      work(name, queue);
    },
    async close() {
      await service.close();
      await deliveries.close();
    },
  };
}

const SendMessageBatch = z.strictObject({
  QueueUrl: z.string(),
  Entries: z
    .array(z.strictObject({ Id: z.string().regex(/^[\w-]{1,80}$/), MessageBody: z.string().min(1) }))
    .min(1)
    .max(10),
});
