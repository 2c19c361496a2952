/**
 * The one rule for what failed to load (E-PLAYER-6): only the API's own word that something does not exist says so. What
 * did not answer, or answered that it cannot just now, is asked again by itself (use-failure.ts).
 */
import { ApiError } from './api.ts';

/** The API says that it does not exist. A 404 of somebody on the way, without a code of ours, says nothing of the kind. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.code !== foreign404;

/** No answer, too many questions, a server at fault: it may be over in a moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  ([0, 408, 429].includes(error.status) || error.status >= 500 || error.code === foreign404);

const foreign404 = 'HTTP404';
