/** CORS of a bucket to which pages of every origin upload, with any headers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../wire/http-server.ts';

export interface CorsRule {
  allowedMethods: string[];
  exposedHeaders: string[];
}

/** Answers a preflight request, which needs no signature. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse, rule?: CorsRule): void {
  if (!isAllowed(headers.origin, String(headers['access-control-request-method']), rule))
    throw new ServiceError('AccessForbidden', 'CORSResponse: This CORS request is not allowed.', 403);
  setHeaders(response, rule);
  const requestedHeaders = headers['access-control-request-headers'];
  if (requestedHeaders) response.setHeader('access-control-allow-headers', requestedHeaders);
  response.writeHead(200).end();
}

/** Sets the CORS headers of an actual request that the rule allows, also on errors. */
export function setCorsHeaders({ headers, method }: IncomingMessage, response: ServerResponse, rule?: CorsRule): void {
  if (isAllowed(headers.origin, String(method), rule)) setHeaders(response, rule);
}

const isAllowed = (origin: string | undefined, method: string, rule?: CorsRule): rule is CorsRule =>
  origin !== undefined && rule?.allowedMethods.includes(method) === true;

function setHeaders(response: ServerResponse, { allowedMethods, exposedHeaders }: CorsRule): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', allowedMethods.join(', '));
  response.setHeader('access-control-expose-headers', exposedHeaders.join(', '));
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
}
