/** Explains why the video does not play, and what to do about it. */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import type { PlayerProblem } from './hls-callbacks.ts';

export function ProblemDialog({
  problem,
  requestId,
  onClose,
  onRetry,
  onTakeOver,
}: {
  problem: PlayerProblem;
  requestId?: string | undefined;
  onClose: () => void;
  onRetry: () => Promise<void>;
  onTakeOver?: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>) => () => {
    setBusy(true);
    work().finally(() => setBusy(false));
  };
  return (
    <Dialog
      title="Error al cargar el video"
      onClose={onClose}
      actions={
        <>
          {problem === 'conflict' && onTakeOver && (
            <Button disabled={busy} onClick={run(onTakeOver)}>
              Ver aquí
            </Button>
          )}
          <Button
            kind={problem === 'conflict' && onTakeOver ? 'secondary' : 'primary'}
            busy={busy}
            onClick={run(onRetry)}
          >
            Reintentar
          </Button>
        </>
      }
    >
      <FailureText text={{ markup: texts[problem], reference: requestId }} />
    </Dialog>
  );
}

const texts: Record<PlayerProblem, string> = {
  conflict:
    'Estás viendo un video o un directo en otro dispositivo. Por favor, cierra la sesión en ese dispositivo y vuelve a intentarlo.',
  load: 'Comprueba tu conexión y vuelve a intentarlo en unos segundos.',
};
