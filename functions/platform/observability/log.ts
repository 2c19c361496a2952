/** The log of the functions: lines of JSON, each with the request that it belongs to. */
import { currentRequest } from './current-request.ts';

/** Structured logging for the whole of the functions; a level below LOG_LEVEL is left out. */
export function log(level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown> = {}): void {
  if (isLogged(level))
    console[level](JSON.stringify({ level, message, requestId: currentRequest.getStore()?.id, ...details }));
}

export const isLogged = (level: 'info' | 'warn' | 'error') =>
  levels.indexOf(level) >= levels.indexOf(process.env.LOG_LEVEL ?? 'info');

const levels = ['info', 'warn', 'error', 'silent'];
