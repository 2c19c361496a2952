/** Replaces a page or a part of one that failed to load; it loads again by itself, or by one press, with all others. */
import { errorText } from '../lib/api.ts';
import { useRepair } from '../lib/use-repair.ts';
import { Button } from './button.tsx';
import { ErrorState } from './empty-state.tsx';

interface Props {
  error: unknown;
  title?: string | undefined;
  /** Text for failures without a message of the server. */
  fallback?: string | undefined;
  /** Renders the title as h1, where the failure replaces the whole page. */
  heading?: boolean;
}

export function LoadFailure({ error, title, fallback, heading }: Props) {
  const { isAutomatic, isRepairing, repair } = useRepair(error);
  return (
    <>
      <ErrorState
        heading={heading}
        title={title}
        message={errorText(error, fallback)}
        action={
          <Button kind="secondary" icon="refresh" busy={isRepairing} onClick={repair}>
            Reintentar
          </Button>
        }
      />
      {isAutomatic && (
        <p className="-mt-10 pb-14 text-center text-small text-muted">Lo intentamos de nuevo en cuanto se pueda.</p>
      )}
    </>
  );
}
