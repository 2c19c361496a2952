/** Responses: the JSON envelope, caching headers and ETags, and the mapping from errors to responses. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ApiError, type ErrorCode, errors } from '../../../shared/contract/errors.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import type { AnyRequest, RawResponse } from './request.ts';

export const toResponse = async (
  endpoint: Endpoint,
  request: AnyRequest,
  answer: RawResponse | Record<string, unknown>,
): Promise<APIGatewayProxyStructuredResultV2> =>
  endpoint.produces
    ? respondRaw(request, answer as RawResponse)
    : wrapAnswer(endpoint, request, answer as Record<string, unknown>);

/** Every error becomes `{ code, message }`; anything but an ApiError is logged and answered with 500. */
export function respondToError(error: unknown, route: string): APIGatewayProxyStructuredResultV2 {
  if (error instanceof ApiError) return respondError(error.code, error.message, error.headers);
  log('error', 'unexpected', { route, error: error instanceof Error ? error.stack : String(error) });
  const busy = isBusy(error);
  measure(busy ? 'RequestsBusy' : 'RequestsFailed', 1, { route });
  return respondError(busy ? 'REQ5030' : 'REQ5000');
}

export function respondError(
  code: ErrorCode,
  message: string = errors[code].message,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: errors[code].status,
    headers: { ...jsonHeaders, 'cache-control': 'no-store', ...headers },
    body: JSON.stringify({ code, message }),
  };
}

function wrapAnswer(
  endpoint: Endpoint,
  { caller, headers: asked }: AnyRequest,
  answer: Record<string, unknown>,
): APIGatewayProxyStructuredResultV2 {
  const { data, message = 'OK', cookies, ...rest } = answer;
  const body = JSON.stringify({
    // The schema also filters: attributes that it lacks never leave the server.
    ...(endpoint.data ? { data: endpoint.data.parse(data) } : {}),
    ...(endpoint.extra ? endpoint.extra.parse(rest) : {}),
    message,
  });
  const isPrivate = asked.authorization !== undefined;
  const headers: Record<string, string> = { ...jsonHeaders, 'cache-control': chooseCacheControl(endpoint, isPrivate) };
  if (!endpoint.cache || caller) {
    const set = cookies as string[] | undefined;
    return { statusCode: endpoint.status ?? 200, headers, body, ...(set && { cookies: set }) };
  }

  headers.etag = toEtag(body);
  const whole = { statusCode: 200, headers, body };
  return isUnchanged(asked['if-none-match'], whole) ? { statusCode: 304, headers } : whole;
}

export const toEtag = (body: string) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** True if the client's ETags include this response. */
export function isUnchanged(etags: string | undefined, { headers }: APIGatewayProxyStructuredResultV2): boolean {
  return etags !== undefined && typeof headers?.etag === 'string' && etags.includes(headers.etag);
}

/** Shared caches may keep publicly cacheable responses; anything with a token is private. */
function chooseCacheControl({ cache }: Endpoint, isPrivate: boolean): string {
  if (isPrivate || !cache) return 'private, no-store';
  return `public, max-age=${Math.min(cache, 5)}, s-maxage=${cache}`;
}

/**
 * The signed playlist of a whole match is half a megabyte, which gzip reduces to a twentieth. CloudFront compresses
 * only what it caches, and Lambda's limit is 6 MB.
 */
async function respondRaw(
  request: AnyRequest,
  { status, headers, body }: RawResponse,
): Promise<APIGatewayProxyStructuredResultV2> {
  if (typeof body !== 'string' || body.length < 10_000) return toRawResult(status, headers, body);
  const vary = { ...headers, vary: 'Accept-Encoding' };
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return toRawResult(status, vary, body);
  return toRawResult(status, { ...vary, 'content-encoding': 'gzip' }, await gzipText(body, { level: 1 }));
}

const gzipText = promisify<string, ZlibOptions, Buffer>(gzip);

function toRawResult(
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array | undefined,
): APIGatewayProxyStructuredResultV2 {
  const binary = body instanceof Uint8Array;
  return {
    statusCode: status,
    headers: { ...securityHeaders, ...headers },
    body: binary ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded: binary,
  };
}

/** DynamoDB, Cognito and Lambda name throttling differently. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && /Throttl|TooManyRequests|ProvisionedThroughput|LimitExceeded/.test(error.name);
}

const securityHeaders = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' };

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  vary: 'Authorization, Accept-Encoding',
  ...securityHeaders,
};

/**
 * The server's time for a client that takes it for the middle between its request and the answer: the middle of the
 * handling, in milliseconds since the Unix epoch.
 */
export const answerTime = (since: number): number => Math.round((since + Date.now()) / 2);
