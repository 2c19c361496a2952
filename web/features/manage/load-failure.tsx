/** What an edit screen shows when its item could not be loaded: gone for good, or worth another try. */
import { ApiError, errorText } from '../../lib/api.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';

export function LoadFailure({
  error,
  missing,
  text,
  fallback,
  onRetry,
  list,
}: {
  error: unknown;
  /** What a missing item is called: 'VOD no encontrado'. */
  missing: string;
  /** Said of a missing item. */
  text?: string;
  /** Said of any other failure that the server does not explain. */
  fallback?: string;
  onRetry: () => void;
  /** The way on when the item is gone. */
  list?: { to: string; text: string };
}) {
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <ErrorState
      heading
      title={gone ? missing : 'No se ha podido cargar'}
      message={gone ? (text ?? 'Puede que alguien lo haya eliminado.') : errorText(error, fallback)}
      onRetry={onRetry}
      action={gone && list && <LinkButton to={list.to}>{list.text}</LinkButton>}
    />
  );
}
