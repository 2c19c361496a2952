/** Deletes an event after a confirmation, in which an admin decides about its videos. */

import { useState } from 'react';
import type { ManagedEvent } from '../../../../../shared/contract/sport-event.ts';
import { api } from '../../../../lib/api.ts';
import { paths } from '../../../../lib/paths.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { DeleteItem } from '../../../platform/back-office/delete-item.tsx';
import { useManagement } from '../../../platform/back-office/use-management.ts';

export function DeleteEvent({ event }: { event: ManagedEvent }) {
  const { isClubStaff } = useManagement();
  const [withVods, setWithVods] = useState(false);
  const params = { id: event.id };
  const isBlocked = isClubStaff && event.vods.length > 0;
  const recovery = isClubStaff
    ? 'Durante 14 días, el equipo de Cantera TV puede recuperarlo.'
    : 'Durante 14 días puedes recuperarlo, con su marcador, en «Eliminados».';
  return (
    <DeleteItem
      name={event.title}
      button="Eliminar evento"
      text={
        isBlocked
          ? 'Este evento tiene videos, por eso no puedes eliminarlo.'
          : 'Eliminar el evento lo quita del calendario y de la web al momento.'
      }
      note={isBlocked ? '' : `Te preguntaremos antes. ${recovery}`}
      question={recovery}
      disabled={isBlocked}
      send={() =>
        isClubStaff
          ? api('DELETE /clubStaff/sportevents/{id}', { params })
          : api('DELETE /live/sportevents/{id}', { params, query: { vods: withVods } })
      }
      success="Evento eliminado correctamente"
      failure="Error al eliminar el evento"
      list={paths.manage.events.list}
      itemKey="managed-event"
      listKey="managed-events"
    >
      {!isClubStaff && event.vods.length > 0 && (
        <Checkbox
          checked={withVods}
          onChange={(change) => setWithVods(change.target.checked)}
          label={
            event.vods.length === 1 ? 'Eliminar también su video' : `Eliminar también sus ${event.vods.length} videos`
          }
        />
      )}
    </DeleteItem>
  );
}
