/** Why the video does not play, and what to do about it (V-PLAY-4, V-PLAY-5). */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { PlayerProblem } from './attach-hls.ts';

export function ProblemDialog({
  problem,
  onClose,
  onRetry,
  onTakeOver,
}: {
  problem: PlayerProblem;
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
            <Button kind="secondary" disabled={busy} onClick={run(onTakeOver)}>
              Ver aquí
            </Button>
          )}
          <Button busy={busy} onClick={run(onRetry)}>
            Reintentar
          </Button>
        </>
      }
    >
      {texts[problem]}
    </Dialog>
  );
}

const texts: Record<PlayerProblem, string> = {
  conflict:
    'Estás viendo un video o un directo en otro dispositivo. Por favor, cierra la sesión en ese dispositivo y vuelve a intentarlo.',
  load: 'Comprueba tu conexión y vuelve a intentarlo en unos segundos.',
};
