/** Turns API Gateway's event into params, query and body. Nothing is trusted yet. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { bypassesEdge, readViewerAddress } from './edge.ts';
import { readForm } from './form.ts';
import type { AnyRequest } from './request.ts';

/** Reads everything but the body. */
export function readRequest(event: APIGatewayProxyEventV2): AnyRequest {
  if (bypassesEdge(event)) throw new ApiError('SSN4030');
  return {
    params: readParams(event),
    query: readQuery(event.rawQueryString),
    body: undefined,
    files: {},
    rawBody: '',
    headers: event.headers,
    caller: undefined,
    link: undefined,
    now: Date.now(),
    address: readViewerAddress(event),
  };
}

/** Ids and slugs are short and plain; an item with any other value cannot exist. */
function readParams(event: APIGatewayProxyEventV2): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(event.pathParameters ?? {})) {
    if (value === undefined || !/^[\w.-]{1,128}$/.test(value)) throw new ApiError('REQ4040');
    params[name] = value;
  }
  return params;
}

/** `name[]=a&name[]=b` becomes `{ name: ['a', 'b'] }`; the last value of a repeated plain name wins. */
function readQuery(raw: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  const search = new URLSearchParams(raw);
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    if (name.endsWith('[]')) query[name.slice(0, -2)] = values;
    else query[name] = values[values.length - 1] ?? '';
  }
  return query;
}

export async function readBody(
  event: APIGatewayProxyEventV2,
  endpoint: Endpoint,
): Promise<Partial<Pick<AnyRequest, 'body' | 'files' | 'rawBody'>>> {
  if (!endpoint.body && !endpoint.files && !endpoint.rawBody) return {};
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (endpoint.rawBody) return { rawBody: bytes.toString('utf8') };
  const type = (event.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'multipart/form-data') {
    if (!endpoint.files) throw new ApiError('REQ4150');
    return readForm(bytes, event.headers['content-type'] ?? '', endpoint.files);
  }
  if (!endpoint.body) throw new ApiError('REQ4150');
  if (bytes.length === 0) return { body: undefined };
  if (type !== 'application/json') throw new ApiError('REQ4150');
  try {
    return { body: JSON.parse(bytes.toString('utf8'), requireWellFormed) as unknown };
  } catch {
    throw new ApiError('REQ4001');
  }
}

/** Rejects unpaired surrogates, which JSON escapes can spell and DynamoDB rejects. */
function requireWellFormed(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('ill-formed text');
  return value;
}
