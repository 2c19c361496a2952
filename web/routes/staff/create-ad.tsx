/** /ad-videos/create: uploads an ad. */
import { useForm } from 'react-hook-form';
import { toIds } from '../../features/platform/manage/list-filters.ts';
import { useVideoFile, VideoFileField } from '../../features/platform/manage/video-file-field.tsx';
import { AdFields, type AdForm, emptyAd, toAdBody } from '../../features/recordings/ads/ad-form.tsx';
import { setAdClubs } from '../../features/recordings/ads/queries.ts';
import { toTitle, useVideoUpload } from '../../features/recordings/uploads/use-video-upload.ts';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { FormLayout, mandatoryHint } from '../../ui/form-layout.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SubmitOverlay } from '../../ui/submit-overlay.tsx';

export default function CreateAdPage() {
  const { start, busy, overlay } = useVideoUpload({
    kind: 'ads',
    list: paths.manage.ads.list,
    stale: 'ads',
    success: 'Anuncio subido correctamente',
    failure: 'Error al subir el anuncio',
  });
  const form = useForm<AdForm>({ mode: 'onTouched', defaultValues: emptyAd });
  const video = useVideoFile('mp4', (file) => {
    if (form.getValues('title') === '') form.setValue('title', toTitle(file.name));
  });
  const { file } = video;
  const complete = form.watch('title').trim() !== '' && file !== undefined;

  const submit = form.handleSubmit(async (filled) => {
    if (!file) return;
    const body = toAdBody(filled, 1);
    await start(
      file,
      body.title,
      () =>
        api('POST /live/ad_videos', {
          body: { ...body, file: { name: file.name, size: file.size, type: file.type } },
        }),
      async (id) => {
        if (filled.clubs.length > 0) await setAdClubs(id, toIds(filled.clubs));
      },
    );
  });

  return (
    <>
      <PageHeading title="Subir Anuncio" />
      <FormLayout
        onSubmit={submit}
        submit="Subir Anuncio"
        ready={complete}
        busy={busy}
        unsaved={!busy && (form.formState.isDirty || file !== undefined)}
        hint={complete ? undefined : mandatoryHint}
      >
        <VideoFileField video={video} />
        <AdFields form={form} priorityRequired />
      </FormLayout>
      <SubmitOverlay {...overlay} />
    </>
  );
}
