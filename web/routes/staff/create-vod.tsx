/**
 * /vods/create: creates a video and uploads its file. The overlay shows the progress; the upload outlives this page.
 */
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Sport } from '../../../shared/contract/schema.ts';
import { ClubsField } from '../../features/platform/manage/clubs-field.tsx';
import { EventSelect, useManagedEventTitle } from '../../features/platform/manage/event-select.tsx';
import { sportChoices, toIds } from '../../features/platform/manage/list-filters.ts';
import { toPictureForm } from '../../features/platform/manage/picture-upload.tsx';
import { SwitchField } from '../../features/platform/manage/switch-field.tsx';
import { useDraft } from '../../features/platform/manage/use-draft.ts';
import { useEventFromQuery } from '../../features/platform/manage/use-event-from-query.ts';
import { useManagement, useOwnClub } from '../../features/platform/manage/use-management.ts';
import { useVideoFile, VideoFileField } from '../../features/platform/manage/video-file-field.tsx';
import { toTitle, useVideoUpload } from '../../features/recordings/uploads/use-video-upload.ts';
import { Publication } from '../../features/recordings/vods/manage/publication.tsx';
import { setVodClubs, vodThumbnailKey } from '../../features/recordings/vods/manage/queries.ts';
import { api, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { withQuery } from '../../lib/safe-path.ts';
import type { ClubChoice } from '../../ui/club-picker.tsx';
import { FormLayout, mandatoryHint } from '../../ui/form-layout.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SubmitOverlay } from '../../ui/submit-overlay.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toaster.tsx';

interface VodForm {
  sportEventId: string;
  title: string;
  summary: string;
  sport: Sport;
  visible: boolean;
  clubs: ClubChoice[];
}

const empty: VodForm = { sportEventId: '', title: '', summary: '', sport: 'SOCCER', visible: false, clubs: [] };

export default function CreateVodPage() {
  const { staff } = useManagement();
  const ownClub = useOwnClub();
  const { start, busy, overlay } = useVideoUpload({
    kind: 'vods',
    list: paths.manage.vods.list,
    stale: 'managed-vods',
    success: 'Video subido correctamente',
    failure: 'Error al subir el video',
  });
  const [picture, setPicture] = useState<File>();
  const form = useForm<VodForm>({ mode: 'onTouched', defaultValues: empty });
  const { setValue } = form;
  const { errors } = form.formState;
  const video = useVideoFile('video', (chosen) => {
    if (form.getValues('title') === '') setValue('title', toTitle(chosen.name), { shouldDirty: true });
  });
  const { file } = video;
  const keepDraft = useDraft('create-vod', form, { video: file, picture }, (files) => {
    setPicture(files.picture);
    if (files.video) video.choose(files.video);
  });
  const sport = form.watch('sport');
  const sportEventId = form.watch('sportEventId');
  useEventTitle(sportEventId, form, file);
  const complete = form.watch('title').trim() !== '' && file !== undefined;

  const { id: ownId, name: ownName } = ownClub ?? {};
  useEffect(() => {
    if (ownId && ownName) setValue('clubs', [{ id: ownId, name: ownName }]);
  }, [ownId, ownName, setValue]);
  useEventFromQuery((eventId, eventSport) => {
    if (eventSport) setValue('sport', eventSport, { shouldDirty: true });
    setValue('sportEventId', eventId, { shouldDirty: true });
  });

  const submit = form.handleSubmit(async (filled) => {
    if (!file) return;
    const title = filled.title.trim();
    await start(
      file,
      title,
      () =>
        api(staff ? 'POST /clubStaff/vods' : 'POST /live/vods', {
          body: {
            title,
            summary: filled.summary,
            sport: filled.sport,
            visible: filled.visible,
            sportEventId: filled.sportEventId || null,
            file: { name: file.name, size: file.size, type: file.type },
          },
        }),
      async (id) => {
        if (filled.clubs.length > 0) await setVodClubs(staff, id, toIds(filled.clubs));
        if (!picture) return;
        const form = toPictureForm('vodThumbFile', picture);
        await api(vodThumbnailKey(staff), { params: { id }, form }).catch((error: unknown) =>
          toast.error(errorText(error, 'Error al subir la miniatura')),
        );
      },
    );
  });

  return (
    <>
      <PageHeading title="Subir Video" />
      <FormLayout
        onSubmit={submit}
        submit="Subir Video"
        ready={complete}
        busy={busy}
        unsaved={!busy && (form.formState.isDirty || file !== undefined)}
        hint={complete ? undefined : mandatoryHint}
        aside={
          <>
            <PictureField kind={sport} file={picture} onFile={setPicture} />
            {staff && <Publication />}
          </>
        }
      >
        <VideoFileField video={video} />
        <TextInput
          label="Título"
          required
          maxLength={200}
          error={errors.title?.message}
          {...form.register('title', {
            validate: (title) => title.trim() !== '' || 'El título del video es requerido',
          })}
        />
        <Select
          label="Deporte"
          choices={sportChoices}
          {...form.register('sport', { onChange: () => setValue('sportEventId', '') })}
        />
        <EventSelect
          sport={sport}
          chosenId={sportEventId}
          createPath={withQuery(paths.manage.events.create, { returnTo: 'createVod' })}
          onCreate={keepDraft}
          {...form.register('sportEventId')}
        />
        <Textarea label="Descripción" maxLength={5000} {...form.register('summary')} />
        <ClubsField control={form.control} name="clubs" />
        {!staff && (
          <SwitchField
            control={form.control}
            name="visible"
            label="Video visible"
            on="Se verá en cuanto esté listo"
            off="Oculto"
          />
        )}
      </FormLayout>
      <SubmitOverlay {...overlay} />
    </>
  );
}

/** Takes the title from the event unless the user has typed one, instead of the file name. */
function useEventTitle(sportEventId: string, { getValues, setValue }: UseFormReturn<VodForm>, file: File | undefined) {
  const { data: event } = useManagedEventTitle(sportEventId);
  const given = useRef('');
  useEffect(() => {
    if (!event) return;
    const title = getValues('title');
    if (!['', given.current, toTitle(file?.name ?? '')].includes(title)) return;
    given.current = event.title;
    setValue('title', event.title, { shouldDirty: true });
  }, [event, file, getValues, setValue]);
}
