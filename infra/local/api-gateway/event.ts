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

export function buildEvent(incoming: Incoming): APIGatewayProxyEventV2 {
  const { request, body, query, parameters, routeKey, requestId } = incoming;
  const sourceIp = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const headers = buildHeaders(request, sourceIp);
  const rawPath = decodeURIComponent(incoming.path);
  const host = headers.host ?? 'localhost';
  const now = new Date();
  const asText = isText(headers);
  const cookies = request.headers.cookie?.split(/;\s*/).filter(Boolean);
  const queryStringParameters = parseQuery(query);
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: query,
    ...(cookies && { cookies }),
    headers,
    ...(queryStringParameters && { queryStringParameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split('.')[0] ?? host,
      http: {
        method: String(request.method),
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: toCommonLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    ...(body.length > 0 && { body: body.toString(asText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !asText,
  };
}

/**
 * Joins duplicate headers by commas, omits cookies, which have a field of their own, and adds the forwarding headers.
 */
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

function parseQuery(query: string): Record<string, string> | undefined {
  if (query === '') return undefined;
  const parameters = new Map<string, string>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return parameters.size > 0 ? Object.fromEntries(parameters) : undefined;
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Returns, for example, `12/Mar/2026:19:03:58 +0000`. */
function toCommonLogTime(date: Date): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
