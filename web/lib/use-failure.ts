/** Why a page has not got what it is about, and asking for it again meanwhile (E-PLAYER-6). */
import { useEffect, useRef } from 'react';
import { isPassing } from './failure.ts';

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
