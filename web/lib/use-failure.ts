/** The failure of a page's main query, which is retried automatically. */
import { useEffect, useRef } from 'react';
import { isTransient } from './load-errors.ts';

const firstDelayMs = 5_000;
const maxDelayMs = 60_000;
/** Random factor, so that clients do not retry in step when a server comes back. */
const jitter = 0.75 + Math.random() / 2;

/** Returns the milliseconds before the next retry, which grow with the failures. */
export const getRetryDelay = (failures: number): number =>
  Math.round(jitter * Math.min(maxDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1)));

interface FailableQuery {
  data: unknown;
  error: Error | null;
  isFetching: boolean;
  errorUpdateCount: number;
  refetch: () => unknown;
}

/**
 * Returns the last error until data arrives, also during a retry. Transient failures are retried after growing delays,
 * and when the page becomes visible again. providers.tsx retries when the network returns.
 */
export function useFailure({ data, error, isFetching, errorUpdateCount, refetch }: FailableQuery): Error | undefined {
  const last = useRef<Error>(undefined);
  // Without data and without a failure, another item was requested.
  if (data !== undefined || errorUpdateCount === 0) last.current = undefined;
  else if (error) last.current = error;
  const failure = last.current;

  const shouldRetry = failure !== undefined && !isFetching && isTransient(failure);
  const latestRefetch = useRef(refetch);
  latestRefetch.current = refetch;
  useEffect(() => {
    if (!shouldRetry) return;
    const retry = () => {
      if (!document.hidden) latestRefetch.current();
    };
    const timer = setTimeout(retry, getRetryDelay(errorUpdateCount));
    document.addEventListener('visibilitychange', retry);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', retry);
    };
  }, [shouldRetry, errorUpdateCount]);
  return failure;
}
