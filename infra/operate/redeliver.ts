/**
 * `npm run redeliver`: sends unhandled events again to the functions that failed. The queue
 * `cantera-<stage>-undelivered` keeps them for two weeks.
 */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { readDeployConfig } from '../config.ts';
import { resourcePrefix, undeliveredName } from '../names.ts';
import { readArguments, runCommand } from '../toolchain/arguments.ts';

const usage = `npm run redeliver -- --stage <stage> [--dry-run]

Resends events that no function could handle (the alarm "Events are not handled").

  --stage <stage>  a deployed stage
  --dry-run        lists the events and their errors
  --help           shows this text`;

/** Message of EventBridge about a function that it could not invoke: the event, with details in the attributes. */
const UndeliveredEvent = z.object({ 'detail-type': z.string(), source: z.string() });

/** Message of Lambda about an event with which a function failed. */
const FailedInvocation = z.object({
  requestContext: z.object({ functionArn: z.string(), condition: z.string() }),
  requestPayload: z.object({ 'detail-type': z.string().optional() }).loose(),
  responsePayload: z.object({ errorMessage: z.string().optional() }).optional(),
});

export interface Undelivered {
  functionName: string;
  payload: string;
  eventType: string;
  error: string;
}

/** Parses a message; undefined if it cannot be sent again. */
export function readUndelivered(
  { Body = '', MessageAttributes = {} }: Message,
  prefix: string,
): Undelivered | undefined {
  const body = parseJson(Body);
  const handled = FailedInvocation.safeParse(body);
  if (handled.success) {
    const { requestContext, requestPayload, responsePayload } = handled.data;
    const functionName = requestContext.functionArn.split(':')[6] ?? '';
    return {
      functionName,
      payload: JSON.stringify(requestPayload),
      eventType: requestPayload['detail-type'] ?? 'event',
      error: responsePayload?.errorMessage ?? requestContext.condition,
    };
  }
  const reached = UndeliveredEvent.safeParse(body);
  const target = MessageAttributes.TARGET_ARN?.StringValue?.split(':')[6];
  const rule = MessageAttributes.RULE_ARN?.StringValue?.split('/').at(-1);
  // A rule has its function's name.
  const functionName = target ?? rule;
  if (!reached.success || !functionName?.startsWith(prefix)) return undefined;
  return {
    functionName,
    payload: Body,
    eventType: reached.data['detail-type'],
    error: MessageAttributes.ERROR_MESSAGE?.StringValue ?? 'not delivered',
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the number of events sent again, and of messages that could not be parsed. */
export async function redeliver(stage: string, dryRun: boolean, print: (line: string) => void) {
  const sqs = new SQSClient({});
  const lambda = new LambdaClient({});
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: undeliveredName(stage) }));
  let sent = 0;
  let unknown = 0;
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        // Hides a message long enough that a run does not receive it twice.
        QueueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 1,
        VisibilityTimeout: dryRun ? 30 : 300,
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return { sent, unknown };
    for (const message of Messages) {
      const event = readUndelivered(message, resourcePrefix(stage));
      print(event ? `${event.functionName}: ${event.eventType} (${event.error})` : `not understood: ${message.Body}`);
      if (!event) unknown += 1;
      else sent += 1;
      if (!event || dryRun) continue;
      const { functionName: FunctionName, payload } = event;
      // Invokes asynchronously, as EventBridge does: after three failures the event returns to the queue.
      await lambda.send(
        new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: new TextEncoder().encode(payload) }),
      );
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
    }
  }
}

if (import.meta.main) {
  const { values } = readArguments(usage, {
    stage: { type: 'string', default: '' },
    'dry-run': { type: 'boolean', default: false },
  });
  await runCommand(async () => {
    const { stage, region } = readDeployConfig((name) => (name === 'stage' ? values.stage || undefined : undefined));
    process.env.AWS_REGION ??= region;
    const dryRun = values['dry-run'];
    const { sent, unknown } = await redeliver(stage, dryRun, console.log);
    console.log(
      `${sent} ${dryRun ? 'would be sent' : 'sent'} again${unknown > 0 ? `, ${unknown} not understood` : ''}`,
    );
  });
}
