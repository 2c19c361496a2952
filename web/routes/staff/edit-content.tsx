/** /content/manage/{id}: edits a content video. */
import { useParams } from 'react-router-dom';
import type { ManagedContent } from '../../../shared/contract/content.ts';
import { sendChanges } from '../../features/platform/back-office/changed-fields.ts';
import { DeleteItem } from '../../features/platform/back-office/delete-item.tsx';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { MediaFacts } from '../../features/platform/back-office/media-facts.tsx';
import { PictureUpload } from '../../features/platform/back-office/picture-upload.tsx';
import { isRecoverable } from '../../features/platform/back-office/processing-status.ts';
import { Regenerate } from '../../features/platform/back-office/regenerate.tsx';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { recoverItem } from '../../features/platform/back-office/visibility-actions.ts';
import {
  ContentFields,
  isComplete,
  toContentBody,
  toContentForm,
} from '../../features/recordings/content/manage/content-form.tsx';
import { setContentClubs, useManagedContent } from '../../features/recordings/content/manage/queries.ts';
import { LastChange } from '../../features/trust/audit/last-change.tsx';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { FormLayout } from '../../ui/form-layout.tsx';

export default function EditContentPage() {
  const { id = '' } = useParams();
  const video = useManagedContent(id);
  return (
    <ItemLoader
      query={video}
      missing="Contenido no encontrado"
      list={{ to: paths.manage.content.list, text: 'Ver el contenido' }}
    >
      {(item, reload) => <EditContent video={item} reload={reload} />}
    </ItemLoader>
  );
}

function EditContent({ video, reload }: { video: ManagedContent; reload: () => Promise<ManagedContent | undefined> }) {
  const params = { id: video.id };
  const canRecover = isRecoverable(video);
  const { form, isDirty, layout } = useEdit({
    item: video,
    reload,
    toForm: toContentForm,
    toBody: toContentBody,
    send: ({ clubIds, ...fields }, version) =>
      sendChanges(
        fields,
        version,
        async (body) => (await api('PATCH /live/content/{id}', { params, body })).data.contentVideo,
        clubIds && ((latest) => setContentClubs(video.id, clubIds, latest)),
      ),
    staleKeys: ['managed-contents'],
    success: 'Contenido actualizado correctamente',
    failure: 'Error al actualizar el contenido',
  });

  return (
    <>
      <BackOfficeHeading title="Editar contenido">
        {video.status === 'FINISHED' && video.visible && (
          <LinkButton to={paths.contentVideo(video.categoryId, video.id)} kind="secondary" icon="play">
            Ver el video
          </LinkButton>
        )}
      </BackOfficeHeading>
      <FormLayout
        {...layout}
        submitText="Guardar cambios"
        ready={isDirty && isComplete(form.watch())}
        aside={
          <>
            <MediaFacts title="Datos del contenido" media={video} />
            <PictureUpload
              current={video.thumbnail}
              send="PATCH /live/content/{id}/thumbnail"
              id={video.id}
              part="contentVideoThumbFile"
              staleKeys={['managed-contents', 'managed-content']}
            />
          </>
        }
        below={
          <>
            <Regenerate
              status={video.status}
              isImproving={video.isImproving}
              send={() => api('PUT /live/content/{id}/segments', { params })}
              staleKeys={['managed-contents', 'managed-content']}
            />
            <DeleteItem
              name={video.title}
              button="Eliminar contenido"
              text={
                canRecover
                  ? 'Eliminar el contenido lo quita de la web al momento. A los 14 días se borra su archivo; hasta entonces puedes recuperarlo.'
                  : 'Eliminar el contenido lo quita de la web y borra su archivo.'
              }
              recover={canRecover ? () => recoverItem('content', video) : undefined}
              send={() => api('DELETE /live/content/{id}', { params })}
              success="Contenido eliminado correctamente"
              failure="Error al eliminar el contenido"
              list={paths.manage.content.list}
              itemKey="managed-content"
              listKey="managed-contents"
            />
          </>
        }
      >
        <ContentFields form={form} whenVisible="Se ve" />
      </FormLayout>
      <LastChange kind="contentvideos" id={video.id} version={video.version} />
    </>
  );
}
