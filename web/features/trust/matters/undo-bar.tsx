/**
 * Offers to undo a decision until both sides are notified. Takes the focus, because the decision's buttons are gone.
 */
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

export function UndoBar({ until, busy, onUndo }: { until: string; busy: boolean; onUndo: () => void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(until) - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (isOver) return <p role="status">Decisión tomada. La estamos comunicando a las dos partes.</p>;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-sm bg-raised p-3">
      <p className="mr-auto">Decisión tomada. En unos segundos la comunicaremos a las dos partes.</p>
      <Button kind="secondary" busy={busy} autoFocus onClick={onUndo}>
        Deshacer
      </Button>
    </div>
  );
}
