/** Encrypts a video again, with a new key; a failed one is processed again. */

import type { MediaStatus } from '../../../../shared/contract/schema.ts';
import type { Resource } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/form-layout.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { isProcessing } from './processing-status.ts';

export function Regenerate({
  status,
  playsRecording = false,
  isImproving = false,
  send,
  staleKeys,
}: {
  status: MediaStatus;
  /** True if the video plays from the files that IVS recorded. */
  playsRecording?: boolean | undefined;
  isImproving?: boolean | undefined;
  send: () => Promise<unknown>;
  staleKeys: readonly Resource[];
}) {
  const regeneration = useAct({
    send,
    failure: 'Error al regenerar los segmentos',
    stale: staleKeys,
    onDone: () =>
      toast.success('Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.', {
        duration: 4000,
      }),
  });
  return (
    <Panel title="Segmentos cifrados">
      <p className="mb-3 text-small text-muted">{explain(status, playsRecording)}</p>
      <Button
        kind="secondary"
        icon="refresh"
        busy={regeneration.isPending}
        disabled={isProcessing({ status }) || isImproving}
        onClick={() => regeneration.mutate()}
      >
        Regenerar segmentos
      </Button>
    </Panel>
  );
}

function explain(status: MediaStatus, playsRecording: boolean): string {
  if (status === 'FAILED') return 'Vuelve a procesar el archivo original.';
  return playsRecording
    ? 'Este video se ve tal como se grabó la emisión, sin cifrar y sin miniaturas en la barra. Al regenerarlo tendrá las dos cosas. Mientras tanto quedará oculto.'
    : 'Vuelve a cifrar el video con una clave nueva. Mientras tanto quedará oculto.';
}
