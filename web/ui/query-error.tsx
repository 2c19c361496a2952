/** The error of a failed query, with a button that sends the query again. */
import { errorText } from '../lib/api.ts';
import { ErrorState } from './empty-state.tsx';

export function QueryError({
  query: { error, refetch },
  heading,
}: {
  query: { error: unknown; refetch: () => unknown };
  /** Renders the title as h1 when the error replaces the whole page. */
  heading?: boolean;
}) {
  return <ErrorState heading={heading} message={errorText(error)} onRetry={() => refetch()} />;
}
