import { log } from '../observability/log.ts';

/**
 * Logs one line per request: user, route, status, duration. Never a header, query, body or token. `startedAt` is a
 * `performance.now()` value.
 */
export function logRequest(route: string, status: number | undefined, startedAt: number, user?: string): void {
  log('info', 'request', { route, status, ms: Math.round(performance.now() - startedAt), user });
}
