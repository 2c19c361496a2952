/** /content/create: uploads a content video. */
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toIds } from '../../features/platform/manage/list-filters.ts';
import { toPictureForm } from '../../features/platform/manage/picture-upload.tsx';
import { useVideoFile, VideoFileField } from '../../features/platform/manage/video-file-field.tsx';
import {
  ContentFields,
  type ContentForm,
  emptyContent,
  isComplete,
  toContentBody,
} from '../../features/recordings/content/manage/content-form.tsx';
import { setContentClubs } from '../../features/recordings/content/manage/queries.ts';
import { toTitle, useVideoUpload } from '../../features/recordings/uploads/use-video-upload.ts';
import { api, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { FormLayout, mandatoryHint } from '../../ui/form-layout.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { SubmitOverlay } from '../../ui/submit-overlay.tsx';
import { toast } from '../../ui/toaster.tsx';

export default function CreateContentPage() {
  const { start, busy, overlay } = useVideoUpload({
    kind: 'content',
    list: paths.manage.content.list,
    stale: 'managed-contents',
    success: 'Contenido subido correctamente',
    failure: 'Error al subir el contenido',
  });
  const [picture, setPicture] = useState<File>();
  const form = useForm<ContentForm>({ mode: 'onTouched', defaultValues: emptyContent });
  const video = useVideoFile('mp4', (file) => {
    if (form.getValues('title') === '') form.setValue('title', toTitle(file.name));
  });
  const { file } = video;
  const complete = isComplete(form.watch()) && file !== undefined;

  const submit = form.handleSubmit(async (filled) => {
    if (!file) return;
    const body = toContentBody(filled);
    await start(
      file,
      body.title,
      () =>
        api('POST /live/content', { body: { ...body, file: { name: file.name, size: file.size, type: file.type } } }),
      async (id) => {
        if (filled.clubs.length > 0) await setContentClubs(id, toIds(filled.clubs));
        if (!picture) return;
        const form = toPictureForm('contentVideoThumbFile', picture);
        await api('PATCH /live/content/{id}/thumbnail', { params: { id }, form }).catch((error: unknown) =>
          toast.error(errorText(error, 'Error al subir la miniatura')),
        );
      },
    );
  });

  return (
    <>
      <PageHeading title="Subir Contenido" />
      <FormLayout
        onSubmit={submit}
        submit="Subir Contenido"
        ready={complete}
        busy={busy}
        unsaved={!busy && (form.formState.isDirty || file !== undefined || picture !== undefined)}
        hint={complete ? undefined : mandatoryHint}
        aside={<PictureField file={picture} onFile={setPicture} />}
      >
        <VideoFileField video={video} />
        <ContentFields form={form} whenVisible="Se verá en cuanto esté listo" />
      </FormLayout>
      <SubmitOverlay {...overlay} />
    </>
  );
}
