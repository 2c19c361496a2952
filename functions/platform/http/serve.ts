/** Turns endpoints and handlers into a Lambda handler, as exported by functions/api. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as z from 'zod';
import es from 'zod/v4/locales/es.js';
import { type Endpoint, type Endpoints, splitKey } from '../../../shared/contract/endpoint.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { runWithinRequest } from '../observability/current-request.ts';
import { logRequest } from '../observability/log.ts';
import { authenticate, authorise } from './authenticate.ts';
import { readBody, readRequest } from './read-request.ts';
import type { AnyRequest, Handlers, RawResponse } from './request.ts';
import { ResponseCache, type Source } from './response-cache.ts';
import { respondError, respondToError, toResponse } from './responses.ts';

export type HttpHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

type AnyHandler = (request: AnyRequest) => Promise<RawResponse | Record<string, unknown>>;

export function serve<const Table extends Endpoints>(endpoints: Table, handlers: Handlers<Table>): HttpHandler {
  return serveCached([], endpoints, handlers);
}

/** Like `serve`, with a response cache for endpoints whose public answers depend on these collections alone. */
export function serveCached<const Table extends Endpoints>(
  sources: readonly Source[],
  endpoints: Table,
  handlers: Handlers<Table>,
): HttpHandler {
  const cache = new ResponseCache(sources);
  return async (request) => {
    const event = { ...request, routeKey: toEndpointKey(request) };
    const key = toGetKey(event.routeKey);
    const endpoint = (endpoints as Record<string, Endpoint>)[key];
    const isHeadOfJson = event.routeKey.startsWith('HEAD ') && !endpoint?.produces;
    if (!endpoint || isHeadOfJson) return respondMethodNotAllowed(endpoints, event.routeKey);
    const handle = handlers[key as keyof Table] as unknown as AnyHandler;
    return runWithinRequest(event.requestContext.requestId, () =>
      cache.answer(event, endpoint, () => answer(event, endpoint, handle)),
    );
  };
}

async function answer(
  event: APIGatewayProxyEventV2,
  endpoint: Endpoint,
  handle: AnyHandler,
): Promise<APIGatewayProxyStructuredResultV2> {
  const startedAt = performance.now();
  let request: AnyRequest | undefined;
  let response: APIGatewayProxyStructuredResultV2;
  try {
    request = readRequest(event);
    Object.assign(request, await authenticate(endpoint, request));
    await authorise(endpoint, request, event.routeKey);
    // Read only now: callers without access learn nothing about the expected body, and cause no parsing.
    Object.assign(request, await readBody(event, endpoint));
    Object.assign(request, validate(endpoint, request));
    response = await toResponse(endpoint, request, await handle(request));
  } catch (error) {
    response = respondToError(error, event.routeKey);
  }
  logRequest(event.routeKey, response.statusCode, startedAt, request?.caller?.user.id);
  return response;
}

/** The contract's key of a request; routes accept any method. */
const toEndpointKey = ({ routeKey, requestContext }: APIGatewayProxyEventV2) =>
  routeKey.startsWith('ANY ') ? routeKey.replace('ANY', requestContext.http.method) : routeKey;

function respondMethodNotAllowed(endpoints: Endpoints, routeKey: string): APIGatewayProxyStructuredResultV2 {
  const { path } = splitKey(routeKey);
  const methods = Object.keys(endpoints)
    .map(splitKey)
    .filter((endpoint) => endpoint.path === path);
  return respondError('REQ4050', undefined, { allow: methods.map(({ method }) => method).join(', ') });
}

/**
 * HEAD is answered like GET, without a body, for anything but JSON: some players probe a playlist or picture first.
 */
const toGetKey = (routeKey: string) => routeKey.replace(/^HEAD /, 'GET ');

z.config({
  ...es(),
  // The default message would list our constants, which users do not know, or say that NaN was received.
  customError: ({ code, input }) =>
    code === 'invalid_value' || Number.isNaN(input) ? 'El valor no es válido' : undefined,
});

export const validate = (endpoint: Endpoint, { query, body }: AnyRequest): Pick<AnyRequest, 'query' | 'body'> => ({
  query: check(endpoint.query, query),
  body: check(endpoint.body, body ?? {}),
});

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ApiError('REQ4000', issue ? issue.message : undefined);
}
