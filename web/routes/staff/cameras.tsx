/** /cameras/manage: the cameras with order, state and test mode. */
import type { Camera, CameraState, ListedCamera } from '../../../shared/contract/cameras.ts';
import { pollIntervalMs } from '../../features/broadcast/cameras/queries.ts';
import { LossMark, SignalMark } from '../../features/broadcast/ingest/signal-mark.tsx';
import { countDone } from '../../features/platform/back-office/bulk.ts';
import type { BulkAction } from '../../features/platform/back-office/bulk-bar.tsx';
import { clubsColumn, orderColumn, switchColumn } from '../../features/platform/back-office/columns.tsx';
import { useInlineChange } from '../../features/platform/back-office/inline-change.ts';
import { ManagedList } from '../../features/platform/back-office/managed-list.tsx';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { LiveBadge, StatusPill } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Column, RowTitle } from '../../ui/manage-list.tsx';
import { cameraOrder } from '../../ui/order-stepper.tsx';
import type { Choice } from '../../ui/select.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';

export default function CamerasPage() {
  const change = useInlineChange<ListedCamera, Change>('cameras', sendChange);
  const columns: Column<ListedCamera>[] = [
    { title: 'Cámara', cell: (camera) => <CameraTitle camera={camera} /> },
    { title: 'Estado', width: '96px', cell: (camera) => <CameraStatus camera={camera} /> },
    clubsColumn('196px'),
    orderColumn({
      name: ({ slug }) => slug,
      value: ({ renderOrder }) => renderOrder,
      rules: cameraOrder,
      onChange: (camera, renderOrder) => change(camera, { renderOrder }),
    }),
    switchColumn({
      title: 'Producción',
      width: '80px',
      label: ({ slug }) => `${slug}: en producción`,
      isOn: ({ isTest }) => !isTest,
      onChange: (camera, production) => change(camera, { isTest: !production }),
    }),
  ];
  return (
    <ManagedList
      name="cameras"
      listKey="cameras"
      title="Gestión de Cámaras"
      label="Cámaras"
      icon="camera"
      create={{ to: paths.manage.cameras.create, text: 'Crear Cámara' }}
      search={{ label: 'Buscar cámaras', placeholder: 'Buscar por slug o título...' }}
      filters={{ states, hasClubs: true }}
      read={async (query, signal) => {
        const { data } = await api('GET /live/cameras', { query, signal });
        const rows = data.cameras.map((camera) => ({ ...camera, title: camera.title || camera.slug }));
        return { rows, totalPages: data.totalPages };
      }}
      freshness={{ refetchInterval: pollIntervalMs }}
      actions={cameraActions}
      texts={{ empty: 'No hay cámaras disponibles', filtered: 'Ninguna cámara con estos filtros' }}
      failure={{ text: 'Error fetching cameras' }}
      columns={columns}
    />
  );
}

function CameraTitle({ camera }: { camera: ListedCamera }) {
  return (
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
  );
}

function CameraStatus({ camera: { isLive, isTest, lost } }: { camera: ListedCamera }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {isLive && <LiveBadge text="Directo" />}
      {isTest && <StatusPill tone="info">Prueba</StatusPill>}
      {!isLive && lost && <StatusPill tone="danger">Sin señal</StatusPill>}
      {!isLive && !isTest && !lost && <StatusPill>Offline</StatusPill>}
    </span>
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

const states: readonly (Choice & { value: CameraState })[] = [
  { value: 'live', label: 'En directo' },
  { value: 'offline', label: 'Sin emisión' },
  { value: 'test', label: 'En pruebas' },
];

type Change = { isTest: boolean; version?: number } | { renderOrder: number | null };

const sendChange = (id: string, change: Change) => api('PATCH /live/cameras/{id}', { params: { id }, body: change });

type ChosenCamera = Pick<Camera, 'id' | 'title' | 'isTest' | 'version'>;

const setTest = (isTest: boolean) => ({
  appliesTo: (camera: ChosenCamera) => camera.isTest !== isTest,
  send: ({ id, version }: ChosenCamera) => sendChange(id, { isTest, version }),
  undo: ({ id }: ChosenCamera) => sendChange(id, { isTest: !isTest }),
});

/** Admins change several cameras at once. They delete one on its own page, because its key cannot be recovered. */
const cameraActions: readonly BulkAction<ChosenCamera>[] = [
  {
    text: 'Pasar a producción',
    icon: 'eye',
    ...setTest(false),
    done: countDone('cámara en producción', 'cámaras en producción'),
  },
  {
    text: 'Pasar a pruebas',
    icon: 'eyeOff',
    ...setTest(true),
    done: countDone('cámara en pruebas', 'cámaras en pruebas'),
  },
];
