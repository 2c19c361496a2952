/** /vods/manage/{id}: facts and fields of a video; admins also regenerate, show and delete it (B-VOD-7 to 13). */
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import type { Sport } from '../../../../shared/schema.ts';
import type { ManagedVod } from '../../../../shared/vods.ts';
import { PageHeading } from '../../../app/page-heading.tsx';
import { paths } from '../../../app/paths.ts';
import { ApiError, api, errorText } from '../../../lib/api.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { type ClubChoice, ClubPicker } from '../../../ui/club-picker.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { FormLayout } from '../../../ui/form-layout.tsx';
import { Select } from '../../../ui/select.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { SubmitOverlay, useSubmission } from '../../../ui/submit-overlay.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { changedFields } from '../../manage/changed-fields.ts';
import { EventSelect, useManagedEventTitle } from '../../manage/event-select.tsx';
import { sportChoices } from '../../manage/list-filters.ts';
import { useEventFromQuery } from '../../manage/use-event-from-query.ts';
import { searchManagedClubs, searchStaffClubs, useManagement } from '../../manage/use-management.ts';
import { setVodClubs, useManagedVod } from './queries.ts';
import { VodActions } from './vod-actions.tsx';
import { VodFacts } from './vod-facts.tsx';

export default function EditVodPage() {
  const { id = '' } = useParams();
  const vod = useManagedVod(id);
  if (vod.isPending) return <PageSpinner />;
  if (!vod.data) {
    const missing = vod.error instanceof ApiError && vod.error.status === 404;
    return (
      <ErrorState
        title={missing ? 'VOD no encontrado' : 'No se ha podido cargar'}
        message={missing ? 'Puede que alguien lo haya eliminado.' : errorText(vod.error)}
        onRetry={() => vod.refetch()}
        action={missing && <LinkButton to={paths.manage.vods.list}>Ver los videos</LinkButton>}
      />
    );
  }
  return <EditVod key={vod.data.id} vod={vod.data} />;
}

interface VodForm {
  title: string;
  summary: string;
  sport: Sport;
  sportEventId: string;
  visible: boolean;
  clubs: ClubChoice[];
}

const toForm = (vod: ManagedVod): VodForm => ({
  title: vod.title,
  summary: vod.summary,
  sport: vod.sport,
  sportEventId: vod.sportEventId ?? '',
  visible: vod.visible,
  clubs: vod.clubs.map(({ id, name }) => ({ id, name })),
});

const toBody = ({ title, summary, sport, sportEventId, visible }: VodForm) => ({
  title: title.trim(),
  summary,
  sport,
  visible,
  sportEventId: sportEventId || null,
});

function EditVod({ vod }: { vod: ManagedVod }) {
  const { staff, clubId } = useManagement();
  const queries = useQueryClient();
  const { submission, run, close } = useSubmission();
  // The list's switch and a regeneration change the video meanwhile; what is being typed stays.
  const form = useForm<VodForm>({ mode: 'onTouched', values: toForm(vod), resetOptions: { keepDirtyValues: true } });
  const { isDirty, dirtyFields, errors } = form.formState;
  useEventFromQuery((eventId, sport) => {
    if (sport) form.setValue('sport', sport, { shouldDirty: true });
    form.setValue('sportEventId', eventId, { shouldDirty: true });
  });

  const submit = form.handleSubmit((filled) =>
    run(
      async () => {
        const changes = changedFields(toBody(toForm(vod)), toBody(filled));
        if (Object.keys(changes).length > 0) {
          await api(staff ? 'PATCH /clubStaff/vods/{id}' : 'PATCH /live/vods/{id}', {
            params: { id: vod.id },
            body: { ...changes, version: vod.version },
          });
        }
        if (dirtyFields.clubs) {
          await setVodClubs(
            staff,
            vod.id,
            filled.clubs.map((club) => club.id),
          );
        }
        form.reset(filled);
        await queries.invalidateQueries({ queryKey: ['managed-vod'] });
        await queries.invalidateQueries({ queryKey: ['managed-vods'] });
      },
      'Video actualizado correctamente',
      (error) => errorText(error, 'Error al actualizar el Video'),
    ),
  );

  return (
    <>
      <PageHeading title="Editar video">
        {!staff && vod.status === 'FINISHED' && (
          <LinkButton to={paths.vodStats(vod.id)} kind="secondary" icon="chart">
            Estadísticas
          </LinkButton>
        )}
        {vod.status === 'FINISHED' && (
          <LinkButton to={paths.vod(vod.id)} kind="secondary" icon="play">
            Ver el video
          </LinkButton>
        )}
      </PageHeading>
      <FormLayout
        onSubmit={submit}
        submit="Guardar cambios"
        ready={isDirty && form.watch('title').trim() !== ''}
        busy={submission.state === 'loading'}
        awake={isDirty}
        hint={isDirty ? 'Hay cambios sin guardar' : undefined}
        onReset={() => form.reset(toForm(vod))}
        aside={<VodFacts vod={vod} />}
        below={!staff && <VodActions vod={vod} />}
      >
        <TextInput
          label="Título"
          required
          maxLength={200}
          error={errors.title?.message}
          {...form.register('title', {
            validate: (title) => title.trim() !== '' || 'El título del video es requerido',
          })}
        />
        {!staff && (
          <Select
            label="Deporte"
            choices={sportChoices}
            {...form.register('sport', { onChange: () => form.setValue('sportEventId', '', { shouldDirty: true }) })}
          />
        )}
        <LinkedEvent vod={vod}>
          <EventSelect
            sport={form.watch('sport')}
            chosenId={form.watch('sportEventId')}
            createPath={withQuery(paths.manage.events.create, { returnTo: 'vodDetails', vodId: vod.id })}
            {...form.register('sportEventId')}
          />
        </LinkedEvent>
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
                text={field.value ? 'Visible' : 'Oculto'}
              />
            )}
          />
        )}
      </FormLayout>
      <SubmitOverlay submission={submission} onClose={close} />
    </>
  );
}

/** Club staff see the event only when it includes their club (B-VOD-10); the server tells by refusing it. */
function LinkedEvent({ vod, children }: { vod: ManagedVod; children: ReactNode }) {
  const { staff } = useManagement();
  const event = useManagedEventTitle(vod.sportEventId ?? '');
  const hidden = staff && event.error instanceof ApiError && (event.error.status === 403 || event.error.status === 404);
  if (!hidden) return children;
  return (
    <p className="rounded-sm bg-raised p-3 text-small text-muted">
      No tienes permisos para ver el evento asociado a este video
    </p>
  );
}
