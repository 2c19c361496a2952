/** Shows a query's data; before the first, a sign that it loads, or its error with a retry. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../lib/api.ts';
import { ErrorState } from './empty-state.tsx';

export function Loaded<Data>({
  query: { data, isError, error, refetch },
  waiting,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error' | 'refetch'>;
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  // Data on the screen stay when a refetch fails.
  if (data !== undefined) return children(data);
  return isError ? <ErrorState message={errorText(error)} onRetry={() => refetch()} /> : waiting;
}
