/** /club-staff-users/manage/{id}: a staff user's name, status, invitation and deletion. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ClubStaffUser } from '../../../shared/contract/staff.ts';
import { resendInvitation, useStaffUser } from '../../features/people/staff/queries.ts';
import { StaffState } from '../../features/people/staff/staff-state.tsx';
import { DeleteItem } from '../../features/platform/back-office/delete-item.tsx';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { api, type ErrorText, errorText } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Fact, FormLayout, Panel } from '../../ui/form-layout.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';

export default function StaffUserPage() {
  const { id = '' } = useParams();
  return (
    <ItemLoader
      query={useStaffUser(id)}
      missing="Usuario no encontrado"
      list={{ to: paths.manage.staff.list, text: 'Ver el personal' }}
    >
      {(item, reload) => <StaffUser user={item} reload={reload} />}
    </ItemLoader>
  );
}

interface StaffForm {
  personalName: string;
  status: 'active' | 'disabled' | 'invited';
}

const toForm = ({ personalName, status }: ClubStaffUser): StaffForm => ({ personalName, status });

const toBody = ({ personalName, status }: StaffForm) => ({ personalName: personalName.trim(), status });

function StaffUser({ user, reload }: { user: ClubStaffUser; reload: () => Promise<ClubStaffUser | undefined> }) {
  const invited = user.status === 'invited';
  const params = { id: user.id };
  const { form, layout } = useEdit({
    item: user,
    reload,
    toForm,
    toBody,
    send: ({ status, ...changes }, version) => {
      // Only 'active' and 'disabled' can be set, and not while the invitation is open.
      const body = status && status !== 'invited' && !invited ? { ...changes, status } : changes;
      return api('PATCH /live/club-staff-users/{id}', { params, body: { ...body, version } });
    },
    staleKeys: ['staff-users'],
    success: 'Usuario actualizado correctamente',
    failure: 'Error al actualizar el usuario',
  });

  return (
    <>
      <BackOfficeHeading title={user.personalName || user.email} />
      <FormLayout
        {...layout}
        submitText="Guardar cambios"
        aside={
          <>
            <StaffFacts user={user} />
            {invited && <Invitation user={user} />}
          </>
        }
        below={
          <DeleteItem
            name={user.personalName || user.email}
            button="Eliminar usuario"
            text="Eliminar el usuario termina su acceso al momento."
            send={() => api('DELETE /live/club-staff-users/{id}', { params })}
            success="Usuario eliminado correctamente"
            failure="Error al eliminar el usuario"
            list={paths.manage.staff.list}
            itemKey="staff-user"
            listKey="staff-users"
          />
        }
      >
        <TextInput label="Nombre" maxLength={100} autoComplete="off" {...form.register('personalName')} />
        {invited ? (
          <p className="rounded-sm bg-raised p-3 text-small text-muted">
            El estado se podrá cambiar cuando el usuario acepte la invitación.
          </p>
        ) : (
          <Select
            label="Estado"
            choices={statusChoices}
            hint="Un usuario deshabilitado no puede entrar y pierde sus sesiones al momento."
            {...form.register('status')}
          />
        )}
      </FormLayout>
    </>
  );
}

function StaffFacts({ user }: { user: ClubStaffUser }) {
  return (
    <Panel title="Datos del usuario">
      <dl>
        <Fact label="Club">{user.clubName || '—'}</Fact>
        <Fact label="Email">
          <span className="break-all">{user.email}</span>
        </Fact>
        <Fact label="Estado">
          <StaffState user={user} />
        </Fact>
        <Fact label="Fecha de invitación">{formatDateTime(user.dateCreated)}</Fact>
        <Fact label="Fecha de activación">{user.dateActivated ? formatDateTime(user.dateActivated) : '—'}</Fact>
      </dl>
    </Panel>
  );
}

/** Milliseconds for which the result is shown. */
const noticeMs = 5000;

function Invitation({ user }: { user: ClubStaffUser }) {
  const [notice, setNotice] = useState<{ failed: boolean; text: ErrorText | string }>();
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(undefined), noticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const resending = useMutation({
    mutationFn: () => resendInvitation(user.id),
    onMutate: () => setNotice(undefined),
    onSuccess: () => setNotice({ failed: false, text: 'Invitación reenviada correctamente' }),
    onError: (error) => setNotice({ failed: true, text: errorText(error, 'Error al reenviar la invitación') }),
  });
  return (
    <Panel title="Invitación">
      <p className="mb-3 text-small text-muted">
        {user.returnsMail &&
          'El email de la invitación ha vuelto sin entregar: comprueba la dirección, o elimina al usuario e invítalo otra vez. '}
        Reenviarla crea un enlace nuevo para otras 48 horas; el anterior deja de valer.
      </p>
      <Button kind="secondary" icon="refresh" busy={resending.isPending} onClick={() => resending.mutate()}>
        Reenviar invitación
      </Button>
      <p
        role="status"
        className={`mt-3 text-small font-medium empty:hidden ${notice?.failed ? 'text-danger' : 'text-success'}`}
      >
        {notice && <FailureText text={notice.text} />}
      </p>
    </Panel>
  );
}

const statusChoices = [
  { value: 'active', label: 'Activo' },
  { value: 'disabled', label: 'Deshabilitado' },
];
