/** /vods/manage/{id}: edits a video; admins also regenerate, show and delete it. */
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { ManagedVod } from '../../../shared/contract/vod.ts';
import { isBlank } from '../../../shared/domain/visible-text.ts';
import { sendChanges } from '../../features/platform/back-office/changed-fields.ts';
import { EventField } from '../../features/platform/back-office/event-field.tsx';
import { useManagedEventTitle } from '../../features/platform/back-office/event-select.tsx';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { useDraft } from '../../features/platform/back-office/use-draft.ts';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { EmbedCode } from '../../features/reach/embeds/embed-code.tsx';
import { Publication } from '../../features/recordings/vods/manage/publication.tsx';
import { setVodClubs, useManagedVod, vodTexts } from '../../features/recordings/vods/manage/queries.ts';
import { VodActions } from '../../features/recordings/vods/manage/vod-actions.tsx';
import { VodFacts } from '../../features/recordings/vods/manage/vod-facts.tsx';
import { toVodBody, toVodForm, VodFields } from '../../features/recordings/vods/manage/vod-form.tsx';
import { LastChange } from '../../features/trust/audit/last-change.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { withQuery } from '../../lib/safe-path.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { FormLayout, Panel } from '../../ui/form-layout.tsx';

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
