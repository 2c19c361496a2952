/**
 * Classifies load failures. An item does not exist only if the API itself answers with 404. Transient failures are
 * retried automatically (use-failure.ts).
 */
import { ApiError } from './api.ts';

/**
 * True if the API reports the item as missing. A 404 without an API code comes from an intermediary and does not count.
 */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.code !== intermediary404;

/** True after no response, rate limiting or a server error, when a retry may succeed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError &&
  ([0, 408, 429].includes(error.status) || error.status >= 500 || error.code === intermediary404);

const intermediary404 = 'HTTP404';
