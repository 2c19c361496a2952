/** /vods/manage: the recordings in every state, polled while something is processing. */
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ManagedVod } from '../../../shared/contract/vod.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';
import {
  AddressFilterFields,
  useAddressFilters,
  videoStateChoices,
  videoStates,
} from '../../features/platform/manage/address-filters.tsx';
import { toRowSelection, useSelection } from '../../features/platform/manage/bulk.ts';
import { BulkBar } from '../../features/platform/manage/bulk-bar.tsx';
import { sportTabs, useListFilters } from '../../features/platform/manage/list-filters.ts';
import { EmptyList, ListLoader, NothingFiltered } from '../../features/platform/manage/list-loader.tsx';
import { offerUndo } from '../../features/platform/manage/offer-undo.ts';
import { isProcessing } from '../../features/platform/manage/processing-status.ts';
import { OrderCell, VisibleCell } from '../../features/platform/manage/row-cells.tsx';
import { SavedViews } from '../../features/platform/manage/saved-views.tsx';
import { useManagement } from '../../features/platform/manage/use-management.ts';
import { DeletedItemsButton } from '../../features/recordings/deleted-items/deleted-items-button.tsx';
import { listVodActions } from '../../features/recordings/vods/manage/bulk-actions.tsx';
import { useAwaitingPublicationCount, useManagedVods } from '../../features/recordings/vods/manage/queries.ts';
import { api } from '../../lib/api.ts';
import { capitalise, formatCount, formatDay, formatDuration } from '../../lib/format.ts';
import { useInlineChange } from '../../lib/inline-change.ts';
import { paths } from '../../lib/paths.ts';
import { useFilter } from '../../lib/use-page.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ClubChips } from '../../ui/club-chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ManageRow, type RowSelection, RowTitle } from '../../ui/manage-list.tsx';
import { MediaStatusPill, MediaThumbnail } from '../../ui/media-thumbnail.tsx';
import { vodOrder } from '../../ui/order-stepper.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Tabs } from '../../ui/tabs.tsx';

type Change = { visible: boolean } | { renderOrder: number | null };

export default function VodsPage() {
  const filters = useListFilters('vods');
  const { staff } = useManagement();
  const awaiting = useAwaitingPublicationCount(!staff).data ?? 0;
  const [only, setOnly] = useFilter('por-publicar');
  const onlyAwaiting = !staff && only !== '';
  const more = useAddressFilters(videoStates);
  const vods = useManagedVods({
    ...filters.query,
    ...more.query,
    state: more.state,
    ...(onlyAwaiting && { awaitsPublication: 'true' }),
  });
  const change = useInlineChange<ManagedVod, Change>('managed-vods', 'vods', sendChange, offerUndo);
  const selection = useSelection(vods.data?.vods ?? []);
  const queries = useQueryClient();
  const create = { to: paths.manage.vods.create, text: 'Subir Video' };

  return (
    <>
      <PageHeading title="Gestión de Videos" create={create}>
        {!staff && <DeletedItemsButton kinds={['vods', 'events']} />}
      </PageHeading>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Buscar por título"
          placeholder="Buscar por título..."
          value={filters.search}
          onSearch={filters.setSearch}
        />
        <Tabs label="Deporte" choices={sportTabs} value={filters.sport} onChange={filters.setSport} />
        {(onlyAwaiting || awaiting > 0) && (
          <Button
            kind={onlyAwaiting ? 'primary' : 'secondary'}
            icon="clock"
            aria-pressed={onlyAwaiting}
            onClick={() => setOnly(onlyAwaiting ? '' : 'si')}
          >
            Por publicar ({formatCount(awaiting)})
          </Button>
        )}
        <AddressFilterFields filters={more} states={videoStateChoices} withClubs={!staff} />
        <SavedViews list="vods" filters={filters} />
      </div>
      {(vods.data?.vods.length ?? 0) > 0 && (
        <BulkBar
          selection={selection}
          actions={listVodActions(staff)}
          onChanged={() => queries.invalidateQueries({ queryKey: ['managed-vods'] })}
        />
      )}
      <ListLoader
        label="Videos"
        columns={columns}
        isSelectable
        list={vods}
        rowsOf={(data) =>
          data.vods.map((vod) => (
            <VodRow
              key={vod.id}
              vod={vod}
              selection={toRowSelection(selection, vod)}
              onChange={(values) => change(vod, values)}
            />
          ))
        }
        pages={{ ...filters, totalPages: vods.data?.totalPages }}
        empty={
          onlyAwaiting ? (
            <EmptyState
              icon="check"
              title="Nada por publicar"
              text="Todo lo que han subido los clubes está decidido."
            />
          ) : more.isFiltered ? (
            <NothingFiltered icon="video" title="Ningún video con estos filtros" />
          ) : (
            <EmptyList icon="video" title="No hay videos disponibles" create={create} />
          )
        }
      />
    </>
  );
}

function VodRow({
  vod,
  selection,
  onChange,
}: {
  vod: ManagedVod;
  selection: RowSelection;
  onChange: (change: Change) => void;
}) {
  const { staff } = useManagement();
  const finished = vod.status === 'FINISHED';
  return (
    <ManageRow dimmed={!finished} selection={selection}>
      <RowTitle
        to={paths.manage.vods.edit(vod.id)}
        title={vod.title}
        picture={<MediaThumbnail src={vod.thumbnail} status={vod.status} sport={vod.sport} />}
      >
        {vod.failure ? (
          <span className="font-medium text-danger">{vod.failure}</span>
        ) : (
          [sportName(vod.sport), vod.duration && formatDuration(vod.duration), capitalise(formatDay(vod.dateCreated))]
            .filter(Boolean)
            .join(' · ')
        )}
      </RowTitle>
      <span className="flex flex-wrap items-center gap-1.5">
        <MediaStatusPill status={vod.status} progress={vod.progress} started="Subiendo" />
        {finished && !vod.visible && <StatusPill tone="info">Hidden</StatusPill>}
        {vod.awaitsPublication && <StatusPill tone="warning">Por publicar</StatusPill>}
        {finished && (
          <Link
            to={paths.vodStats(vod.id)}
            aria-label={`Estadísticas de ${vod.title}`}
            title="Estadísticas"
            className="inline-flex size-8 items-center justify-center rounded-full text-muted hover:bg-raised hover:text-text pointer-coarse:size-11"
          >
            <Icon name="chart" size={18} />
          </Link>
        )}
      </span>
      <ClubChips clubs={vod.clubs} shown={2} />
      <OrderCell
        label={`Orden de ${vod.title}`}
        value={vod.renderOrder}
        rules={vodOrder}
        readOnly={staff}
        onChange={(renderOrder) => onChange({ renderOrder })}
      />
      <VisibleCell
        label={`${vod.title}: visible`}
        visible={vod.visible}
        readOnly={staff}
        disabled={isProcessing(vod)}
        onChange={(visible) => onChange({ visible })}
      />
    </ManageRow>
  );
}

const columns = [
  { title: 'Video', width: 'minmax(0, 1fr)' },
  { title: 'Estado', width: '212px' },
  { title: 'Clubes', width: '196px' },
  { title: 'Orden', width: '116px' },
  { title: 'Visible', width: '56px' },
];

const sendChange = (id: string, change: Change) => api('PATCH /live/vods/{id}', { params: { id }, body: change });
