/** Admins change several events at once. A deletion asks first, because it cannot be taken back. */
import type { ManagedEvent } from '../../../../../shared/contract/events.ts';
import { api } from '../../../../lib/api.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import type { BulkAction } from '../../../platform/manage/bulk-bar.tsx';

type ListedEvent = Omit<ManagedEvent, 'vods'>;

const show = (visible: boolean) => ({
  send: ({ id, version }: ListedEvent) =>
    api('PATCH /live/sportevents/{id}', { params: { id }, body: { visible, version } }),
  undo: (event: ListedEvent) =>
    api('PATCH /live/sportevents/{id}', { params: { id: event.id }, body: { visible: event.visible } }),
});

const count = (one: string, many: string) => (number: number) => (number === 1 ? `1 ${one}` : `${number} ${many}`);

export const eventActions: readonly BulkAction<ListedEvent>[] = [
  { text: 'Publicar', icon: 'eye', ...show(true), done: count('evento visible', 'eventos visibles') },
  { text: 'Ocultar', icon: 'eyeOff', ...show(false), done: count('evento oculto', 'eventos ocultos') },
  {
    text: 'Eliminar',
    icon: 'trash',
    isDangerous: true,
    send: ({ id }) => api('DELETE /live/sportevents/{id}', { params: { id } }),
    done: count('evento eliminado', 'eventos eliminados'),
    ask: (run, cancel, chosen) => (
      <ConfirmDialog
        title={chosen.length === 1 ? '¿Eliminar el evento?' : `¿Eliminar ${chosen.length} eventos?`}
        onCancel={cancel}
        onConfirm={() => run()}
      >
        Sus videos se conservan. Esta acción no se puede deshacer.
      </ConfirmDialog>
    ),
  },
];
