/** Clips could reveal a result: while results are hidden, they need a tap. */
import { type ReactNode, useState } from 'react';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { Button } from '../../../ui/button.tsx';

export function ClipsByTap({ children }: { children: ReactNode }) {
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState(false);
  if (!isHidden || revealed) return children;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">Has ocultado los resultados, y los clips podrían contarte cómo acaba.</p>
      <Button kind="secondary" onClick={() => setRevealed(true)}>
        Mostrar clips
      </Button>
    </div>
  );
}
