/** CORS rules of a bucket in the shape of CDK's `s3.CorsRule`, for the stacks and this emulator. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../wire/http-server.ts';

export interface CorsRule {
  /** Each is exact, or contains one `*`. */
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders?: string[];
  exposedHeaders?: string[];
  /** Seconds. */
  maxAge?: number;
}

/** Answers a preflight request, which needs no signature. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse, rules: CorsRule[]): void {
  const method = String(request.headers['access-control-request-method'] ?? '');
  const requestedHeaders = String(request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  const rule = rules.find(
    (one) =>
      isAllowedBy(one, request.headers.origin, method) &&
      requestedHeaders.every((name) =>
        one.allowedHeaders?.some((pattern) => matchesWildcard(pattern.toLowerCase(), name)),
      ),
  );
  if (!rule) throw new ServiceError('AccessForbidden', 'CORSResponse: This CORS request is not allowed.', 403);
  setHeaders(response, rule, String(request.headers.origin));
  if (requestedHeaders.length > 0) response.setHeader('access-control-allow-headers', requestedHeaders.join(', '));
  if (rule.maxAge !== undefined) response.setHeader('access-control-max-age', rule.maxAge);
  response.writeHead(200).end();
}

/** Sets the CORS headers of an actual request that a rule allows, also on errors. */
export function setCorsHeaders(request: IncomingMessage, response: ServerResponse, rules: CorsRule[]): void {
  const rule = rules.find((one) => isAllowedBy(one, request.headers.origin, String(request.method)));
  if (rule) setHeaders(response, rule, String(request.headers.origin));
}

function isAllowedBy(rule: CorsRule, origin: string | undefined, method: string): boolean {
  return (
    origin !== undefined &&
    rule.allowedMethods.includes(method) &&
    rule.allowedOrigins.some((pattern) => matchesWildcard(pattern, origin))
  );
}

function setHeaders(response: ServerResponse, rule: CorsRule, origin: string): void {
  const isAnyOrigin = rule.allowedOrigins.includes('*');
  response.setHeader('access-control-allow-origin', isAnyOrigin ? '*' : origin);
  response.setHeader('access-control-allow-methods', rule.allowedMethods.join(', '));
  if (!isAnyOrigin) response.setHeader('access-control-allow-credentials', 'true');
  if (rule.exposedHeaders) response.setHeader('access-control-expose-headers', rule.exposedHeaders.join(', '));
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
}

function matchesWildcard(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}
