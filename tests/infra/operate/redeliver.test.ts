/** Resends unhandled events to their functions. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DeleteMessageCommand, GetQueueUrlCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { redeliver } from '../../../infra/operate/redeliver.ts';
import { replaceService } from '../../support/service.ts';

const sqs = replaceService(SQSClient);
const lambda = replaceService(LambdaClient);

const event = { source: 'aws.s3', 'detail-type': 'Object Created', detail: { object: { key: 'vods/1/source.mp4' } } };
const arnPrefix = 'arn:aws:lambda:eu-west-1:123456789012:function';
/** Messages by EventBridge (not delivered), by Lambda (failed), and by hand. */
const messages = [
  {
    ReceiptHandle: 'not reached',
    Body: JSON.stringify(event),
    MessageAttributes: {
      RULE_ARN: {
        DataType: 'String',
        StringValue: 'arn:aws:events:eu-west-1:123456789012:rule/cantera-prod-upload-arrived',
      },
      TARGET_ARN: { DataType: 'String', StringValue: `${arnPrefix}:cantera-prod-upload-arrived` },
      ERROR_MESSAGE: { DataType: 'String', StringValue: 'Rate Exceeded' },
    },
  },
  {
    ReceiptHandle: 'not handled',
    Body: JSON.stringify({
      version: '1.0',
      timestamp: '2026-11-22T10:00:00Z',
      requestContext: {
        requestId: '1',
        condition: 'RetriesExhausted',
        approximateInvokeCount: 3,
        functionArn: `${arnPrefix}:cantera-prod-picture-arrived:$LATEST`,
      },
      requestPayload: event,
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      responsePayload: { errorType: 'Error', errorMessage: 'The table is busy' },
    }),
  },
  { ReceiptHandle: 'by hand', Body: 'hola' },
];

function fill(): void {
  sqs.on(GetQueueUrlCommand, { QueueName: 'cantera-prod-undelivered' }).resolves({ QueueUrl: 'queue' });
  sqs.on(ReceiveMessageCommand).resolvesOnce({ Messages: messages }).resolves({});
}

test('sends each event to its function and deletes its message', async () => {
  fill();
  lambda.on(InvokeCommand).resolves({ StatusCode: 202 });
  expect(await redeliver('prod', false, () => {})).toEqual({ sent: 2, unknown: 1 });
  const calls = lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input);
  expect(calls.map(({ FunctionName, InvocationType }) => [FunctionName, InvocationType])).toEqual([
    ['cantera-prod-upload-arrived', 'Event'],
    ['cantera-prod-picture-arrived', 'Event'],
  ]);
  for (const { Payload } of calls) expect(JSON.parse(Buffer.from(Payload as Uint8Array).toString())).toEqual(event);
  const deleted = sqs.commandCalls(DeleteMessageCommand).map(({ args: [{ input }] }) => input.ReceiptHandle);
  expect(deleted).toEqual(['not reached', 'not handled']);
});

test('keeps the message where the function cannot be invoked', async () => {
  fill();
  lambda.on(InvokeCommand).rejects(new Error('Rate Exceeded'));
  await expect(redeliver('prod', false, () => {})).rejects.toThrow('Rate Exceeded');
  expect(sqs.commandCalls(DeleteMessageCommand)).toEqual([]);
});

test('lists messages with reasons in a dry run, without changes', async () => {
  fill();
  const printed: string[] = [];
  await redeliver('prod', true, (line) => printed.push(line));
  expect(printed).toEqual([
    'cantera-prod-upload-arrived: Object Created (Rate Exceeded)',
    'cantera-prod-picture-arrived: Object Created (The table is busy)',
    'not understood: hola',
  ]);
  expect([lambda.calls(), sqs.commandCalls(DeleteMessageCommand)]).toEqual([[], []]);
});
