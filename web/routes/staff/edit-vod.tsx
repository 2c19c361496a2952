/** /vods/manage/{id}: edits a video; admins also regenerate, show and delete it. */
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { ManagedVod } from '../../../shared/contract/vod.ts';
import { isBlank } from '../../../shared/domain/visible-text.ts';
import { EventField } from '../../features/platform/back-office/event-field.tsx';
import { sendChanges } from '../../features/platform/back-office/item-clubs.ts';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { MediaFacts } from '../../features/platform/back-office/media-facts.tsx';
import { PictureUpload } from '../../features/platform/back-office/picture-upload.tsx';
import { useDraft } from '../../features/platform/back-office/use-draft.ts';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { useManagedEvent } from '../../features/platform/back-office/use-managed-event.ts';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { VideoActions } from '../../features/platform/back-office/video-actions.tsx';
import { EmbedCode } from '../../features/reach/embeds/embed-code.tsx';
import { Publication } from '../../features/recordings/vods/manage/publication.tsx';
import { useManagedVod, vodTexts } from '../../features/recordings/vods/manage/queries.ts';
import { toVodBody, toVodForm, VodFields } from '../../features/recordings/vods/manage/vod-form.tsx';
import { LastChange } from '../../features/trust/audit/last-change.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { withQuery } from '../../lib/safe-path.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Fact, FormLayout, Panel } from '../../ui/form-layout.tsx';

export default function EditVodPage() {
  const { id = '' } = useParams();
  return (
    <ItemLoader query={useManagedVod(id)} {...vodTexts(id)}>
      {(item, reload) => <EditVod vod={item} reload={reload} />}
    </ItemLoader>
  );
}

function EditVod({ vod, reload }: { vod: ManagedVod; reload: () => Promise<ManagedVod | undefined> }) {
  const { isClubStaff, area } = useManagement();
  const params = { id: vod.id };
  const { form, isDirty, layout } = useEdit({
    item: vod,
    reload,
    toForm: toVodForm,
    toBody: toVodBody,
    send: (changes, version) =>
      sendChanges(
        changes,
        version,
        async (body) => (await api(`PATCH /${area}/vods/{id}`, { params, body })).data.vod,
        `PUT /${area}/vods/{id}/clubs`,
        vod.id,
      ),
    staleKeys: ['managed-vods'],
    success: 'Video actualizado correctamente',
    failure: 'Error al actualizar el Video',
  });
  const keepDraft = useDraft(`vod ${vod.id}`, form);

  return (
    <>
      <BackOfficeHeading title="Editar video">
        {!isClubStaff && vod.status === 'FINISHED' && (
          <LinkButton to={paths.vodStats(vod.id)} kind="secondary" icon="chart">
            Estadísticas
          </LinkButton>
        )}
        {vod.status === 'FINISHED' && (
          <LinkButton to={paths.vod(vod.id)} kind="secondary" icon="play">
            Ver el video
          </LinkButton>
        )}
      </BackOfficeHeading>
      <FormLayout
        {...layout}
        submitText="Guardar cambios"
        ready={isDirty && !isBlank(form.watch('title'))}
        aside={
          <>
            <MediaFacts title="Datos del video" media={vod}>
              {vod.analytics && (
                <Fact label="Espectadores únicos">{formatCount(vod.analytics.uniqueNonLiveViewers)}</Fact>
              )}
            </MediaFacts>
            <PictureUpload
              current={vod.thumbnail}
              kind={vod.sport}
              send={`POST /${area}/vods/{id}/thumbnail`}
              id={vod.id}
              part="vodThumbFile"
              staleKeys={['managed-vods', 'managed-vod']}
            />
            {vod.visible && vod.status === 'FINISHED' && !vod.awaitsPublication && (
              <Panel title="En la web del club">
                <EmbedCode embed={{ kind: 'vod', id: vod.id }} title={vod.title} label="Código del video" />
              </Panel>
            )}
          </>
        }
        below={!isClubStaff && <VideoActions kind="vods" video={vod} />}
      >
        {(isClubStaff || vod.awaitsPublication) && <Publication vod={vod} />}
        <VodFields form={form} hasSport={!isClubStaff} whenVisible="Se ve">
          <LinkedEvent vod={vod}>
            <EventField
              form={form}
              createPath={withQuery(paths.manage.events.create, { returnTo: 'vodDetails', vodId: vod.id })}
              onCreate={keepDraft}
            />
          </LinkedEvent>
        </VodFields>
      </FormLayout>
      <LastChange kind="vods" id={vod.id} version={vod.version} />
    </>
  );
}

/**
 * The event's field. Club staff may read the event only if their club takes part; otherwise the server answers 403 or
 * 404.
 */
function LinkedEvent({ vod, children }: { vod: ManagedVod; children: ReactNode }) {
  const { isClubStaff } = useManagement();
  const event = useManagedEvent(vod.sportEventId ?? '');
  const hidden =
    isClubStaff && event.error instanceof ApiError && (event.error.status === 403 || event.error.status === 404);
  if (!hidden) return children;
  return (
    <p className="rounded-sm bg-raised p-3 text-small text-muted">
      No tienes permisos para ver el evento asociado a este video
    </p>
  );
}
