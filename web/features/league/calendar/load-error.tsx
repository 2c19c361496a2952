/** `LoadFailure` as one line, above a calendar that keeps its place. */
import { errorText } from '../../../lib/api.ts';
import { useRepair } from '../../../lib/use-repair.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';

export function LoadError({ error }: { error: unknown }) {
  const { isRepairing, repair } = useRepair(error);
  return (
    <div role="alert" className="my-4 flex flex-wrap items-center gap-3 rounded-md border border-danger px-4 py-2">
      <p className="mr-auto py-2 text-small font-medium">
        Error: <FailureText text={errorText(error)} />
      </p>
      <Button kind="secondary" size="small" icon="refresh" busy={isRepairing} onClick={repair}>
        Reintentar
      </Button>
    </div>
  );
}
