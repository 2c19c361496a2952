/**
 * API Gateway HTTP API emulator (payload format 2.0) with the service's limits: 10 MB requests with 10 KB of headers, 30 s,
 * Lambda's 6 MB. Unsupported: authorizers, throttling, WebSockets, payload format 1.0.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { invoke, LambdaError, type LambdaHandler } from '../lambda/lambda.ts';
import { type Emulator, listenWithManySockets } from '../wire/http-server.ts';
import { answerPreflight, isPreflight, setCorsHeaders } from './cors.ts';
import { buildEvent, type GatewayEvent } from './event.ts';
import { writeResult } from './result.ts';
import { compileRoutes } from './routes.ts';

export type HttpHandler = LambdaHandler<GatewayEvent, APIGatewayProxyStructuredResultV2>;

export interface GatewayRoute {
  /** For example `ANY /clubs/{id}`, or `$default`. */
  routeKey: string;
  handler: HttpHandler;
  /** Name in the Lambda context and in errors; defaults to the route key. */
  functionName?: string;
}

export interface GatewayOptions {
  port?: number;
  routes: GatewayRoute[];
  /** Milliseconds; the service waits at most 30 s. */
  timeout?: number;
}

/**
 * Returns 11 random bytes in the gateway's format, taken from a UUID, because Node buffers randomness only for UUIDs.
 */
const createRequestId = () =>
  `${Buffer.from(randomUUID().replaceAll('-', ''), 'hex').subarray(0, 11).toString('base64url')}=`;

const maxRequestBytes = 10 * 1024 ** 2;

export async function startGateway({ port, routes, timeout = 30_000 }: GatewayOptions) {
  const findRoute = compileRoutes(routes);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The gateway has a request id of its own, apart from Lambda's.
    const requestId = createRequestId();
    response.setHeader('apigw-requestid', requestId);
    if (measureHead(request) > maxHeadBytes) {
      request.resume();
      return sendError(response, 431, 'Request Header Fields Too Large');
    }
    setCorsHeaders(request, response);
    if (isPreflight(request)) return answerPreflight(response);

    const body = await readLimitedBody(request, maxRequestBytes);
    if (!body) return sendError(response, 413, 'Request Entity Too Large');
    const target = request.url ?? '/';
    const mark = target.indexOf('?');
    const [path, query] = mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
    if (!isDecodable(path)) return sendError(response, 400, 'Bad Request');
    const match = findRoute(path);
    if (!match) return sendError(response, 404, 'Not Found');
    const { route, parameters } = match;
    const event = buildEvent({ request, body, path, query, parameters, routeKey: route.routeKey, requestId });
    try {
      const functionName = route.functionName ?? route.routeKey;
      const result = await invoke(route.handler, event, { functionName, timeout });
      writeResult(request, response, result);
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      const type = error instanceof LambdaError ? error.type : undefined;
      if (type === 'RequestTooLarge') return sendError(response, 413, 'Request Entity Too Large');
      console.error(`[gateway] ${route.routeKey}:`, error);
      if (type === 'Sandbox.Timedout') return sendError(response, 503, 'Service Unavailable');
      sendError(response, 500, 'Internal Server Error');
    }
  }

  const emulator: Emulator = await listenWithManySockets((request, response) => {
    answer(request, response).catch((error) => {
      // A client that disconnects while sending is not an error.
      if (!request.destroyed) console.error('[gateway]', error);
      response.destroy();
    });
  }, port);
  return emulator;
}

/** Bytes of the request line and of the headers' values. */
const measureHead = ({ method, url, rawHeaders }: IncomingMessage): number =>
  `${method} ${url} HTTP/1.1`.length + rawHeaders.reduce((sum, text, at) => sum + (at % 2 === 1 ? text.length : 0), 0);

const maxHeadBytes = 10_240;

function sendError(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ message });
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/**
 * Reads the body; undefined where it exceeds `limit`. The rest of an oversized body is read and discarded, so that the
 * client receives the answer.
 */
async function readLimitedBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return emptyBody;
  if (Number(length ?? 0) > limit) {
    request.resume();
    return undefined;
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      chunks.length = 0;
      resolve(undefined);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The request ended early')));
  });
}

const emptyBody = Buffer.alloc(0);

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
