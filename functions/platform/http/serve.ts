/**
 * Turns endpoints and handlers into a Lambda handler, as exported by functions/api. Middleware order: log → errors →
 * read → authenticate → authorise → body → validate.
 */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { type Endpoint, type Endpoints, splitKey } from '../../../shared/contract/endpoint.ts';
import { runWithinRequest } from '../observability/current-request.ts';
import { authenticate, authorise } from './authenticate.ts';
import { readBody, readRequest } from './read-request.ts';
import type { Handlers, RawResponse } from './request.ts';
import { requestLog } from './request-log.ts';
import type { RequestState } from './request-state.ts';
import { ResponseCache, type Source } from './response-cache.ts';
import { respondError, respondToErrors, toResponse } from './responses.ts';
import { validate } from './validate.ts';

export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

type AnyHandler = (request: unknown) => Promise<RawResponse | Record<string, unknown>>;

export function serve<const Table extends Endpoints>(endpoints: Table, handlers: Handlers<Table>): HttpHandler {
  return serveCached([], endpoints, handlers);
}

/** Like `serve`, with a response cache for endpoints whose public answers depend on these collections alone. */
export function serveCached<const Table extends Endpoints>(
  sources: readonly Source[],
  endpoints: Table,
  handlers: Handlers<Table>,
): HttpHandler {
  const lookUp = (key: string) => (endpoints as Record<string, Endpoint>)[toGetKey(key)];

  const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use(requestLog())
    .use(respondToErrors())
    .use(readRequest(lookUp))
    .use(authenticate())
    .use(authorise())
    .use(readBody())
    .use(validate())
    .handler(async (event, context) => {
      const state = (context as Context & { state: RequestState }).state;
      const handle = handlers[toGetKey(event.routeKey) as keyof Table] as unknown as AnyHandler;
      return toResponse(state, await handle(state.request));
    });
  const cache = new ResponseCache(sources);
  return async (request, context) => {
    const event = { ...request, routeKey: toEndpointKey(request) };
    const endpoint = lookUp(event.routeKey);
    const isHeadOfJson = event.routeKey.startsWith('HEAD ') && !endpoint?.produces;
    if (!endpoint || isHeadOfJson) return respondMethodNotAllowed(endpoints, event.routeKey);
    return runWithinRequest(event.requestContext.requestId, () =>
      cache.answer(event, endpoint, () => (handler as unknown as HttpHandler)(event, context)),
    );
  };
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
