/** SQS: work in parts, each processed at least once. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { divide } from '../../../shared/domain/divide.ts';
import { environment, type Variable } from './environment.ts';
import { makeOnce, retryUntilDone, withRetries } from './retries.ts';

/** The event that a queue's consumer receives. */
export interface QueueEvent {
  Records: { messageId: string; body: string }[];
}

const sqs = /* @__PURE__ */ makeOnce(() => new SQSClient(withRetries()));

/** AWS's limit of messages in one SendMessageBatch call. */
const atOnce = 10;
const callsAtOnce = 10;

/** Sends all parts to the queue whose URL is in the variable; each is JSON of at most 20 KB. */
export async function enqueue(
  queue: Extract<Variable, `${string}_QUEUE_URL`>,
  parts: readonly object[],
): Promise<void> {
  const send = async (bodies: readonly object[]) => {
    let waiting = bodies.map((part, index) => ({ Id: String(index), MessageBody: JSON.stringify(part) }));
    // A successful response may contain failed entries.
    await retryUntilDone(async () => {
      const { Failed = [] } = await sqs().send(
        new SendMessageBatchCommand({ QueueUrl: environment(queue), Entries: waiting }),
      );
      const fault = Failed.find(({ SenderFault }) => SenderFault);
      if (fault) throw new Error(`The queue refused a part: ${fault.Code}: ${fault.Message}`);
      waiting = waiting.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
      return waiting.length === 0 || undefined;
    });
  };
  for (const calls of divide(divide(parts, atOnce), callsAtOnce)) await Promise.all(calls.map(send));
}
