/** Says that the item of an objection is still in view, and hides it for its writer. */
import type { ErrorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureLine } from '../../../ui/failure-line.tsx';

export function HideNow({ busy, error, onHide }: { busy: boolean; error: ErrorText | undefined; onHide: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-sm border border-line-strong p-4">
      <p className="font-semibold text-text!">Sigue a la vista.</p>
      <p>Si se reconoce a un menor, puedes ocultarlo ahora mismo. Lo revisaremos después.</p>
      <Button kind="danger" busy={busy} onClick={onHide}>
        Ocultarlo ya
      </Button>
      <FailureLine className="text-danger!" text={error} />
    </div>
  );
}
