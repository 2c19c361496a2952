/**
 * The one rule for what failed to load (E-PLAYER-6): only the API's own word that something does not exist says so. What
 * did not answer, or answered that it cannot just now, is asked again by itself.
 */
import { useEffect, useRef } from 'react';
import { ApiError } from './api.ts';

/** The API says that it does not exist. A 404 of somebody on the way, without a code of ours, says nothing of the kind. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.code !== foreign404;

/** No answer, too many questions, a server at fault: it may be over in a moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  ([0, 408, 429].includes(error.status) || error.status >= 500 || error.code === foreign404);

const foreign404 = 'HTTP404';
const first = 5_000;
const longest = 60_000;
/** No two visitors ask in the same rhythm when a server comes back. */
const spread = 0.75 + Math.random() / 2;

/** When what failed so often is asked for again, in milliseconds. */
export const againAfter = (failures: number): number =>
  Math.round(spread * Math.min(longest, first * 2 ** Math.max(0, failures - 1)));

interface Asked {
  data: unknown;
  error: Error | null;
  isFetching: boolean;
  errorUpdateCount: number;
  refetch: () => unknown;
}

/**
 * Why a page has not got what it is about, until it has, also while it is asked for again: what passes by itself is,
 * more and more calmly while somebody looks, and at once when the page is looked at again. (The network's return makes
 * every failed query ask again: providers.tsx.)
 */
export function useFailure({ data, error, isFetching, errorUpdateCount, refetch }: Asked): Error | undefined {
  const last = useRef<Error>(undefined);
  // Another item, of which nothing has failed yet.
  if (data !== undefined || errorUpdateCount === 0) last.current = undefined;
  else if (error) last.current = error;
  const failure = last.current;

  const waits = failure !== undefined && !isFetching && isPassing(failure);
  const ask = useRef(refetch);
  ask.current = refetch;
  useEffect(() => {
    if (!waits) return;
    const again = () => {
      if (!document.hidden) ask.current();
    };
    const timer = setTimeout(again, againAfter(errorUpdateCount));
    document.addEventListener('visibilitychange', again);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [waits, errorUpdateCount]);
  return failure;
}
