/**
 * Converts a request to payload format 2.0, with a decoded path and an undecoded query.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export interface Incoming {
  request: IncomingMessage;
  body: Buffer;
  /** Percent-encoded as sent. */
  path: string;
  query: string;
  parameters: Record<string, string>;
  routeKey: string;
  requestId: string;
}

/** The fields that the product reads; without the others, code that begins to read one fails here first. */
export interface GatewayEvent
  extends Pick<
    APIGatewayProxyEventV2,
    'routeKey' | 'rawPath' | 'rawQueryString' | 'headers' | 'pathParameters' | 'body' | 'isBase64Encoded'
  > {
  requestContext: { requestId: string; http: { method: string; sourceIp: string } };
}

export function buildEvent(incoming: Incoming): GatewayEvent {
  const { request, body, path, query, parameters, routeKey, requestId } = incoming;
  const sourceIp = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const headers = buildHeaders(request, sourceIp);
  const asText = isText(headers);
  return {
    routeKey,
    rawPath: decodeURIComponent(path),
    rawQueryString: query,
    headers,
    requestContext: { requestId, http: { method: String(request.method), sourceIp } },
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    ...(body.length > 0 && { body: body.toString(asText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !asText,
  };
}

/** Joins duplicate headers by commas, omits cookies, which are no header here, and adds the forwarding headers. */
function buildHeaders(request: IncomingMessage, sourceIp: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === 'cookie') continue;
    headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  const forwardedFor = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = forwardedFor ? `${forwardedFor}, ${sourceIp}` : sourceIp;
  headers['x-forwarded-port'] ??= String(request.socket.localPort ?? '');
  headers['x-forwarded-proto'] ??= 'http';
  headers['content-length'] ??= '0';
  return headers;
}

/**
 * Returns whether the body arrives as text; all others, such as forms and bodies without a type, arrive in base64
 * (measured).
 */
function isText(headers: Record<string, string>): boolean {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const isIdentity = (headers['content-encoding'] ?? 'identity') === 'identity';
  return isIdentity && /^(text\/.+|application\/(json|xml|javascript))$/.test(type.trim());
}
