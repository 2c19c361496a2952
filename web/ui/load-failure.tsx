/** Replaces a page whose data failed to load; the query is retried automatically (lib/load-errors.ts). */
import { errorText } from '../lib/api.ts';
import { isTransient } from '../lib/load-errors.ts';
import { Button } from './button.tsx';
import { ErrorState } from './empty-state.tsx';

export function LoadFailure({
  error,
  query: { isFetching, refetch },
}: {
  error: Error;
  query: { isFetching: boolean; refetch: () => unknown };
}) {
  return (
    <>
      <ErrorState
        heading
        message={errorText(error)}
        action={
          <Button kind="secondary" icon="refresh" busy={isFetching} onClick={() => refetch()}>
            Reintentar
          </Button>
        }
      />
      {isTransient(error) && (
        <p className="-mt-10 pb-14 text-center text-small text-muted">Lo intentamos de nuevo en cuanto se pueda.</p>
      )}
    </>
  );
}
