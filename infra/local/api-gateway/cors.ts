/**
 * CORS of an HTTP API: preflight requests never reach a function, and the API's settings replace the function's
 * headers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Has the shape of CDK's `corsPreflight`; each list may be `['*']`. */
export interface HttpCors {
  allowOrigins: string[];
  allowMethods: string[];
  allowHeaders: string[];
  exposeHeaders?: string[];
  /** Seconds. */
  maxAge?: number;
}

export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && Boolean(headers.origin && headers['access-control-request-method']);
}

/** Always answers 204; an origin that is not allowed gets no CORS headers. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse, cors: HttpCors): void {
  const headers = createCorsHeaders(request, cors);
  if (headers.length > 0) {
    headers.push(['access-control-allow-methods', cors.allowMethods.join(',')]);
    headers.push(['access-control-allow-headers', cors.allowHeaders.join(',')]);
    if (cors.maxAge !== undefined) headers.push(['access-control-max-age', String(cors.maxAge)]);
  }
  for (const [name, value] of headers) response.setHeader(name, value);
  response.writeHead(204).end();
}

export function createCorsHeaders({ headers }: IncomingMessage, cors: HttpCors | undefined): [string, string][] {
  if (!cors || !headers.origin) return [];
  const isAnyOrigin = cors.allowOrigins.includes('*');
  if (!isAnyOrigin && !cors.allowOrigins.includes(headers.origin)) return [];
  const answer: [string, string][] = [['access-control-allow-origin', isAnyOrigin ? '*' : headers.origin]];
  if (!isAnyOrigin) answer.push(['vary', 'origin']);
  if (cors.exposeHeaders) answer.push(['access-control-expose-headers', cors.exposeHeaders.join(',')]);
  return answer;
}
