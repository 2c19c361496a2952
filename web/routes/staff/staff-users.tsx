/** /club-staff-users/manage: the staff users of all clubs. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ClubStaffUser, StaffStatus } from '../../../shared/contract/staff.ts';
import { resendInvitation, staffFreshness } from '../../features/people/staff/queries.ts';
import { StaffState } from '../../features/people/staff/staff-state.tsx';
import { countDone } from '../../features/platform/back-office/bulk.ts';
import type { BulkAction } from '../../features/platform/back-office/bulk-bar.tsx';
import { useListFilters } from '../../features/platform/back-office/list-filters.ts';
import { ManagedList } from '../../features/platform/back-office/managed-list.tsx';
import { createDeleteAction } from '../../features/platform/back-office/visibility-actions.ts';
import { api } from '../../lib/api.ts';
import { formatDay } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { readAgain } from '../../lib/query-keys.ts';
import { useFilter } from '../../lib/use-page.ts';
import { Chip } from '../../ui/badge.tsx';
import { Button, chooseButtonLook } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, RowText } from '../../ui/manage-list.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export default function StaffUsersPage() {
  const { search } = useListFilters('staff');
  const [chosen, choose] = useFilter('estado');
  const status = statuses.find((one) => one === chosen);
  const columns: Column<ChosenUser>[] = [
    { title: 'Usuario', cell: (user) => <UserTitle user={user} /> },
    {
      title: 'Estado',
      width: '120px',
      cell: (user) => (
        <span>
          <StaffState user={user} />
        </span>
      ),
    },
    {
      title: 'Club',
      width: '192px',
      cell: ({ clubName }) => (
        <span className="min-w-0">
          <Chip isFullWidth>{clubName || '—'}</Chip>
        </span>
      ),
    },
    { title: 'Acciones', width: '184px', cell: (user) => <UserAction user={user} /> },
  ];
  return (
    <ManagedList
      name="staff"
      listKey="staff-users"
      title="Personal del Club"
      label="Personal del club"
      icon="users"
      create={{ to: paths.manage.staff.create, text: 'Invitar usuario' }}
      search={{ label: 'Buscar por email, nombre o club', wide: true }}
      filters={{ hasClubs: true }}
      extraFilters={<Tabs label="Estado" choices={statusTabs} value={status ?? ''} onChange={choose} />}
      extraQuery={{ status }}
      extraCount={Number(status !== undefined)}
      isFiltered={search !== '' || status !== undefined}
      read={async (query, signal) => {
        const { data } = await api('GET /live/club-staff-users', { query, signal });
        const rows = data.clubStaffUsers.map((user) => ({ ...user, title: user.personalName || user.email }));
        return { rows, totalPages: data.pagination.totalPages };
      }}
      freshness={staffFreshness}
      actions={staffActions}
      texts={{
        empty: 'No hay usuarios del personal del club',
        filtered: <EmptyState title="No se encontraron usuarios" text="Prueba con otra búsqueda u otro filtro." />,
      }}
      failure={{
        title: 'Error al cargar los usuarios del personal del club',
        text: 'Comprueba tu conexión y vuelve a intentarlo.',
      }}
      isDimmed={(user) => user.status === 'disabled'}
      columns={columns}
    />
  );
}

function UserTitle({ user }: { user: ClubStaffUser }) {
  return (
    <RowText to={paths.manage.staff.edit(user.id)} title={user.personalName || user.email}>
      {user.personalName && <span className="block break-all">{user.email}</span>}
      {user.status === 'invited'
        ? `Invitación: ${formatDay(user.dateCreated)}`
        : user.dateActivated && `Activación: ${formatDay(user.dateActivated)}`}
    </RowText>
  );
}

function UserAction({ user }: { user: ClubStaffUser }) {
  if (user.status === 'invited') return <Resend user={user} />;
  return (
    <Link
      to={paths.manage.staff.edit(user.id)}
      aria-label={`Ver detalles de ${user.email}`}
      className={chooseButtonLook('secondary', 'small')}
    >
      Ver detalles
    </Link>
  );
}

function Resend({ user }: { user: ClubStaffUser }) {
  const queries = useQueryClient();
  const resending = useMutation({
    mutationFn: () => resendInvitation(user.id),
    onSuccess: () => readAgain(queries, ['staff-users']),
    // A failure is only logged, because the user can press the button again.
    onError: (error) => console.warn('Resending the invitation failed', error),
  });
  return (
    <Button
      kind="secondary"
      size="small"
      icon={resending.isSuccess ? 'check' : undefined}
      busy={resending.isPending}
      disabled={resending.isSuccess}
      aria-label={`Reenviar invitación a ${user.email}`}
      onClick={() => resending.mutate()}
    >
      {resending.isSuccess ? 'Reenviada' : 'Reenviar invitación'}
    </Button>
  );
}

/** Copy of the contract's statuses, whose schemas the browser does not load. */
const statuses: readonly StaffStatus[] = ['invited', 'active', 'disabled'];

const statusTabs = [
  { value: '', label: 'Todos' },
  { value: 'invited', label: 'Invitado' },
  { value: 'active', label: 'Activo' },
  { value: 'disabled', label: 'Deshabilitado' },
];

/** A staff user with a title, by which the list of failed changes names the user. */
type ChosenUser = ClubStaffUser & { title: string };

type Status = 'active' | 'disabled';

const change = (id: string, body: { status: Status; version?: number }) =>
  api('PATCH /live/club-staff-users/{id}', { params: { id }, body });

const setStatus = (from: Status, to: Status) => ({
  appliesTo: ({ status }: ChosenUser) => status === from,
  send: ({ id, version }: ChosenUser) => change(id, { status: to, version }),
  undo: ({ id }: ChosenUser) => change(id, { status: from }),
});

/** Admins change several staff users at once. An open invitation can only be sent again or deleted. */
const staffActions: readonly BulkAction<ChosenUser>[] = [
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
  createDeleteAction((id) => api('DELETE /live/club-staff-users/{id}', { params: { id } }), ['usuario', 'usuarios'], {
    warning: () => 'Su acceso termina al momento. Esta acción no se puede deshacer.',
  }),
];
