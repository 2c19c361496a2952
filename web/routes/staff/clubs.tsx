/** /clubs/manage: all clubs, including hidden ones. */
import { useQueryClient } from '@tanstack/react-query';
import type { Club } from '../../../shared/contract/clubs.ts';
import { clubActions } from '../../features/league/clubs/manage/bulk-actions.ts';
import { useManagedClubs } from '../../features/league/clubs/manage/queries.ts';
import { AddressFilterFields, useAddressFilters } from '../../features/platform/manage/address-filters.tsx';
import { toRowSelection, useSelection } from '../../features/platform/manage/bulk.ts';
import { BulkBar } from '../../features/platform/manage/bulk-bar.tsx';
import { useListFilters } from '../../features/platform/manage/list-filters.ts';
import { EmptyList, ListLoader, NothingFiltered } from '../../features/platform/manage/list-loader.tsx';
import { offerUndo } from '../../features/platform/manage/offer-undo.ts';
import { VisibleCell } from '../../features/platform/manage/row-cells.tsx';
import { SavedViews } from '../../features/platform/manage/saved-views.tsx';
import { api } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { useInlineChange } from '../../lib/inline-change.ts';
import { paths } from '../../lib/paths.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { CellLabel, ManageRow, RowTitle } from '../../ui/manage-list.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import type { Choice } from '../../ui/select.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';

export default function ClubsPage() {
  const filters = useListFilters('clubs');
  const more = useAddressFilters(clubStates);
  const clubs = useManagedClubs({
    page: filters.page,
    search: filters.query.search,
    ...(more.state && { visible: more.state === 'visible' }),
  });
  const rows = (clubs.data?.clubs ?? []).map((club) => ({ ...club, title: club.name }));
  const selection = useSelection(rows);
  const queries = useQueryClient();
  const change = useInlineChange<Club, { visible: boolean }>('managed-clubs', 'clubs', sendChange, offerUndo);
  const create = { to: paths.manage.clubs.create, text: 'Crear Club' };

  return (
    <>
      <PageHeading title="Gestión de Clubes" create={create} />
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Buscar clubes"
          placeholder="Buscar clubes..."
          value={filters.search}
          onSearch={filters.setSearch}
        />
        <AddressFilterFields filters={more} states={stateChoices} withDate={false} withClubs={false} />
        <SavedViews list="clubs" filters={filters} />
      </div>
      {rows.length > 0 && (
        <BulkBar
          selection={selection}
          actions={clubActions}
          onChanged={() => queries.invalidateQueries({ queryKey: ['managed-clubs'] })}
        />
      )}
      <ListLoader
        label="Clubes"
        columns={columns}
        isSelectable
        list={clubs}
        rowsOf={() =>
          rows.map((club) => (
            <ManageRow key={club.id} dimmed={!club.visible} selection={toRowSelection(selection, club)}>
              <RowTitle
                to={paths.manage.clubs.edit(club.id)}
                title={club.name}
                picture={<Thumbnail kind="club" src={club.thumbnail} className="rounded-sm!" />}
              />
              <span className="@max-[860px]:empty:hidden">
                {!club.visible && <StatusPill tone="info">Oculto</StatusPill>}
              </span>
              <span className="inline-flex items-center gap-2 text-small tabular-nums">
                <CellLabel>Favorito de</CellLabel>
                {formatCount(club.userFavoritedCount)}
              </span>
              <VisibleCell
                label={`${club.name}: visible`}
                visible={club.visible}
                onChange={(visible) => change(club, { visible })}
              />
            </ManageRow>
          ))
        }
        pages={{ ...filters, totalPages: clubs.data?.totalPages }}
        empty={
          more.isFiltered ? (
            <NothingFiltered icon="shield" title="Ningún club con estos filtros" />
          ) : (
            <EmptyList icon="shield" title="No hay clubes disponibles" create={create} />
          )
        }
      />
    </>
  );
}

type ClubState = 'visible' | 'hidden';
const clubStates: readonly ClubState[] = ['visible', 'hidden'];

const stateChoices: (Choice & { value: ClubState })[] = [
  { value: 'visible', label: 'Visibles' },
  { value: 'hidden', label: 'Ocultos' },
];

const columns = [
  { title: 'Club', width: 'minmax(0, 1fr)' },
  { title: 'Estado', width: '96px' },
  { title: 'Favorito de', width: '96px' },
  { title: 'Visible', width: '56px' },
];

const sendChange = (id: string, change: { visible: boolean }) =>
  api('PATCH /live/clubs/{id}', { params: { id }, body: change });
