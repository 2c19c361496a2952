/** CORS of the HTTP API: preflight requests never reach a function, and the API's settings replace the function's headers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiCors } from '../../api-cors.ts';

export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && Boolean(headers.origin && headers['access-control-request-method']);
}

export function answerPreflight(response: ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-methods': apiCors.allowMethods.join(','),
      'access-control-allow-headers': apiCors.allowHeaders.join(','),
      'access-control-max-age': String(apiCors.maxAge),
    })
    .end();
}

export function setCorsHeaders({ headers }: IncomingMessage, response: ServerResponse): void {
  if (!headers.origin) return;
  response.setHeader('access-control-allow-origin', apiCors.allowOrigins.join());
  response.setHeader('access-control-expose-headers', apiCors.exposeHeaders.join(','));
}
