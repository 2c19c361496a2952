/** Shows a query's data; until there is any, a sign that it loads, or its error with a retry. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.tsx';

interface Props<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error'>;
  fallback: ReactNode;
  children: (data: Data) => ReactNode;
}

export function QueryLoader<Data>({ query: { data, isError, error }, fallback, children }: Props<Data>) {
  // Data on the screen stays when a refetch fails.
  if (data !== undefined) return children(data);
  return isError ? <LoadFailure error={error} /> : fallback;
}
