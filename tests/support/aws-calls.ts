/** Calls a warm function in this process and counts the AWS calls of one request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from '@smithy/core/client';
import { ulid } from 'ulid';

export interface WarmAnswer {
  statusCode: number;
  body?: string;
  /** Names of the SDK commands in the order in which they were sent. */
  calls: string[];
}

interface WarmRequest {
  /** Key of the contract: 'GET /vods/{id}'. */
  endpoint: string;
  params?: Record<string, string>;
  /** Without the question mark. */
  query?: string;
  headers?: Record<string, string>;
  body?: unknown;
  address?: string;
}

/**
 * Calls the function. Counts only this request's AWS calls, because other functions run in the same process. Fault
 * injection (`FAULTS`) adds retries.
 */
export async function callWarm(handler: unknown, asked: WarmRequest): Promise<WarmAnswer> {
  const { endpoint, params = {}, query = '', headers = {}, body, address = '127.0.0.1' } = asked;
  const [method = 'GET', template = '/'] = endpoint.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const request = {
    routeKey: endpoint,
    rawPath: path,
    rawQueryString: query,
    pathParameters: params,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body), isBase64Encoded: false }),
    requestContext: { requestId: ulid(), http: { method, path, sourceIp: address } },
  };
  const serve = handler as (event: object) => Promise<Omit<WarmAnswer, 'calls'>>;
  const calls: string[] = [];
  return { ...(await currentCalls.run(calls, () => serve(request))), calls };
}

const currentCalls = new AsyncLocalStorage<string[]>();
const send = Client.prototype.send as (...args: unknown[]) => unknown;
// The client is patched for the life of the worker, because calls may overlap.
Client.prototype.send = function (this: unknown, ...args: unknown[]) {
  currentCalls.getStore()?.push((args[0] as object).constructor.name);
  return send.apply(this, args);
} as typeof Client.prototype.send;
