/** /content/create: uploads a content video. */
import { toPictureForm } from '../../features/platform/back-office/picture-upload.tsx';
import { VideoFileField } from '../../features/platform/back-office/video-file-field.tsx';
import {
  ContentFields,
  emptyContent,
  isComplete,
  toContentBody,
} from '../../features/recordings/content/manage/content-form.tsx';
import { useUploadForm } from '../../features/recordings/uploads/use-upload-form.ts';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { FormLayout } from '../../ui/form-layout.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { SubmitOverlay } from '../../ui/submit-overlay.tsx';

export default function CreateContentPage() {
  const { form, video, picture, setPicture, layout, overlay } = useUploadForm({
    empty: emptyContent,
    wanted: 'mp4',
    toBody: toContentBody,
    isComplete,
    create: (body) => api('POST /live/content', { body }),
    clubsKey: 'PUT /live/content/{id}/clubs',
    sendPicture: (id, picture) =>
      api('PATCH /live/content/{id}/thumbnail', {
        params: { id },
        form: toPictureForm('contentVideoThumbFile', picture),
      }),
    kind: 'content',
    list: paths.manage.content.list,
    staleKey: 'managed-contents',
    success: 'Contenido subido correctamente',
    failure: 'Error al subir el contenido',
  });

  return (
    <>
      <BackOfficeHeading title="Subir Contenido" />
      <FormLayout {...layout} submitText="Subir Contenido" aside={<PictureField file={picture} onFile={setPicture} />}>
        <VideoFileField video={video} />
        <ContentFields form={form} whenVisible="Se verá en cuanto esté listo" />
      </FormLayout>
      <SubmitOverlay {...overlay} />
    </>
  );
}
