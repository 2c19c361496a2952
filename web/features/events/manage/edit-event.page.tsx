/** /sportevents/manage/{id}: change an event, its clubs and picture, see its videos, delete it (B-EV-16 to 21). */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useParams } from 'react-router-dom';
import type { ManagedEvent } from '../../../../shared/events.ts';
import { PageHeading } from '../../../app/page-heading.tsx';
import { paths } from '../../../app/paths.ts';
import { ApiError, api, errorText } from '../../../lib/api.ts';
import { sendForm, thumbnailErrorText } from '../../../lib/send-form.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { FormLayout, Panel } from '../../../ui/form-layout.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MediaStatusPill } from '../../../ui/media-thumbnail.tsx';
import { PictureField } from '../../../ui/picture-field.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { SubmitOverlay, useSubmission } from '../../../ui/submit-overlay.tsx';
import { changedFields } from '../../manage/changed-fields.ts';
import { useManagement } from '../../manage/use-management.ts';
import { DeleteEvent } from './delete-event.tsx';
import { EventFields, type EventForm, isComplete, toEventBody, toEventForm } from './event-form.tsx';
import { eventThumbnailForm, eventThumbnailKey, setEventClubs, useManagedEvent } from './queries.ts';

export default function EditEventPage() {
  const { id = '' } = useParams();
  const event = useManagedEvent(id);
  if (event.isPending) return <PageSpinner />;
  if (event.isError) {
    const missing = event.error instanceof ApiError && event.error.status === 404;
    return (
      <ErrorState
        title={missing ? 'Evento no encontrado' : 'No se ha podido cargar'}
        message={errorText(event.error)}
        onRetry={() => event.refetch()}
        action={missing && <LinkButton to={paths.manage.events.list}>Ver los eventos</LinkButton>}
      />
    );
  }
  return <EditEvent key={`${event.data.id} ${event.data.version}`} event={event.data} />;
}

function EditEvent({ event }: { event: ManagedEvent }) {
  const { staff } = useManagement();
  const queries = useQueryClient();
  const { submission, run, close } = useSubmission();
  const form = useForm<EventForm>({ mode: 'onTouched', defaultValues: toEventForm(event) });
  const { isDirty, dirtyFields } = form.formState;
  const values = form.watch();

  const submit = form.handleSubmit((filled) =>
    run(
      async () => {
        const body = toEventBody(filled);
        const changes = changedFields(toEventBody(toEventForm(event)), body);
        if (Object.keys(changes).length > 0) {
          await api(staff ? 'PATCH /clubStaff/sportevents/{id}' : 'PATCH /live/sportevents/{id}', {
            params: { id: event.id },
            body: { ...changes, version: event.version },
          });
        }
        if (dirtyFields.clubs) {
          await setEventClubs(
            staff,
            event.id,
            filled.clubs.map((club) => club.id),
          ).catch((error: unknown) => {
            throw new ApiError(400, 'CLUBS', errorText(error, 'Error al actualizar los clubes'));
          });
        }
        form.reset(filled);
        await queries.invalidateQueries({ queryKey: ['managed-event'] });
        await queries.invalidateQueries({ queryKey: ['managed-events'] });
      },
      'Evento actualizado correctamente',
      (error) => errorText(error, 'Error al actualizar el evento'),
    ),
  );

  return (
    <>
      <PageHeading title="Editar evento">
        <LinkButton to={paths.event(event.id)} kind="secondary" icon="external">
          Ver en la web
        </LinkButton>
      </PageHeading>
      <FormLayout
        onSubmit={submit}
        submit="Guardar cambios"
        ready={isDirty && isComplete(values)}
        busy={submission.state === 'loading'}
        awake={isDirty}
        hint={isDirty ? 'Hay cambios sin guardar' : undefined}
        onReset={() => form.reset()}
        aside={<EventPicture event={event} />}
        below={
          <>
            <LinkedVods event={event} />
            <DeleteEvent event={event} />
          </>
        }
      >
        <EventFields form={form} />
      </FormLayout>
      <SubmitOverlay submission={submission} onClose={close} />
    </>
  );
}

function EventPicture({ event }: { event: ManagedEvent }) {
  const { staff } = useManagement();
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [percent, setPercent] = useState<number>();
  const [error, setError] = useState<string>();

  function send(chosen: File | undefined) {
    if (!chosen) return;
    setFile(chosen);
    setError(undefined);
    setPercent(0);
    sendForm(eventThumbnailKey(staff), { id: event.id }, eventThumbnailForm(chosen), setPercent)
      .then(() => queries.invalidateQueries({ queryKey: ['managed-events'] }))
      .catch((failure: unknown) => {
        setFile(undefined);
        setError(thumbnailErrorText(failure, 'Error de conexión al subir la miniatura'));
      })
      .finally(() => setPercent(undefined));
  }

  return (
    <PictureField
      current={event.thumbnail}
      file={file}
      onFile={send}
      percent={percent}
      error={error}
      disabled={percent !== undefined}
    />
  );
}

function LinkedVods({ event }: { event: ManagedEvent }) {
  return (
    <Panel title="Videos del evento">
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
            <MediaStatusPill status={vod.status} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
