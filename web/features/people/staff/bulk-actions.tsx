/** Admins change several staff users at once. An open invitation can only be sent again or deleted. */
import type { ClubStaffUser } from '../../../../shared/contract/staff.ts';
import { api } from '../../../lib/api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { countDone } from '../../platform/back-office/bulk.ts';
import type { BulkAction } from '../../platform/back-office/bulk-bar.tsx';
import { resendInvitation } from './queries.ts';

/** A staff user with a title, by which the list of failed changes names the user. */
export type ChosenUser = ClubStaffUser & { title: string };

type Status = 'active' | 'disabled';

const change = (id: string, body: { status: Status; version?: number }) =>
  api('PATCH /live/club-staff-users/{id}', { params: { id }, body });

const setStatus = (from: Status, to: Status) => ({
  appliesTo: ({ status }: ChosenUser) => status === from,
  send: ({ id, version }: ChosenUser) => change(id, { status: to, version }),
  undo: ({ id }: ChosenUser) => change(id, { status: from }),
});

export const staffActions: readonly BulkAction<ChosenUser>[] = [
  {
    text: 'Activar',
    icon: 'check',
    ...setStatus('disabled', 'active'),
    done: countDone('usuario activado', 'usuarios activados'),
  },
  {
    text: 'Deshabilitar',
    icon: 'lock',
    ...setStatus('active', 'disabled'),
    done: countDone('usuario deshabilitado', 'usuarios deshabilitados'),
  },
  {
    text: 'Reenviar invitación',
    icon: 'refresh',
    appliesTo: ({ status }) => status === 'invited',
    send: ({ id }) => resendInvitation(id),
    done: countDone('invitación reenviada', 'invitaciones reenviadas'),
  },
  {
    text: 'Eliminar',
    icon: 'trash',
    isDangerous: true,
    send: ({ id }) => api('DELETE /live/club-staff-users/{id}', { params: { id } }),
    done: countDone('usuario eliminado', 'usuarios eliminados'),
    ask: (run, cancel, chosen) => (
      <ConfirmDialog
        title={chosen.length === 1 ? `¿Eliminar «${chosen[0]?.title}»?` : `¿Eliminar ${chosen.length} usuarios?`}
        onCancel={cancel}
        onConfirm={() => run()}
      >
        Su acceso termina al momento. Esta acción no se puede deshacer.
      </ConfirmDialog>
    ),
  },
];
