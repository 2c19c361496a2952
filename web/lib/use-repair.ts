/**
 * Fetches the queries that failed to load again, all together: by itself after growing delays and when the page becomes
 * visible again, and when the user asks for it. providers.tsx refetches when the network returns.
 */
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isTransient } from './load-errors.ts';

const firstDelayMs = 5_000;
const maxDelayMs = 60_000;
/** Random factor, so that clients do not retry in step when a server comes back. */
const jitter = 0.75 + Math.random() / 2;

/** Returns the milliseconds before the next retry, which grow with the failures. */
export const getRetryDelay = (failures: number): number =>
  Math.round(jitter * Math.min(maxDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1)));

/** Repairs what has failed on the page while `error` is on the screen; a final error only on demand. */
export function useRepair(error: unknown) {
  const queries = useQueryClient();
  const [failures, setFailures] = useState(1);
  const [isRepairing, setRepairing] = useState(false);
  const isAutomatic = isTransient(error);
  useEffect(() => {
    if (!isAutomatic) return;
    const retry = () => {
      if (!document.hidden) repairAll(queries, isTransient).then(() => setFailures((count) => count + 1));
    };
    const timer = setTimeout(retry, getRetryDelay(failures));
    document.addEventListener('visibilitychange', retry);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', retry);
    };
  }, [isAutomatic, failures, queries]);
  const repair = () => {
    setRepairing(true);
    repairAll(queries).finally(() => setRepairing(false));
  };
  return { isAutomatic, isRepairing, repair };
}

const repairing = new WeakMap<Query, Promise<void>>();

/** Several failures on the page share the attempts that are under way. */
async function repairAll(queries: QueryClient, isWanted: (error: unknown) => boolean = () => true): Promise<void> {
  const failed = queries.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state, options }) =>
      // Queries without retries poll by themselves, or have effects.
      state.status === 'error' && state.data === undefined && options.retry !== false && isWanted(state.error),
  });
  await Promise.all(
    failed.map((query) => {
      const attempt = repairing.get(query) ?? repairQuery(queries, query).finally(() => repairing.delete(query));
      repairing.set(query, attempt);
      return attempt;
    }),
  );
}

/** Keeps the error on the screen until the answer arrives; the library's refetch would first show a query as pending. */
async function repairQuery(queries: QueryClient, query: Query): Promise<void> {
  const { queryFn, queryKey, meta } = query.options;
  // A query of several pages needs the library's own fetch.
  if (typeof queryFn !== 'function' || !queryKey || query.queryType)
    return void (await query.fetch().catch(() => undefined));
  const { errorUpdatedAt } = query.state;
  // Another fetch may have settled the query meanwhile.
  const isSame = () => query.state.status === 'error' && query.state.errorUpdatedAt === errorUpdatedAt;
  try {
    const data = await queryFn({ client: queries, queryKey, meta, signal: new AbortController().signal });
    if (isSame()) query.setData(data);
  } catch (error) {
    // The same failure again changes nothing, so that screen readers do not repeat it.
    if (isSame() && String(error) !== String(query.state.error)) query.setState({ error: error as Error });
  }
}
