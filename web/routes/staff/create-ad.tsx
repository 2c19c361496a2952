/** /ad-videos/create: uploads an ad. */
import { VideoFileField } from '../../features/platform/back-office/video-file-field.tsx';
import { AdFields, emptyAd, toAdBody } from '../../features/recordings/ads/ad-form.tsx';
import { useUploadForm } from '../../features/recordings/uploads/use-upload-form.ts';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { FormLayout } from '../../ui/form-layout.tsx';
import { SubmitOverlay } from '../../ui/submit-overlay.tsx';

export default function CreateAdPage() {
  const { form, video, layout, overlay } = useUploadForm({
    empty: emptyAd,
    wanted: 'mp4',
    toBody: (filled) => toAdBody(filled, 1),
    create: (body) => api('POST /live/ad_videos', { body }),
    clubsKey: 'PUT /live/ad_videos/{id}/clubs',
    kind: 'ads',
    list: paths.manage.ads.list,
    staleKey: 'ads',
    success: 'Anuncio subido correctamente',
    failure: 'Error al subir el anuncio',
  });

  return (
    <>
      <BackOfficeHeading title="Subir Anuncio" />
      <FormLayout {...layout} submitText="Subir Anuncio">
        <VideoFileField video={video} />
        <AdFields form={form} isPriorityRequired />
      </FormLayout>
      <SubmitOverlay {...overlay} />
    </>
  );
}
