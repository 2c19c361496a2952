/**
 * SQS emulator: SendMessageBatch on standard queues, and Lambda pollers with one message per invocation and three
 * attempts; FIFO queues with one message group, fed by event rules. In memory: messages are lost when the process ends.
 * Unsupported: message attributes, delays, further groups.
 */
import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { DeliveryQueue } from '../wire/delivery-queue.ts';
import { type Emulator, ServiceError } from '../wire/http-server.ts';
import { defineOperation, startJsonService } from '../wire/json-service.ts';
import { account } from '../wire/service-event.ts';

export interface QueueEvent {
  Records: { messageId: string; body: string }[];
}

interface LocalQueue {
  waiting: { messageId: string; body: string }[];
  running: number;
  target?: (event: QueueEvent) => Promise<unknown>;
}

export interface LocalQueues extends Emulator {
  toPath(queue: string): string;
  consume(queue: string, target: (event: QueueEvent) => Promise<unknown>): void;
  /** Adds a message to a FIFO queue, as a rule of the event bus does. */
  put(queue: string, body: string): void;
}

/** Concurrent invocations per queue; fewer than on Lambda, because one machine has few cores. */
const maxConcurrency = 4;
/** Milliseconds; AWS retries after the visibility timeout, which takes minutes. */
const retryDelays = [1_000, 5_000];
const maxBatchBytes = 1024 ** 2;

/** Lambda's largest batch of a FIFO queue. */
const fifoBatchSize = 10;
/** Milliseconds; a failed batch comes back after the visibility timeout, a minute on AWS, until its hour is over. */
const fifoRetryDelays = Array.from({ length: 59 }, () => 1_000);
/** Milliseconds in which a FIFO queue drops a message that it has had. */
const deduplicationMs = 5 * 60_000;

export async function startSqs({ queues }: { queues: readonly string[] }): Promise<LocalQueues> {
  const deliveries = new DeliveryQueue(retryDelays);
  const inOrder = new DeliveryQueue(fifoRetryDelays);
  const lastPut = new Map<string, number>();
  const queuesByName = new Map<string, LocalQueue>(queues.map((name) => [name, { waiting: [], running: 0 }]));

  /** A group has one batch in flight. A failed one comes again, and holds up all others meanwhile. */
  function deliverInOrder(name: string, queue: LocalQueue): void {
    const { target } = queue;
    if (!target || queue.running > 0 || queue.waiting.length === 0) return;
    const Records = queue.waiting.slice(0, fifoBatchSize);
    queue.running = 1;
    void inOrder
      .deliver(`queue ${name}`, () => target({ Records }))
      .finally(() => {
        queue.waiting = queue.waiting.filter((message) => !Records.includes(message));
        queue.running = 0;
        deliverInOrder(name, queue);
      });
  }

  function deliverWaiting(name: string, queue: LocalQueue): void {
    if (name.endsWith('.fifo')) {
      deliverInOrder(name, queue);
      return;
    }
    const { target } = queue;
    while (target && queue.running < maxConcurrency) {
      const message = queue.waiting.shift();
      if (!message) return;
      queue.running += 1;
      void deliveries
        .deliver(`queue ${name}`, () => target({ Records: [message] }))
        .finally(() => {
          queue.running -= 1;
          deliverWaiting(name, queue);
        });
    }
  }

  function send({ QueueUrl, Entries }: z.infer<typeof SendMessageBatch>) {
    const name = QueueUrl.replace(/^.*\//, '');
    const queue = queuesByName.get(name);
    if (!queue) throw new ServiceError('AWS.SimpleQueueService.NonExistentQueue', `Queue ${name} does not exist`);
    if (new Set(Entries.map(({ Id }) => Id)).size < Entries.length)
      throw new ServiceError('AWS.SimpleQueueService.BatchEntryIdsNotDistinct', 'Two entries have the same Id');
    if (Entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0) > maxBatchBytes)
      throw new ServiceError('AWS.SimpleQueueService.BatchRequestTooLong', `More than ${maxBatchBytes} bytes`);
    const isValid = ({ MessageBody }: (typeof Entries)[number]) =>
      !/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(MessageBody);
    const Failed = Entries.filter((entry) => !isValid(entry)).map(({ Id }) => ({
      Id,
      Code: 'InvalidMessageContents',
      Message: 'Invalid binary character was found in the message body, the set of allowed characters is XML’s',
      SenderFault: true,
    }));
    const Successful = Entries.filter(isValid).map(({ Id, MessageBody: body }) => {
      const messageId = randomUUID();
      queue.waiting.push({ messageId, body });
      return { Id, MessageId: messageId, MD5OfMessageBody: createHash('md5').update(body).digest('hex') };
    });
    deliverWaiting(name, queue);
    return { Successful, Failed };
  }

  const service = await startJsonService({
    name: 'sqs',
    target: 'AmazonSQS',
    operations: { SendMessageBatch: defineOperation(SendMessageBatch, send) },
  });
  return {
    url: service.url,
    toPath: (queue) => `/${account}/${queue}`,
    consume(name, target) {
      const queue = queuesByName.get(name);
      if (!queue) throw new Error(`Queue ${name} does not exist`);
      queue.target = target;
      deliverWaiting(name, queue);
    },
    put(name, body) {
      const queue = queuesByName.get(name);
      if (!queue || !name.endsWith('.fifo')) throw new Error(`There is no FIFO queue ${name}`);
      const deduplicationId = createHash('sha256').update(name).update(body).digest('base64');
      const now = Date.now();
      if (now - (lastPut.get(deduplicationId) ?? 0) < deduplicationMs) return;
      for (const [id, at] of lastPut) if (now - at >= deduplicationMs) lastPut.delete(id);
      lastPut.set(deduplicationId, now);
      queue.waiting.push({ messageId: randomUUID(), body });
      deliverWaiting(name, queue);
    },
    async close() {
      await service.close();
      await Promise.all([deliveries.close(), inOrder.close()]);
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
