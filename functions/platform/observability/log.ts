/** Structured log of the functions: JSON lines with the request id. */
import { currentRequest } from './current-request.ts';

/** Writes a log line; levels below LOG_LEVEL are left out. */
export function log(level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown> = {}): void {
  if (isLogged(level))
    console[level](JSON.stringify({ level, message, requestId: currentRequest.getStore()?.id, ...details }));
}

export const isLogged = (level: 'info' | 'warn' | 'error') =>
  levels.indexOf(level) >= levels.indexOf(process.env.LOG_LEVEL ?? 'info');

const levels = ['info', 'warn', 'error', 'silent'];

/**
 * Logs one line per request: user, route, status, duration. Never a header, query, body or token. `startedAt` is a
 * `performance.now()` value.
 */
export function logRequest(route: string, status: number | undefined, startedAt: number, user?: string): void {
  log('info', 'request', { route, status, ms: Math.round(performance.now() - startedAt), user });
}
