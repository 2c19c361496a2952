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
