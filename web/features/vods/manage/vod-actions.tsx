/** What only admins do to a video: encrypt it again, or delete it (B-VOD-8, B-STATE-5 to 7). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ManagedVod } from '../../../../shared/vods.ts';
import { paths } from '../../../app/paths.ts';
import { api, errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DangerZone, Panel } from '../../../ui/form-layout.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { inTheWorks } from './queries.ts';

export function VodActions({ vod }: { vod: ManagedVod }) {
  return (
    <>
      <Regenerate vod={vod} />
      <DeleteVod vod={vod} />
    </>
  );
}

function Regenerate({ vod }: { vod: ManagedVod }) {
  const queries = useQueryClient();
  const regeneration = useMutation({
    mutationFn: () => api('PUT /live/vods/{id}/segments', { params: { id: vod.id } }),
    onSuccess: () => {
      toast.success('Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.', {
        duration: 4000,
      });
      queries.invalidateQueries({ queryKey: ['managed-vod'] });
      queries.invalidateQueries({ queryKey: ['managed-vods'] });
    },
    onError: (error) => toast.error(errorText(error, 'Error al regenerar los segmentos')),
  });
  return (
    <Panel title="Segmentos cifrados">
      <p className="mb-3 text-small text-muted">
        {vod.status === 'FAILED'
          ? 'Vuelve a procesar el archivo original.'
          : 'Vuelve a cifrar el video con una clave nueva. Mientras tanto quedará oculto.'}
      </p>
      <Button
        kind="secondary"
        icon="refresh"
        busy={regeneration.isPending}
        disabled={inTheWorks(vod)}
        onClick={() => regeneration.mutate()}
      >
        Regenerar segmentos
      </Button>
    </Panel>
  );
}

function DeleteVod({ vod }: { vod: ManagedVod }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const deletion = useMutation({
    mutationFn: () => api('DELETE /live/vods/{id}', { params: { id: vod.id } }),
    onSuccess: () => {
      toast.success('Video eliminado correctamente');
      queries.removeQueries({ queryKey: ['managed-vod'] });
      queries.invalidateQueries({ queryKey: ['managed-vods'] });
      navigate(paths.manage.vods.list);
    },
    onError: (error) => toast.error(errorText(error, 'Error al eliminar el VOD')),
    onSettled: () => setAsking(false),
  });
  return (
    <DangerZone text="Eliminar el video lo quita de la web y borra su archivo. No se puede deshacer.">
      <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
        Eliminar video
      </Button>
      {asking && (
        <ConfirmDialog
          title={`¿Eliminar «${vod.title}»?`}
          busy={deletion.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => deletion.mutate()}
        >
          Esta acción no se puede deshacer.
        </ConfirmDialog>
      )}
    </DangerZone>
  );
}
