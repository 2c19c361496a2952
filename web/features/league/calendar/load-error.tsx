import { errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';

export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="my-4 flex flex-wrap items-center gap-3 rounded-md border border-danger px-4 py-2">
      <p className="mr-auto py-2 text-small font-medium">
        Error: <FailureText text={errorText(error)} />
      </p>
      <Button kind="secondary" size="small" icon="refresh" onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  );
}
