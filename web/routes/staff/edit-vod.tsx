/** /vods/manage/{id}: edits a video; admins also regenerate, show and delete it. */
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { ManagedVod } from '../../../shared/contract/vod.ts';
import { isBlank } from '../../../shared/domain/visible-text.ts';
import { sendChanges } from '../../features/platform/back-office/changed-fields.ts';
import { DeleteItem } from '../../features/platform/back-office/delete-item.tsx';
import { EventField } from '../../features/platform/back-office/event-field.tsx';
import { useManagedEventTitle } from '../../features/platform/back-office/event-select.tsx';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { MediaFacts } from '../../features/platform/back-office/media-facts.tsx';
import { PictureUpload } from '../../features/platform/back-office/picture-upload.tsx';
import { isRecoverable } from '../../features/platform/back-office/processing-status.ts';
import { Regenerate } from '../../features/platform/back-office/regenerate.tsx';
import { useDraft } from '../../features/platform/back-office/use-draft.ts';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { recoverItem } from '../../features/platform/back-office/visibility-actions.ts';
import { EmbedCode } from '../../features/reach/embeds/embed-code.tsx';
import { Publication } from '../../features/recordings/vods/manage/publication.tsx';
import {
  setVodClubs,
  useManagedVod,
  vodTexts,
  vodThumbnailKey,
} from '../../features/recordings/vods/manage/queries.ts';
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
  const vod = useManagedVod(id);
  return (
    <ItemLoader query={vod} {...vodTexts(id)}>
      {(item, reload) => <EditVod vod={item} reload={reload} />}
    </ItemLoader>
  );
}

function EditVod({ vod, reload }: { vod: ManagedVod; reload: () => Promise<ManagedVod | undefined> }) {
  const { isClubStaff } = useManagement();
  const params = { id: vod.id };
  const { form, isDirty, layout } = useEdit({
    item: vod,
    reload,
    toForm: toVodForm,
    toBody: toVodBody,
    send: ({ clubIds, ...fields }, version) =>
      sendChanges(
        fields,
        version,
        async (body) =>
          (await api(isClubStaff ? 'PATCH /clubStaff/vods/{id}' : 'PATCH /live/vods/{id}', { params, body })).data.vod,
        clubIds && ((latest) => setVodClubs(isClubStaff, vod.id, clubIds, latest)),
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
            <VodFacts vod={vod} />
            {vod.visible && vod.status === 'FINISHED' && !vod.awaitsPublication && (
              <Panel title="En la web del club">
                <EmbedCode embed={{ kind: 'vod', id: vod.id }} title={vod.title} label="Código del video" />
              </Panel>
            )}
          </>
        }
        below={!isClubStaff && <VodActions vod={vod} />}
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
  const event = useManagedEventTitle(vod.sportEventId ?? '');
  const hidden =
    isClubStaff && event.error instanceof ApiError && (event.error.status === 403 || event.error.status === 404);
  if (!hidden) return children;
  return (
    <p className="rounded-sm bg-raised p-3 text-small text-muted">
      No tienes permisos para ver el evento asociado a este video
    </p>
  );
}

/** Actions of admins for a video: re-encrypt, delete. */
function VodActions({ vod }: { vod: ManagedVod }) {
  const params = { id: vod.id };
  const canRecover = isRecoverable(vod);
  return (
    <>
      <Regenerate
        status={vod.status}
        playsRecording={vod.playsRecording}
        isImproving={vod.isImproving}
        send={() => api('PUT /live/vods/{id}/segments', { params })}
        staleKeys={['managed-vod', 'managed-vods']}
      />
      <DeleteItem
        name={vod.title}
        button="Eliminar video"
        text={
          canRecover
            ? 'Eliminar el video lo quita de la web al momento. A los 14 días se borra su archivo; hasta entonces puedes recuperarlo.'
            : 'Eliminar el video lo quita de la web y borra su archivo.'
        }
        recover={canRecover ? () => recoverItem('vods', vod) : undefined}
        send={() => api('DELETE /live/vods/{id}', { params })}
        success="Video eliminado correctamente"
        failure="Error al eliminar el VOD"
        list={paths.manage.vods.list}
        itemKey="managed-vod"
        listKey="managed-vods"
      />
    </>
  );
}

/** Picture, state and figures of a video, beside its form. */
function VodFacts({ vod }: { vod: ManagedVod }) {
  const { isClubStaff } = useManagement();
  return (
    <>
      <MediaFacts title="Datos del video" media={vod}>
        {vod.analytics && <Fact label="Espectadores únicos">{formatCount(vod.analytics.uniqueNonLiveViewers)}</Fact>}
      </MediaFacts>
      <PictureUpload
        current={vod.thumbnail}
        kind={vod.sport}
        send={vodThumbnailKey(isClubStaff)}
        id={vod.id}
        part="vodThumbFile"
        staleKeys={['managed-vods', 'managed-vod']}
      />
    </>
  );
}
