/** /sportevents/manage/{id}: edits an event, its clubs and picture, lists its videos, deletes it. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { DeleteEvent } from '../../features/league/events/manage/delete-event.tsx';
import { EventFields, isComplete, toEventBody, toEventForm } from '../../features/league/events/manage/event-form.tsx';
import { HideVods, HideVodsNow, hasVisibleVods } from '../../features/league/events/manage/hide-vods.tsx';
import { eventThumbnailKey, setEventClubs, useManagedEvent } from '../../features/league/events/manage/queries.ts';
import { ScorerLink } from '../../features/league/events/manage/scorer-link.tsx';
import { pickChangedFields } from '../../features/platform/manage/changed-fields.ts';
import { ItemLoader } from '../../features/platform/manage/item-loader.tsx';
import { toIds } from '../../features/platform/manage/list-filters.ts';
import { PictureUpload } from '../../features/platform/manage/picture-upload.tsx';
import { useEdit } from '../../features/platform/manage/use-edit.ts';
import { useManagement } from '../../features/platform/manage/use-management.ts';
import { EmbedCode } from '../../features/reach/embeds/embed-code.tsx';
import { LastChange } from '../../features/trust/audit/last-change.tsx';
import { EventRights } from '../../features/trust/rights/event-rights.tsx';
import { api, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { buttonLook, LinkButton } from '../../ui/button.tsx';
import { FormLayout, Panel } from '../../ui/form-layout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MediaStatusPill } from '../../ui/media-thumbnail.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export default function EditEventPage() {
  const { id = '' } = useParams();
  const event = useManagedEvent(id);
  return (
    <ItemLoader
      query={event}
      missing="Evento no encontrado"
      foreign={{ title: 'Este evento es de otro club', watch: paths.event(id) }}
      list={{ to: paths.manage.events.list, text: 'Ver los eventos' }}
    >
      {(item) => (
        <>
          <EditEvent event={item} />
          <LastChange kind="events" id={item.id} version={item.version} />
        </>
      )}
    </ItemLoader>
  );
}

function EditEvent({ event }: { event: ManagedEvent }) {
  const { staff } = useManagement();
  const queries = useQueryClient();
  const { refetch } = useManagedEvent(event.id);
  const { form, isDirty, save, layout } = useEdit({
    item: event,
    toForm: toEventForm,
    reload: async () => (await refetch()).data,
  });
  const { dirtyFields } = form.formState;
  const values = form.watch();
  const [hidesVods, setHidesVods] = useState(true);
  const asksForVods = event.visible && !values.visible && hasVisibleVods(event);

  const submit = form.handleSubmit((filled) =>
    save(
      async (version) => {
        const key = staff ? 'PATCH /clubStaff/sportevents/{id}' : 'PATCH /live/sportevents/{id}';
        const changes = pickChangedFields(toEventBody(toEventForm(event)), toEventBody(filled));
        // Clubs first, because a side must be one of them. Each change increments the version.
        const clubsChange = dirtyFields.clubs !== undefined;
        if (clubsChange) await setEventClubs(staff, event.id, toIds(filled.clubs), version);
        const hideVods = asksForVods && hidesVods && !staff;
        const body = { ...changes, ...(hideVods && { hideVods }), version: version + Number(clubsChange) };
        if (Object.keys(changes).length > 0) await api(key, { params: { id: event.id }, body });
        for (const key of ['managed-events', ...(hideVods ? ['managed-vods', 'managed-vod'] : [])])
          queries.invalidateQueries({ queryKey: [key] });
      },
      'Evento actualizado correctamente',
      (error) => errorText(error, 'Error al actualizar el evento'),
    ),
  );

  return (
    <>
      <PageHeading title="Editar evento">
        <a className={buttonLook('secondary', 'medium')} href={paths.scorer(event.id)}>
          Mesa
        </a>
        <ScorerLink eventId={event.id} title={event.title} />
        <LinkButton to={paths.eventQuality(event.id)} kind="secondary" icon="chart">
          Calidad
        </LinkButton>
        <LinkButton to={paths.event(event.id)} kind="secondary" icon="external">
          Ver en la web
        </LinkButton>
      </PageHeading>
      <FormLayout
        {...layout}
        onSubmit={submit}
        submit="Guardar cambios"
        ready={isDirty && isComplete(values)}
        aside={
          <>
            <PictureUpload
              current={event.thumbnail}
              kind={event.sport}
              send={eventThumbnailKey(staff)}
              id={event.id}
              part="thumbFile"
              stale={['managed-events', 'managed-event']}
              network="Error de conexión al subir la miniatura"
            />
            {event.audience !== 'FAMILIES' && <EventRights id={event.id} />}
            {event.visible && event.audience !== 'FAMILIES' && (
              <Panel title="En la web del club">
                <EmbedCode embed={{ kind: 'event', id: event.id }} title={event.title} label="Código del partido" />
              </Panel>
            )}
          </>
        }
        below={
          <>
            <LinkedVods event={event} />
            <DeleteEvent event={event} />
          </>
        }
      >
        <EventFields form={form} />
        {asksForVods && <HideVods event={event} checked={hidesVods} onChange={setHidesVods} />}
      </FormLayout>
    </>
  );
}

function LinkedVods({ event }: { event: ManagedEvent }) {
  return (
    <Panel title="Videos del evento">
      {!event.visible && hasVisibleVods(event) && <HideVodsNow event={event} />}
      {event.vods.length === 0 && <p className="text-small text-muted">Este evento todavía no tiene videos.</p>}
      <ul className="divide-y divide-line">
        {event.vods.map((vod) => (
          <li key={vod.id} className="flex items-center gap-3 py-1.5">
            <Link
              to={paths.manage.vods.edit(vod.id)}
              className="mr-auto flex min-h-11 min-w-0 items-center gap-2 font-medium underline-offset-4 hover:underline"
            >
              <Icon name="edit" size={18} />
              <span className="truncate">{vod.title}</span>
            </Link>
            {!vod.visible && <StatusPill>Oculto</StatusPill>}
            <MediaStatusPill status={vod.status} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
