/** /club-staff-users/manage: the staff users of all clubs. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ClubStaffUser, StaffStatus } from '../../../shared/contract/staff.ts';
import { staffActions } from '../../features/people/staff/bulk-actions.tsx';
import { resendInvitation, staffStates, useStaffUsers } from '../../features/people/staff/queries.ts';
import { useAddressFilters } from '../../features/platform/manage/address-filters.tsx';
import { toRowSelection, useSelection } from '../../features/platform/manage/bulk.ts';
import { BulkBar } from '../../features/platform/manage/bulk-bar.tsx';
import { ClubsFilter } from '../../features/platform/manage/clubs-filter.tsx';
import { useListFilters } from '../../features/platform/manage/list-filters.ts';
import { EmptyList, ListLoader } from '../../features/platform/manage/list-loader.tsx';
import { SavedViews } from '../../features/platform/manage/saved-views.tsx';
import { formatDay } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Chip, StatusPill } from '../../ui/badge.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ManageRow, type RowSelection, RowText } from '../../ui/manage-list.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export default function StaffUsersPage() {
  const filters = useListFilters('staff');
  const more = useAddressFilters(statuses);
  const users = useStaffUsers({
    page: filters.page,
    search: filters.query.search,
    clubIds: more.query.clubIds,
    status: more.state,
  });
  const rows = (users.data?.clubStaffUsers ?? []).map((user) => ({ ...user, title: user.personalName || user.email }));
  const selection = useSelection(rows);
  const queries = useQueryClient();
  const create = { to: paths.manage.staff.create, text: 'Invitar usuario' };
  const narrowed = filters.search !== '' || more.isFiltered;

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
          value={more.state ?? ''}
          onChange={(estado) => more.set({ estado })}
        />
        <ClubsFilter chosen={more.clubs} onChange={(clubes) => more.set({ clubes })} />
        <SavedViews list="staff" filters={filters} />
      </div>
      {rows.length > 0 && (
        <BulkBar
          selection={selection}
          actions={staffActions}
          onChanged={() => queries.invalidateQueries({ queryKey: ['staff-users'] })}
        />
      )}
      <ListLoader
        label="Personal del club"
        columns={columns}
        isSelectable
        list={users}
        rowsOf={() =>
          rows.map((user) => <StaffRow key={user.id} user={user} selection={toRowSelection(selection, user)} />)
        }
        pages={{ ...filters, totalPages: users.data?.pagination.totalPages }}
        empty={
          narrowed ? (
            <EmptyState title="No se encontraron usuarios" text="Prueba con otra búsqueda u otro filtro." />
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

function StaffRow({ user, selection }: { user: ClubStaffUser; selection: RowSelection }) {
  const { text, tone } = staffStates[user.status];
  const details = paths.manage.staff.edit(user.id);
  return (
    <ManageRow dimmed={user.status === 'disabled'} selection={selection}>
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

/** The statuses repeat the contract, because its schemas stay out of the browser. */
const statuses: readonly StaffStatus[] = ['invited', 'active', 'disabled'];

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
