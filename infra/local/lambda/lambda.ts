/**
 * Runs a Lambda handler as the service does: event and answer are plain JSON of at most 6 MB, the clock runs out, and
 * a context says how much of it is left. Unlike the service, invocations of one function share one process and may
 * overlap; a handler that runs out of time is abandoned, not killed.
 */
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { runningFunction } from './permissions.ts';

export { enforceGrants } from './permissions.ts';

export type LambdaHandler<Event, Result> = (event: Event, context: Context) => Promise<Result>;

export interface LambdaOptions {
  functionName: string;
  /** Milliseconds; Lambda allows at most 15 minutes. */
  timeout?: number;
  requestId?: string;
}

/** What the caller of a function sees when it fails, by the service's own error types. */
export class LambdaError extends Error {
  readonly type: 'RequestTooLarge' | 'Unhandled' | 'Sandbox.Timedout' | 'Function.ResponseSizeTooLarge';

  constructor(type: LambdaError['type'], message: string, cause?: unknown) {
    super(message, { cause });
    this.type = type;
  }
}

export const payloadLimit = 6 * 1024 ** 2;

export async function invoke<Event, Result>(
  handler: LambdaHandler<Event, Result>,
  event: Event,
  { functionName, timeout = 30_000, requestId = randomUUID() }: LambdaOptions,
): Promise<Result> {
  const payload = JSON.stringify(event);
  if (isLonger(payload, payloadLimit)) {
    throw new LambdaError('RequestTooLarge', `${functionName}: the request is larger than ${payloadLimit} bytes`);
  }
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new LambdaError('Sandbox.Timedout', `${functionName}: timed out after ${timeout / 1000} seconds`));
    }, timeout);
  });
  try {
    const result = await Promise.race([
      run(handler, JSON.parse(payload), makeContext(functionName, requestId, Date.now() + timeout)),
      timedOut,
    ]);
    const answer = JSON.stringify(result ?? null);
    // The service grants answers 100 bytes more than requests.
    if (isLonger(answer, payloadLimit + 100)) {
      throw new LambdaError('Function.ResponseSizeTooLarge', `${functionName}: the answer is larger than 6 MB`);
    }
    return JSON.parse(answer);
  } finally {
    clearTimeout(timer);
  }
}

/** In bytes, which are at most three for each unit of a text: nearly always its length says enough. */
const isLonger = (text: string, bytes: number) => text.length * 3 > bytes && Buffer.byteLength(text) > bytes;

async function run<Event, Result>(
  handler: LambdaHandler<Event, Result>,
  event: Event,
  context: Context,
): Promise<Result> {
  try {
    return await runningFunction.run(context.functionName, () => handler(event, context));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new LambdaError('Unhandled', `${context.functionName}: ${message}`, error);
  }
}

function makeContext(functionName: string, awsRequestId: string, deadline: number): Context {
  const old = () => {
    throw new Error('Answer with a promise: callbacks are gone from this runtime.');
  };
  return {
    functionName,
    awsRequestId,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${process.env.AWS_REGION ?? 'eu-west-1'}:000000000000:function:${functionName}`,
    memoryLimitInMB: '1024',
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(deadline - Date.now(), 0),
    done: old,
    fail: old,
    succeed: old,
  };
}
