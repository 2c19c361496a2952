/** Deletes an event after a confirmation, in which an admin decides about its videos. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ManagedEvent } from '../../../../../shared/contract/sport-event.ts';
import { api, errorText } from '../../../../lib/api.ts';
import { paths } from '../../../../lib/paths.ts';
import { readAgain } from '../../../../lib/query-keys.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { DangerZone } from '../../../../ui/form-layout.tsx';
import { toast } from '../../../../ui/toaster.tsx';
import { useManagement } from '../../../platform/back-office/use-management.ts';

const describeRecovery = (isClubStaff: boolean) =>
  isClubStaff
    ? 'Durante 14 días, el equipo de Cantera TV puede recuperarlo.'
    : 'Durante 14 días puedes recuperarlo, con su marcador, en «Eliminados».';

export function DeleteEvent({ event }: { event: ManagedEvent }) {
  const { isClubStaff } = useManagement();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [withVods, setWithVods] = useState(false);
  const deletion = useMutation({
    mutationFn: () =>
      isClubStaff
        ? api('DELETE /clubStaff/sportevents/{id}', { params: { id: event.id } })
        : api('DELETE /live/sportevents/{id}', { params: { id: event.id }, query: { vods: withVods } }),
    onSuccess: () => {
      toast.success('Evento eliminado correctamente');
      queries.removeQueries({ queryKey: ['managed-event'] });
      readAgain(queries, ['managed-events']);
      navigate(paths.manage.events.list);
    },
    onError: (error) => toast.error(errorText(error, 'Error al eliminar el evento')),
    onSettled: () => setAsking(false),
  });

  const blocked = isClubStaff && event.vods.length > 0;
  return (
    <DangerZone
      text={
        blocked
          ? 'Este evento tiene videos, por eso no puedes eliminarlo.'
          : `Eliminar el evento lo quita del calendario y de la web al momento. Te preguntaremos antes. ${describeRecovery(isClubStaff)}`
      }
    >
      <Button kind="danger" icon="trash" disabled={blocked} onClick={() => setAsking(true)}>
        Eliminar evento
      </Button>
      {asking && (
        <ConfirmDialog
          title={`¿Eliminar «${event.title}»?`}
          busy={deletion.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => deletion.mutate()}
        >
          <p>{describeRecovery(isClubStaff)}</p>
          {!isClubStaff && event.vods.length > 0 && (
            <Checkbox
              checked={withVods}
              onChange={(change) => setWithVods(change.target.checked)}
              label={
                event.vods.length === 1
                  ? 'Eliminar también su video'
                  : `Eliminar también sus ${event.vods.length} videos`
              }
            />
          )}
        </ConfirmDialog>
      )}
    </DangerZone>
  );
}
