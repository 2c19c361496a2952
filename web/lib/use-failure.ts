/** The failure state of a page's main query, with automatic retries. */
import { useEffect, useRef } from 'react';
import { isPassing } from './load-errors.ts';

const first = 5_000;
const longest = 60_000;
/** Jitter, so that clients do not retry in step when a server comes back. */
const spread = 0.75 + Math.random() / 2;

/** Delay before the next retry, in milliseconds: exponential backoff with jitter. */
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
 * The last error until data arrives, also during a retry. Transient failures are retried with growing delays and as
 * soon as the page becomes visible again. (providers.tsx retries failed queries when the network returns.)
 */
export function useFailure({ data, error, isFetching, errorUpdateCount, refetch }: Asked): Error | undefined {
  const last = useRef<Error>(undefined);
  // Another item was requested, and it has not failed yet.
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
