/** /content/manage/{id}: edits a content video. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { ManagedContent } from '../../../shared/contract/content.ts';
import { sendChanges } from '../../features/platform/back-office/item-clubs.ts';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { MediaFacts } from '../../features/platform/back-office/media-facts.tsx';
import { PictureUpload } from '../../features/platform/back-office/picture-upload.tsx';
import { pollWhileProcessing } from '../../features/platform/back-office/processing-status.ts';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { VideoActions } from '../../features/platform/back-office/video-actions.tsx';
import {
  ContentFields,
  isComplete,
  toContentBody,
  toContentForm,
} from '../../features/recordings/content/manage/content-form.tsx';
import { LastChange } from '../../features/trust/audit/last-change.tsx';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { FormLayout } from '../../ui/form-layout.tsx';

export default function EditContentPage() {
  const { id = '' } = useParams();
  const video = useQuery({
    queryKey: ['managed-content', id],
    queryFn: async ({ signal }) => (await api('GET /live/content/{id}', { params: { id }, signal })).data.contentVideo,
    refetchInterval: ({ state }) => pollWhileProcessing(state.data && [state.data]),
  });
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
  const { form, isDirty, layout } = useEdit({
    item: video,
    reload,
    toForm: toContentForm,
    toBody: toContentBody,
    send: (changes, version) =>
      sendChanges(
        changes,
        version,
        async (body) => (await api('PATCH /live/content/{id}', { params, body })).data.contentVideo,
        'PUT /live/content/{id}/clubs',
        video.id,
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
        below={<VideoActions kind="content" video={video} />}
      >
        <ContentFields form={form} whenVisible="Se ve" />
      </FormLayout>
      <LastChange kind="contentvideos" id={video.id} version={video.version} />
    </>
  );
}
