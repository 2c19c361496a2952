/** /club-staff-users/manage: the staff users of all clubs. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ClubStaffUser, StaffStatus } from '../../../shared/contract/staff.ts';
import { resendInvitation, staffStates, useStaffUsers } from '../../features/people/staff/queries.ts';
import { useListFilters } from '../../features/platform/manage/list-filters.ts';
import { EmptyList, ListLoader } from '../../features/platform/manage/list-loader.tsx';
import { formatDay } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useStored } from '../../lib/use-stored.ts';
import { Chip, StatusPill } from '../../ui/badge.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ManageRow, RowText } from '../../ui/manage-list.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Tabs } from '../../ui/tabs.tsx';

type StatusFilter = StaffStatus | '';

export default function StaffUsersPage() {
  const filters = useListFilters('staff');
  const [status, setStatus] = useStored<StatusFilter>('manage:staff:status', '', isStatusFilter);
  const users = useStaffUsers({
    page: filters.page,
    search: filters.search || undefined,
    status: status || undefined,
  });
  const create = { to: paths.manage.staff.create, text: 'Invitar usuario' };
  const narrowed = filters.search !== '' || status !== '';

  return (
    <>
      <PageHeading title="Personal del Club" create={create} />
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Buscar por email, nombre o club"
          wide
          placeholder="Buscar por email, nombre o club..."
          value={filters.search}
          onSearch={filters.setSearch}
        />
        <Tabs
          label="Estado"
          choices={statusTabs}
          value={status}
          onChange={(value) => {
            setStatus(isStatusFilter(value) ? value : '');
            filters.goTo(1);
          }}
        />
      </div>
      <ListLoader
        label="Personal del club"
        columns={columns}
        list={users}
        rowsOf={(data) => data.clubStaffUsers.map((user) => <StaffRow key={user.id} user={user} />)}
        pages={{ ...filters, totalPages: users.data?.pagination.totalPages }}
        empty={
          narrowed ? (
            <EmptyState title="No se encontraron usuarios" text="Prueba con otra búsqueda u otro estado." />
          ) : (
            <EmptyList icon="users" title="No hay usuarios del personal del club" create={create} />
          )
        }
        failure={{
          title: 'Error al cargar los usuarios del personal del club',
          text: 'Comprueba tu conexión y vuelve a intentarlo.',
        }}
      />
    </>
  );
}

function StaffRow({ user }: { user: ClubStaffUser }) {
  const { text, tone } = staffStates[user.status];
  const details = paths.manage.staff.edit(user.id);
  return (
    <ManageRow dimmed={user.status === 'disabled'}>
      <RowText to={details} title={user.personalName || user.email}>
        {user.personalName && <span className="block break-all">{user.email}</span>}
        {user.status === 'invited'
          ? `Invitación: ${formatDay(user.dateCreated)}`
          : user.dateActivated && `Activación: ${formatDay(user.dateActivated)}`}
      </RowText>
      <span>
        <StatusPill tone={tone}>{text}</StatusPill>
      </span>
      <span className="min-w-0">
        <Chip whole>{user.clubName || '—'}</Chip>
      </span>
      {user.status === 'invited' ? (
        <Resend user={user} />
      ) : (
        <Link to={details} aria-label={`Ver detalles de ${user.email}`} className={buttonLook('secondary', 'small')}>
          Ver detalles
        </Link>
      )}
    </ManageRow>
  );
}

function Resend({ user }: { user: ClubStaffUser }) {
  const queries = useQueryClient();
  const resending = useMutation({
    mutationFn: () => resendInvitation(user.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['staff-users'] }),
    // A failure here is only logged.
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

const isStatusFilter = (value: unknown): value is StatusFilter => statusTabs.some((tab) => tab.value === value);

const statusTabs = [
  { value: '', label: 'Todos' },
  { value: 'invited', label: 'Invitado' },
  { value: 'active', label: 'Activo' },
  { value: 'disabled', label: 'Deshabilitado' },
];

const columns = [
  { title: 'Usuario', width: 'minmax(0, 1fr)' },
  { title: 'Estado', width: '120px' },
  { title: 'Club', width: '192px' },
  { title: 'Acciones', width: '184px' },
];
