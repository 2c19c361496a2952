/** Encrypts a video again, with a new key; a failed one is processed again. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MediaStatus } from '../../../../shared/contract/schema.ts';
import { errorText } from '../../../lib/api.ts';
import { type Resource, readAgain } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/form-layout.tsx';
import { toast } from '../../../ui/toaster.tsx';
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
  const queries = useQueryClient();
  const regeneration = useMutation({
    mutationFn: send,
    onSuccess: () => {
      toast.success('Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.', {
        duration: 4000,
      });
      void readAgain(queries, staleKeys);
    },
    onError: (error) => toast.error(errorText(error, 'Error al regenerar los segmentos')),
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
