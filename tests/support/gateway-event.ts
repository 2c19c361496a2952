import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ulid } from 'ulid';

export interface Asked {
  /** Key of the contract: 'GET /vods/{id}'. */
  endpoint: string;
  params?: Record<string, string>;
  /** Without the question mark. */
  query?: string;
  headers?: Record<string, string>;
  body?: unknown;
  address?: string;
}

/** The event by which API Gateway passes a request to a function. */
export function toGatewayEvent({
  endpoint,
  params = {},
  query = '',
  headers = {},
  body,
  address = '127.0.0.1',
}: Asked): APIGatewayProxyEventV2 {
  const [method = 'GET', template = '/'] = endpoint.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const event = {
    routeKey: endpoint,
    rawPath: path,
    rawQueryString: query,
    pathParameters: params,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: { requestId: ulid(), http: { method, path, sourceIp: address } },
  };
  return event as unknown as APIGatewayProxyEventV2;
}
