/** /cameras/manage: the cameras with order, state and test mode. */
import type { Camera } from '../../../shared/contract/cameras.ts';
import { useCameras } from '../../features/broadcast/cameras/queries.ts';
import { SignalMark } from '../../features/broadcast/ingest/signal-mark.tsx';
import { useListFilters } from '../../features/platform/manage/list-filters.ts';
import { EmptyList, ListLoader } from '../../features/platform/manage/list-loader.tsx';
import { offerUndo } from '../../features/platform/manage/offer-undo.ts';
import { api } from '../../lib/api.ts';
import { useInlineChange } from '../../lib/inline-change.ts';
import { paths } from '../../lib/paths.ts';
import { LiveBadge, StatusPill } from '../../ui/badge.tsx';
import { ClubChips } from '../../ui/club-chips.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CellLabel, ManageRow, RowTitle } from '../../ui/manage-list.tsx';
import { cameraOrder, OrderStepper } from '../../ui/order-stepper.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';

type ListedCamera = Omit<Camera, 'streamKey' | 'streamAuthKey'>;
type Change = { isTest: boolean } | { renderOrder: number | null };

export default function CamerasPage() {
  const filters = useListFilters('cameras');
  const cameras = useCameras({ page: filters.page, search: filters.search || undefined });
  const change = useInlineChange<ListedCamera, Change>('cameras', 'cameras', sendChange, offerUndo);
  const create = { to: paths.manage.cameras.create, text: 'Crear Cámara' };

  return (
    <>
      <PageHeading title="Gestión de Cámaras" create={create} />
      <div className="mb-5">
        <SearchInput
          label="Buscar cámaras"
          placeholder="Buscar por slug o título..."
          value={filters.search}
          onSearch={filters.setSearch}
        />
      </div>
      <ListLoader
        label="Cámaras"
        columns={columns}
        list={cameras}
        rowsOf={(data) =>
          data.cameras.map((camera) => (
            <CameraRow key={camera.id} camera={camera} onChange={(values) => change(camera, values)} />
          ))
        }
        pages={{ ...filters, totalPages: cameras.data?.totalPages }}
        empty={<EmptyList icon="camera" title="No hay cámaras disponibles" create={create} />}
        failure={{ text: 'Error fetching cameras' }}
      />
    </>
  );
}

function CameraRow({ camera, onChange }: { camera: ListedCamera; onChange: (change: Change) => void }) {
  return (
    <ManageRow>
      <RowTitle
        to={paths.manage.cameras.edit(camera.id)}
        title={camera.title || camera.slug}
        picture={<Thumbnail src={camera.thumbnail} kind={camera.sport} className="rounded-sm!" />}
      >
        <span className="font-mono break-all">{camera.slug}</span>
        {camera.isLive && <SignalMark cameraId={camera.id} />}
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
        {!camera.isLive && !camera.isTest && <StatusPill>Offline</StatusPill>}
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

const columns = [
  { title: 'Cámara', width: 'minmax(0, 1fr)' },
  { title: 'Estado', width: '96px' },
  { title: 'Clubes', width: '196px' },
  { title: 'Orden', width: '116px' },
  { title: 'Producción', width: '80px' },
];

const sendChange = (id: string, change: Change) => api('PATCH /live/cameras/{id}', { params: { id }, body: change });
