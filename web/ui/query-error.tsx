import { errorText } from '../lib/api.ts';
import { ErrorState } from './empty-state.tsx';

export function QueryError({
  query: { error, refetch },
  heading,
}: {
  query: { error: unknown; refetch: () => unknown };
  /** Renders the title as h1, where the error replaces the whole page. */
  heading?: boolean;
}) {
  return <ErrorState heading={heading} message={errorText(error)} onRetry={() => refetch()} />;
}
