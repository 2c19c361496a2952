/** Calls a warm function in this process and counts the AWS calls of one request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from '@smithy/core/client';
import { type Asked, toGatewayEvent } from './gateway-event.ts';

export interface WarmAnswer {
  statusCode: number;
  body?: string;
  /** Names of the SDK commands in the order in which they were sent. */
  calls: string[];
}

/**
 * Calls the function. Counts only this request's AWS calls, because other functions run in the same process. Fault
 * injection (`FAULTS`) adds retries.
 */
export async function callWarm(handler: unknown, asked: Asked): Promise<WarmAnswer> {
  const serve = handler as (event: object) => Promise<Omit<WarmAnswer, 'calls'>>;
  const calls: string[] = [];
  return { ...(await currentCalls.run(calls, () => serve(toGatewayEvent(asked)))), calls };
}

const currentCalls = new AsyncLocalStorage<string[]>();
const send = Client.prototype.send as (...args: unknown[]) => unknown;
// The client is patched for the life of the worker, because calls may overlap.
Client.prototype.send = function (this: unknown, ...args: unknown[]) {
  currentCalls.getStore()?.push((args[0] as object).constructor.name);
  return send.apply(this, args);
} as typeof Client.prototype.send;
