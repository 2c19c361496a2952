/** Shows a query's data; until there is any, a sign that it loads, or its error with a retry. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryError } from './query-error.tsx';

export function QueryLoader<Data>({
  query: { data, isError, error, refetch },
  fallback,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error' | 'refetch'>;
  fallback: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  // Data on the screen stays when a refetch fails.
  if (data !== undefined) return children(data);
  return isError ? <QueryError query={{ error, refetch }} /> : fallback;
}
