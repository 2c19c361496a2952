/** /vods/manage/{id}: edits a video; admins also regenerate, show and delete it. */
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Sport } from '../../../shared/contract/schema.ts';
import type { ManagedVod } from '../../../shared/contract/vod.ts';
import { pickChangedFields, sendChanges } from '../../features/platform/manage/changed-fields.ts';
import { ClubsField } from '../../features/platform/manage/clubs-field.tsx';
import { EventSelect, useManagedEventTitle } from '../../features/platform/manage/event-select.tsx';
import { ItemLoader } from '../../features/platform/manage/item-loader.tsx';
import { sportChoices, toIds } from '../../features/platform/manage/list-filters.ts';
import { SwitchField } from '../../features/platform/manage/switch-field.tsx';
import { useDraft } from '../../features/platform/manage/use-draft.ts';
import { useEdit } from '../../features/platform/manage/use-edit.ts';
import { useEventFromQuery } from '../../features/platform/manage/use-event-from-query.ts';
import { useManagement } from '../../features/platform/manage/use-management.ts';
import { EmbedCode } from '../../features/reach/embeds/embed-code.tsx';
import { Publication } from '../../features/recordings/vods/manage/publication.tsx';
import { setVodClubs, useManagedVod, vodTexts } from '../../features/recordings/vods/manage/queries.ts';
import { VodActions } from '../../features/recordings/vods/manage/vod-actions.tsx';
import { VodFacts } from '../../features/recordings/vods/manage/vod-facts.tsx';
import { LastChange } from '../../features/trust/audit/last-change.tsx';
import { ApiError, api, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { withQuery } from '../../lib/safe-path.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { ClubChoice } from '../../ui/club-picker.tsx';
import { FormLayout, Panel } from '../../ui/form-layout.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { Textarea } from '../../ui/textarea.tsx';

export default function EditVodPage() {
  const { id = '' } = useParams();
  const vod = useManagedVod(id);
  return (
    <ItemLoader query={vod} {...vodTexts(id)}>
      {(item) => (
        <>
          <EditVod vod={item} />
          <LastChange kind="vods" id={item.id} version={item.version} />
        </>
      )}
    </ItemLoader>
  );
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
  const { staff } = useManagement();
  const queries = useQueryClient();
  const { refetch } = useManagedVod(vod.id);
  const { form, isDirty, save, layout } = useEdit({
    item: vod,
    toForm,
    reload: async () => (await refetch()).data,
  });
  const { dirtyFields, errors } = form.formState;
  const keepDraft = useDraft(`vod ${vod.id}`, form);
  useEventFromQuery((eventId, sport) => {
    if (sport) form.setValue('sport', sport, { shouldDirty: true });
    form.setValue('sportEventId', eventId, { shouldDirty: true });
  });

  const submit = form.handleSubmit((filled) =>
    save(
      async (version) => {
        const key = staff ? 'PATCH /clubStaff/vods/{id}' : 'PATCH /live/vods/{id}';
        await sendChanges(
          version,
          pickChangedFields(toBody(toForm(vod)), toBody(filled)),
          async (body) => (await api(key, { params: { id: vod.id }, body })).data.vod,
          Boolean(dirtyFields.clubs) && ((latest) => setVodClubs(staff, vod.id, toIds(filled.clubs), latest)),
        );
        queries.invalidateQueries({ queryKey: ['managed-vods'] });
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
        {...layout}
        onSubmit={submit}
        submit="Guardar cambios"
        ready={isDirty && form.watch('title').trim() !== ''}
        aside={
          <>
            <VodFacts vod={vod} />
            {vod.visible && vod.status === 'FINISHED' && !vod.awaitsPublication && (
              <Panel title="En la web del club">
                <EmbedCode embed={{ kind: 'vod', id: vod.id }} title={vod.title} label="Código del video" />
              </Panel>
            )}
          </>
        }
        below={!staff && <VodActions vod={vod} />}
      >
        {(staff || vod.awaitsPublication) && <Publication vod={vod} />}
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
            onCreate={keepDraft}
            {...form.register('sportEventId')}
          />
        </LinkedEvent>
        <Textarea label="Descripción" maxLength={5000} {...form.register('summary')} />
        <ClubsField control={form.control} name="clubs" />
        {!staff && <SwitchField control={form.control} name="visible" label="Video visible" on="Se ve" off="Oculto" />}
      </FormLayout>
    </>
  );
}

/** Club staff see the event only if it includes their club; otherwise the server answers 403 or 404. */
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
