/**
 * /vods/create: describes a video, opens its upload and sends the file (B-VOD-1 to 6). The overlay shows how far it has
 * come; the upload itself belongs to the browser, not to this page, and goes on behind it.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Sport } from '../../../../shared/schema.ts';
import { PageHeading } from '../../../app/page-heading.tsx';
import { paths } from '../../../app/paths.ts';
import { api, errorText } from '../../../lib/api.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { type ClubChoice, ClubPicker } from '../../../ui/club-picker.tsx';
import { FormLayout, mandatoryHint } from '../../../ui/form-layout.tsx';
import { PictureField } from '../../../ui/picture-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { SubmitOverlay, useSubmission } from '../../../ui/submit-overlay.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { VideoField } from '../../../ui/video-field.tsx';
import { EventSelect } from '../../manage/event-select.tsx';
import { sportChoices } from '../../manage/list-filters.ts';
import { useDelayedNavigate } from '../../manage/use-delayed-navigate.ts';
import { useEventFromQuery } from '../../manage/use-event-from-query.ts';
import { searchManagedClubs, searchStaffClubs, useManagement, useOwnClub } from '../../manage/use-management.ts';
import { percentOf, startUpload, useUploads } from '../../uploads/upload-store.ts';
import { setVodClubs, vodThumbnailForm, vodThumbnailKey } from './queries.ts';

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
  const { staff, clubId } = useManagement();
  const ownClub = useOwnClub();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const navigateLater = useDelayedNavigate();
  const { submission, run, close } = useSubmission();
  const [file, setFile] = useState<File>();
  const [fileMissing, setFileMissing] = useState(false);
  const [picture, setPicture] = useState<File>();
  const [uploadId, setUploadId] = useState<string>();
  const upload = useUploads().find((one) => one.id === uploadId);
  const form = useForm<VodForm>({ mode: 'onTouched', defaultValues: empty });
  const { setValue } = form;
  const { errors } = form.formState;
  const sport = form.watch('sport');
  const complete = form.watch('title').trim() !== '' && file !== undefined;

  const { id: ownId, name: ownName } = ownClub ?? {};
  useEffect(() => {
    if (ownId && ownName) setValue('clubs', [{ id: ownId, name: ownName }]);
  }, [ownId, ownName, setValue]);
  useEventFromQuery((eventId, eventSport) => {
    if (eventSport) setValue('sport', eventSport);
    setValue('sportEventId', eventId);
  });

  const submit = form.handleSubmit(async (filled) => {
    if (!file) return setFileMissing(true);
    await run(
      async (onPercent) => {
        const clubIds = filled.clubs.map((club) => club.id);
        const { data: vodId, upload: ticket } = await api(staff ? 'POST /clubStaff/vods' : 'POST /live/vods', {
          body: {
            title: filled.title.trim(),
            summary: filled.summary,
            sport: filled.sport,
            visible: filled.visible,
            sportEventId: filled.sportEventId || null,
            file: { name: file.name, size: file.size, type: file.type },
          },
        });
        if (!ticket) throw new Error('The answer holds no upload');
        onPercent(0);
        // The whole form is kept on the server before the long part begins: a reload loses nothing of it.
        if (clubIds.length > 0) await setVodClubs(staff, vodId, clubIds);
        if (picture) {
          await api(vodThumbnailKey(staff), { params: { id: vodId }, form: vodThumbnailForm(picture) }).catch(
            (error: unknown) => toast.error(errorText(error, 'Error al subir la miniatura')),
          );
        }
        queries.invalidateQueries({ queryKey: ['managed-vods'] });
        setUploadId(ticket.id);
        await startUpload(file, ticket, { vodId, title: filled.title.trim() });
        await queries.invalidateQueries({ queryKey: ['managed-vods'] });
        navigateLater(paths.manage.vods.list);
      },
      'Video subido correctamente',
      (error) => (error instanceof DOMException ? 'Subida cancelada' : errorText(error, 'Error al subir el video')),
    );
  });

  const sending = submission.state === 'loading' && upload !== undefined;
  return (
    <>
      <PageHeading title="Subir Video" />
      <FormLayout
        onSubmit={submit}
        submit="Subir Video"
        ready={complete}
        busy={submission.state === 'loading' || submission.state === 'success'}
        hint={complete ? undefined : mandatoryHint}
        aside={<PictureField file={picture} onFile={setPicture} />}
      >
        <VideoField
          label="Archivo de video"
          accept="video/*"
          file={file}
          error={fileMissing && !file ? 'El archivo de video es requerido' : undefined}
          onFile={(chosen) => {
            setFile(chosen);
            setFileMissing(!chosen);
            if (chosen && form.getValues('title') === '') setValue('title', titleOf(chosen.name));
          }}
        />
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
          chosenId={form.watch('sportEventId')}
          createPath={withQuery(paths.manage.events.create, { returnTo: 'createVod' })}
          {...form.register('sportEventId')}
        />
        <Textarea label="Descripción" maxLength={5000} {...form.register('summary')} />
        <Controller
          control={form.control}
          name="clubs"
          render={({ field }) => (
            <ClubPicker
              label="Clubes"
              search={staff ? searchStaffClubs : searchManagedClubs}
              chosen={field.value}
              onChange={field.onChange}
              disabled={staff}
              locked={clubId ? [clubId] : []}
              suggestions={field.value.length > 0 ? 10 : 5}
            />
          )}
        />
        {!staff && (
          <Controller
            control={form.control}
            name="visible"
            render={({ field }) => (
              <Switch
                label="Video visible"
                checked={field.value}
                onChange={field.onChange}
                text={field.value ? 'Visible en cuanto esté listo' : 'Oculto'}
              />
            )}
          />
        )}
      </FormLayout>
      <SubmitOverlay
        submission={sending ? { state: 'loading', percent: percentOf(upload) } : submission}
        note={upload?.state === 'offline' ? 'Sin conexión. La subida seguirá sola cuando vuelva.' : undefined}
        onBackground={sending ? () => navigate(paths.manage.vods.list) : undefined}
        onClose={close}
      />
    </>
  );
}

/** 'Partido_sabado-final.mp4' → 'Partido sabado final' */
const titleOf = (fileName: string) =>
  fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, 200);
