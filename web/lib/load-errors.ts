/** Classifies load failures. Transient ones are retried automatically (use-repair.ts). */
import { ApiError } from './api.ts';

/**
 * Returns true if the API reports the item as missing. A 404 without one of its codes comes from a server in between,
 * and does not count.
 */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.code !== intermediary404;

/** Returns true after no response, rate limiting or a server error, when another attempt may succeed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError &&
  ([0, 408, 429].includes(error.status) || error.status >= 500 || error.code === intermediary404);

const intermediary404 = 'HTTP404';
