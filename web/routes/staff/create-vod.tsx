/**
 * /vods/create: creates a video and uploads its file. An overlay shows the progress; the upload continues if the user
 * leaves the page.
 */
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { EventField } from '../../features/platform/back-office/event-field.tsx';
import { toPictureForm } from '../../features/platform/back-office/picture-upload.tsx';
import { useDraft } from '../../features/platform/back-office/use-draft.ts';
import { useManagedEvent } from '../../features/platform/back-office/use-managed-event.ts';
import { useManagement, usePresetClub } from '../../features/platform/back-office/use-management.ts';
import { VideoFileField } from '../../features/platform/back-office/video-file-field.tsx';
import { toTitle, useUploadForm } from '../../features/recordings/uploads/use-upload-form.ts';
import { Publication } from '../../features/recordings/vods/manage/publication.tsx';
import { emptyVod, toVodBody, VodFields, type VodForm } from '../../features/recordings/vods/manage/vod-form.tsx';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { withQuery } from '../../lib/safe-path.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { FormLayout } from '../../ui/form-layout.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { SubmitOverlay } from '../../ui/submit-overlay.tsx';

export default function CreateVodPage() {
  const { isClubStaff, area } = useManagement();
  const { form, video, picture, setPicture, layout, overlay } = useUploadForm({
    empty: emptyVod,
    wanted: 'video',
    toBody: toVodBody,
    create: (body) => api(`POST /${area}/vods`, { body }),
    clubsKey: `PUT /${area}/vods/{id}/clubs`,
    sendPicture: (id, picture) =>
      api(`POST /${area}/vods/{id}/thumbnail`, { params: { id }, form: toPictureForm('vodThumbFile', picture) }),
    kind: 'vods',
    list: paths.manage.vods.list,
    staleKey: 'managed-vods',
    success: 'Video subido correctamente',
    failure: 'Error al subir el video',
  });
  const { file } = video;
  const keepDraft = useDraft('create-vod', form, { video: file, picture }, (files) => {
    setPicture(files.picture);
    if (files.video) video.choose(files.video);
  });
  useEventTitle(form.watch('sportEventId'), form, file);
  usePresetClub(form);

  return (
    <>
      <BackOfficeHeading title="Subir Video" />
      <FormLayout
        {...layout}
        submitText="Subir Video"
        aside={
          <>
            <PictureField kind={form.watch('sport')} file={picture} onFile={setPicture} />
            {isClubStaff && <Publication />}
          </>
        }
      >
        <VideoFileField video={video} />
        <VodFields form={form} hasSport whenVisible="Se verá en cuanto esté listo">
          <EventField
            form={form}
            createPath={withQuery(paths.manage.events.create, { returnTo: 'createVod' })}
            onCreate={keepDraft}
          />
        </VodFields>
      </FormLayout>
      <SubmitOverlay {...overlay} />
    </>
  );
}

/** Uses the event's title as the video's, instead of the file name, unless the user has typed one. */
function useEventTitle(sportEventId: string, { getValues, setValue }: UseFormReturn<VodForm>, file: File | undefined) {
  const { data: event } = useManagedEvent(sportEventId);
  const lastEventTitle = useRef('');
  useEffect(() => {
    if (!event) return;
    const title = getValues('title');
    if (!['', lastEventTitle.current, toTitle(file?.name ?? '')].includes(title)) return;
    lastEventTitle.current = event.title;
    setValue('title', event.title, { shouldDirty: true });
  }, [event, file, getValues, setValue]);
}
