/** /cameras/manage/{id}: edits a camera's event, stream key and mode, and deletes it. */
import { useParams } from 'react-router-dom';
import type { Camera } from '../../../shared/contract/cameras.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { describeTimes, PastBroadcasts } from '../../features/broadcast/broadcasts/past-broadcasts.tsx';
import { usePastBroadcasts } from '../../features/broadcast/broadcasts/queries.ts';
import { DeleteCamera } from '../../features/broadcast/cameras/delete-camera.tsx';
import { ProductionField } from '../../features/broadcast/cameras/production-field.tsx';
import { useCamera } from '../../features/broadcast/cameras/queries.ts';
import { SlugField } from '../../features/broadcast/cameras/slug-field.tsx';
import { SignalLight } from '../../features/broadcast/ingest/signal-light.tsx';
import { SignalPanel } from '../../features/broadcast/ingest/signal-panel.tsx';
import { StreamAccess } from '../../features/broadcast/ingest/stream-access.tsx';
import { EventField, SportField } from '../../features/platform/back-office/event-field.tsx';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { useDraft } from '../../features/platform/back-office/use-draft.ts';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { useManagedEvent } from '../../features/platform/back-office/use-managed-event.ts';
import { LastChange } from '../../features/trust/audit/last-change.tsx';
import { LivePreview } from '../../features/viewing/matches/live-preview.tsx';
import { api } from '../../lib/api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { paths } from '../../lib/paths.ts';
import { withQuery } from '../../lib/safe-path.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LiveBadge, StatusPill } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Fact, FormLayout, Panel } from '../../ui/form-layout.tsx';

const LiveStaffTools = lazyPart(
  async () => (await import('../../features/trust/withdrawals/live-staff-tools.tsx')).LiveStaffTools,
);

export default function EditCameraPage() {
  const { id = '' } = useParams();
  return (
    <ItemLoader
      query={useCamera(id)}
      missing="Cámara no encontrada"
      text="Error fetching camera details"
      fallback="Error fetching camera details"
      list={{ to: paths.manage.cameras.list, text: 'Ver las cámaras' }}
    >
      {(item, reload) => <EditCamera camera={item} reload={reload} />}
    </ItemLoader>
  );
}

interface CameraForm {
  slug: string;
  sport: Sport;
  sportEventId: string;
  isTest: boolean;
}

const toForm = (camera: Camera): CameraForm => ({
  slug: camera.slug,
  sport: camera.sport,
  sportEventId: camera.sportEventId ?? '',
  isTest: camera.isTest,
});

const toBody = ({ slug, isTest, sportEventId }: CameraForm) => ({
  slug: slug.trim(),
  isTest,
  sportEventId: sportEventId || null,
});

function EditCamera({ camera, reload }: { camera: Camera; reload: () => Promise<Camera | undefined> }) {
  const { form, layout } = useEdit({
    item: camera,
    reload,
    toForm,
    toBody,
    send: (changes, version) =>
      api('PATCH /live/cameras/{id}', { params: { id: camera.id }, body: { ...changes, version } }),
    staleKeys: ['cameras'],
    success: 'Cámara actualizada correctamente',
    failure: 'Error updating camera',
  });
  const sportEventId = form.watch('sportEventId');
  const event = useManagedEvent(sportEventId);
  const keepDraft = useDraft(`camera ${camera.id}`, form);

  return (
    <>
      <BackOfficeHeading title="Editar cámara">
        {camera.isLive && (
          <LinkButton to={paths.live(camera.slug)} kind="secondary" icon="play">
            Ver el directo
          </LinkButton>
        )}
      </BackOfficeHeading>
      {/* The facts that staff need most come first: signal, state, stream key. */}
      <div className="mb-8 flex flex-col gap-5 xl:max-w-248">
        <SignalLight cameraId={camera.id} slug={camera.slug} live={camera.isLive} />
        <div className="flex max-w-160 flex-col gap-5">
          <CameraState camera={camera} />
          <StreamAccess
            cameraId={camera.id}
            server={camera.streamServer}
            streamKey={camera.streamKey}
            hint="Quien tiene la clave puede emitir: compártela solo con quien esté en el campo."
            staleKey="camera"
          />
        </div>
      </div>
      <FormLayout
        {...layout}
        submitText="Actualizar cámara"
        aside={<SignalPanel cameraId={camera.id} live={camera.isLive} />}
        asideFirst
        below={
          <>
            <BroadcastClips camera={camera} />
            <PastBroadcasts cameraId={camera.id} />
            <DeleteCamera camera={camera} />
          </>
        }
      >
        <SlugField form={form} />
        <SportField form={form} />
        <EventField
          form={form}
          required
          placeholder="Elige un evento"
          createPath={withQuery(paths.manage.events.create, { returnTo: 'cameraDetails', cameraId: camera.id })}
          onCreate={keepDraft}
          validate={(id) => id !== '' || 'Debe seleccionar un evento deportivo'}
        />
        {sportEventId && <LivePreview camera={camera} event={event.data} isTest={form.watch('isTest')} />}
        <ProductionField control={form.control} />
      </FormLayout>
      <LastChange kind="cameras" id={camera.id} version={camera.version} />
    </>
  );
}

function CameraState({ camera }: { camera: Camera }) {
  const last = usePastBroadcasts(camera.id).data?.find(({ endedAt }) => endedAt !== null);
  return (
    <Panel title="Estado">
      <dl>
        <Fact label="Emisión">
          {camera.isLive ? <LiveBadge text="En directo" /> : <StatusPill>Offline</StatusPill>}
        </Fact>
        {last && <Fact label="Última emisión">{describeTimes(last)}</Fact>}
        <Fact label="Clubes">{camera.clubs.map((club) => club.name).join(', ') || '—'}</Fact>
      </dl>
    </Panel>
  );
}

function BroadcastClips({ camera }: { camera: Camera }) {
  const { data: broadcasts } = usePastBroadcasts(camera.id);
  const running = broadcasts?.find(({ state }) => state === 'ON_AIR');
  if (!running?.event) return null;
  return <LiveStaffTools slug={camera.slug} startedAt={running.startedAt} eventId={running.event.id} />;
}
