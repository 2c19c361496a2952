/**
 * Invokes Lambda handlers with the service's payload limit and timeout, and without a context, which none reads. Unlike
 * on AWS, invocations share one process, and a handler continues after its timeout.
 */
import { currentFunction } from './permissions.ts';

export { enforceGrants } from './permissions.ts';

export type LambdaHandler<Event, Result> = (event: Event) => Promise<Result>;

export interface LambdaOptions {
  functionName: string;
  /** Milliseconds; Lambda allows at most 15 minutes. */
  timeout?: number;
}

/** A failed invocation, with the service's error type. */
export class LambdaError extends Error {
  readonly type: 'RequestTooLarge' | 'Unhandled' | 'Sandbox.Timedout' | 'Function.ResponseSizeTooLarge';

  constructor(type: LambdaError['type'], message: string, cause?: unknown) {
    super(message, { cause });
    this.type = type;
  }
}

export const maxPayloadBytes = 6 * 1024 ** 2;

export async function invoke<Event, Result>(
  handler: LambdaHandler<Event, Result>,
  event: Event,
  { functionName, timeout = 30_000 }: LambdaOptions,
): Promise<Result> {
  const payload = JSON.stringify(event);
  if (isLonger(payload, maxPayloadBytes))
    throw new LambdaError('RequestTooLarge', `${functionName}: the request is larger than ${maxPayloadBytes} bytes`);
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new LambdaError('Sandbox.Timedout', `${functionName}: timed out after ${timeout / 1000} seconds`));
    }, timeout);
  });
  try {
    const result = await Promise.race([run(handler, JSON.parse(payload), functionName), timedOut]);
    const answer = JSON.stringify(result ?? null);
    // The service accepts 100 bytes more in a response than in a request.
    if (isLonger(answer, maxPayloadBytes + 100))
      throw new LambdaError('Function.ResponseSizeTooLarge', `${functionName}: the answer is larger than 6 MB`);
    return JSON.parse(answer);
  } finally {
    clearTimeout(timer);
  }
}

/** Compares the length in UTF-8. A UTF-16 unit takes at most three bytes, so short texts need no counting. */
const isLonger = (text: string, bytes: number) => text.length * 3 > bytes && Buffer.byteLength(text) > bytes;

async function run<Event, Result>(
  handler: LambdaHandler<Event, Result>,
  event: Event,
  functionName: string,
): Promise<Result> {
  try {
    return await currentFunction.run(functionName, () => handler(event));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new LambdaError('Unhandled', `${functionName}: ${message}`, error);
  }
}
