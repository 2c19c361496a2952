/** Logs one line per request: user, route, status, duration. Never a header, query, body or token. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { log } from '../observability/log.ts';
import { findState } from './request-state.ts';

export function requestLog(): MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2> {
  const startedAt = new WeakMap<object, number>();
  const write = (request: { event: APIGatewayProxyEventV2; context: object; response: unknown; error?: unknown }) => {
    const state = findState(request.context as Parameters<typeof findState>[0]);
    const answer = request.response as APIGatewayProxyStructuredResultV2 | undefined;
    const { routeKey } = request.event;
    const since = startedAt.get(request.event) ?? performance.now();
    logRequest(routeKey, answer?.statusCode ?? 500, since, state?.request.caller?.user.id);
  };
  return {
    before: ({ event }) => {
      startedAt.set(event, performance.now());
    },
    after: write,
    onError: write,
  };
}

/** `startedAt` is a `performance.now()` value. */
export function logRequest(route: string, status: number | undefined, startedAt: number, user?: string): void {
  log('info', 'request', { route, status, ms: Math.round(performance.now() - startedAt), user });
}
