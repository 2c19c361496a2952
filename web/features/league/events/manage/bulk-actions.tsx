/** Bulk actions of admins. A deletion asks first, because followers receive a message about it. */
import type { ManagedEvent } from '../../../../../shared/contract/sport-event.ts';
import { api } from '../../../../lib/api.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { countDone } from '../../../platform/back-office/bulk.ts';
import type { BulkAction } from '../../../platform/back-office/bulk-bar.tsx';
import { listVisibilityActions } from '../../../platform/back-office/visibility-actions.ts';

type ListedEvent = Omit<ManagedEvent, 'vods'>;

export const eventActions: readonly BulkAction<ListedEvent>[] = [
  ...listVisibilityActions<ListedEvent>((id, body) => api('PATCH /live/sportevents/{id}', { params: { id }, body }), {
    shown: countDone('evento visible', 'eventos visibles'),
    hidden: countDone('evento oculto', 'eventos ocultos'),
  }),
  {
    text: 'Eliminar',
    icon: 'trash',
    isDangerous: true,
    send: ({ id }) => api('DELETE /live/sportevents/{id}', { params: { id } }),
    undo: recoverEvent,
    done: countDone('evento eliminado', 'eventos eliminados'),
    ask: (run, cancel, chosen) => (
      <ConfirmDialog
        title={chosen.length === 1 ? '¿Eliminar el evento?' : `¿Eliminar ${chosen.length} eventos?`}
        onCancel={cancel}
        onConfirm={() => run()}
      >
        Sus videos se conservan. Durante 14 días puedes recuperarlo todo en «Eliminados».
      </ConfirmDialog>
    ),
  },
];

/** Recovers a deleted event and its visibility: the server recovers it hidden. */
async function recoverEvent({ id, visible }: Pick<ManagedEvent, 'id' | 'visible'>): Promise<void> {
  await api('POST /live/sportevents/{id}/recover', { params: { id } });
  if (visible) await api('PATCH /live/sportevents/{id}', { params: { id }, body: { visible } });
}
