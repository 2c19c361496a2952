/** /cameras/manage: the cameras with order, state and test mode. */
import { useQueryClient } from '@tanstack/react-query';
import type { CameraState, ListedCamera } from '../../../shared/contract/cameras.ts';
import { cameraActions } from '../../features/broadcast/cameras/bulk-actions.ts';
import { useCameras } from '../../features/broadcast/cameras/queries.ts';
import { LossMark, SignalMark } from '../../features/broadcast/ingest/signal-mark.tsx';
import { AddressFilterFields, useAddressFilters } from '../../features/platform/manage/address-filters.tsx';
import { toRowSelection, useSelection } from '../../features/platform/manage/bulk.ts';
import { BulkBar } from '../../features/platform/manage/bulk-bar.tsx';
import { useListFilters } from '../../features/platform/manage/list-filters.ts';
import { EmptyList, ListLoader, NothingFiltered } from '../../features/platform/manage/list-loader.tsx';
import { offerUndo } from '../../features/platform/manage/offer-undo.ts';
import { SavedViews } from '../../features/platform/manage/saved-views.tsx';
import { api } from '../../lib/api.ts';
import { useInlineChange } from '../../lib/inline-change.ts';
import { paths } from '../../lib/paths.ts';
import { LiveBadge, StatusPill } from '../../ui/badge.tsx';
import { ClubChips } from '../../ui/club-chips.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CellLabel, ManageRow, type RowSelection, RowTitle } from '../../ui/manage-list.tsx';
import { cameraOrder, OrderStepper } from '../../ui/order-stepper.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import type { Choice } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';

type Change = { isTest: boolean } | { renderOrder: number | null };

export default function CamerasPage() {
  const filters = useListFilters('cameras');
  const more = useAddressFilters(cameraStates);
  const cameras = useCameras({
    page: filters.page,
    search: filters.query.search,
    clubIds: more.query.clubIds,
    state: more.state,
  });
  const rows = (cameras.data?.cameras ?? []).map((camera) => ({ ...camera, title: camera.title || camera.slug }));
  const selection = useSelection(rows);
  const queries = useQueryClient();
  const change = useInlineChange<ListedCamera, Change>('cameras', 'cameras', sendChange, offerUndo);
  const create = { to: paths.manage.cameras.create, text: 'Crear Cámara' };

  return (
    <>
      <PageHeading title="Gestión de Cámaras" create={create} />
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Buscar cámaras"
          placeholder="Buscar por slug o título..."
          value={filters.search}
          onSearch={filters.setSearch}
        />
        <AddressFilterFields filters={more} states={stateChoices} withDate={false} />
        <SavedViews list="cameras" filters={filters} />
      </div>
      {rows.length > 0 && (
        <BulkBar
          selection={selection}
          actions={cameraActions}
          onChanged={() => queries.invalidateQueries({ queryKey: ['cameras'] })}
        />
      )}
      <ListLoader
        label="Cámaras"
        columns={columns}
        isSelectable
        list={cameras}
        rowsOf={() =>
          rows.map((camera) => (
            <CameraRow
              key={camera.id}
              camera={camera}
              selection={toRowSelection(selection, camera)}
              onChange={(values) => change(camera, values)}
            />
          ))
        }
        pages={{ ...filters, totalPages: cameras.data?.totalPages }}
        empty={
          more.isFiltered ? (
            <NothingFiltered icon="camera" title="Ninguna cámara con estos filtros" />
          ) : (
            <EmptyList icon="camera" title="No hay cámaras disponibles" create={create} />
          )
        }
        failure={{ text: 'Error fetching cameras' }}
      />
    </>
  );
}

function CameraRow({
  camera,
  selection,
  onChange,
}: {
  camera: ListedCamera;
  selection: RowSelection;
  onChange: (change: Change) => void;
}) {
  return (
    <ManageRow selection={selection}>
      <RowTitle
        to={paths.manage.cameras.edit(camera.id)}
        title={camera.title}
        picture={<Thumbnail src={camera.thumbnail} kind={camera.sport} className="rounded-sm!" />}
      >
        <span className="font-mono break-all">{camera.slug}</span>
        {camera.isLive && <SignalMark cameraId={camera.id} />}
        {!camera.isLive && camera.lost && <LossMark loss={camera.lost} />}
        {camera.isLive && !camera.sportEventId && (
          <Warning>Selecciona un evento para retransmitir para que la emisión sea visible para los usuarios</Warning>
        )}
        {camera.isLive && camera.eventIsHidden && (
          <Warning>El evento está oculto: hazlo visible para que los usuarios vean la emisión</Warning>
        )}
      </RowTitle>
      <span className="flex flex-wrap gap-1.5">
        {camera.isLive && <LiveBadge text="Directo" />}
        {camera.isTest && <StatusPill tone="info">Prueba</StatusPill>}
        {!camera.isLive && camera.lost && <StatusPill tone="danger">Sin señal</StatusPill>}
        {!camera.isLive && !camera.isTest && !camera.lost && <StatusPill>Offline</StatusPill>}
      </span>
      <ClubChips clubs={camera.clubs} />
      <span className="inline-flex items-center gap-2">
        <CellLabel>Orden</CellLabel>
        <OrderStepper
          label={`Orden de ${camera.slug}`}
          value={camera.renderOrder}
          rules={cameraOrder}
          onChange={(renderOrder) => onChange({ renderOrder })}
        />
      </span>
      <span className="inline-flex items-center gap-2">
        <CellLabel>Producción</CellLabel>
        <Switch
          label={`${camera.slug}: en producción`}
          checked={!camera.isTest}
          onChange={(production) => onChange({ isTest: !production })}
        />
      </span>
    </ManageRow>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <span className="mt-1 flex items-start gap-1.5 font-medium text-warning">
      <Icon name="alert" size={16} />
      {children}
    </span>
  );
}

/** The states repeat the contract, because its schemas stay out of the browser. */
const cameraStates: readonly CameraState[] = ['live', 'offline', 'test'];

const stateChoices: (Choice & { value: CameraState })[] = [
  { value: 'live', label: 'En directo' },
  { value: 'offline', label: 'Sin emisión' },
  { value: 'test', label: 'En pruebas' },
];

const columns = [
  { title: 'Cámara', width: 'minmax(0, 1fr)' },
  { title: 'Estado', width: '96px' },
  { title: 'Clubes', width: '196px' },
  { title: 'Orden', width: '116px' },
  { title: 'Producción', width: '80px' },
];

const sendChange = (id: string, change: Change) => api('PATCH /live/cameras/{id}', { params: { id }, body: change });
